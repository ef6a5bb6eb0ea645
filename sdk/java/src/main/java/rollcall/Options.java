package rollcall;

import java.io.InputStream;
import java.io.OutputStream;

/** The options of a bot: {@code new Options().name("ann 2.1").legal(false)}. */
public final class Options {
    String name;
    boolean legal = true;
    boolean events = true;
    boolean verify;
    InputStream input;
    OutputStream output;

    /** The full name of the bot, for spectators. */
    public Options name(String text) {
        name = text;
        return this;
    }

    /** With false, turns come without the legal moves; lines are shorter. */
    public Options legal(boolean wish) {
        legal = wish;
        return this;
    }

    /** With false, turns come without the events; lines are shorter. */
    public Options events(boolean wish) {
        events = wish;
        return this;
    }

    /**
     * Checks every roll as it comes, and the seal at the end; see
     * {@link Dice}. It needs the events.
     */
    public Options verify(boolean wish) {
        verify = wish;
        return this;
    }

    /** Replaces standard input, for tests. */
    public Options input(InputStream stream) {
        input = stream;
        return this;
    }

    /** Replaces standard output, for tests. */
    public Options output(OutputStream stream) {
        output = stream;
        return this;
    }
}
