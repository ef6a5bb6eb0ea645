package rollcall;

/** A field of an object has another type than expected. */
final class WrongField extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    WrongField(String message) {
        super(message);
    }
}
