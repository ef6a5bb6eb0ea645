package rollcall;

/** A bot: the function that makes its decisions. */
public interface Chooser {
    /**
     * Returns a {@link Place} in {@link Turn#legal}, or a {@link Move}.
     *
     * <p>An exception ends the bot; its stack trace is on standard error.
     */
    Answer choose(Turn turn) throws Exception;
}
