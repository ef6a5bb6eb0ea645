package rollcall;

/** The match cannot continue; the message says why. */
public final class RollcallException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RollcallException(String message) {
        super(message);
    }

    /** The cause is the exception that the bot's function threw. */
    RollcallException(String message, Throwable cause) {
        super(message, cause);
    }
}
