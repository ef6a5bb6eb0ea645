package rollcall;

/** The match cannot go on. The message is what a person needs to know. */
public final class RollcallException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RollcallException(String message) {
        super(message);
    }

    /** The cause is what the bot's function threw. */
    RollcallException(String message, Throwable cause) {
        super(message, cause);
    }
}
