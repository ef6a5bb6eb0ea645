package rollcall;

/** A bot: what it answers when it is to decide. */
public interface Chooser {
    /**
     * Returns a {@link Place} in {@link Turn#legal}, or a {@link Move}.
     *
     * <p>An exception ends the bot; standard error has its trace.
     */
    Answer choose(Turn turn) throws Exception;
}
