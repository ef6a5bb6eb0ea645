package rollcall;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Talks to the referee, so that a bot is a single function.
 *
 * <pre>{@code
 * public static void main(String[] words) {
 *     Rollcall.run(turn -> turn.random().pick(turn.legal()));
 * }
 * }</pre>
 */
public final class Rollcall {
    private final Chooser chooser;
    private final Options options;
    private final OutputStream output;
    private final PrintStream errors;
    private Hello hello = Turn.NO_HELLO;
    private Game game = Turn.NO_GAME;
    private Random random = new Random(0);
    private Dice dice;
    private Turn turn;
    private final List<Answer> tried = new ArrayList<>();

    private Rollcall(Chooser chooser, Options options, OutputStream output,
                     PrintStream errors) {
        this.chooser = chooser;
        this.options = options;
        this.output = output;
        this.errors = errors;
    }

    /** Plays the match with the default options. */
    public static void run(Chooser chooser) {
        run(chooser, new Options());
    }

    /**
     * Plays the match: calls {@code chooser} for every decision. Returns when
     * the match or the input ends. After an error, such as an exception in
     * {@code chooser}, it prints the error to standard error and ends the
     * program with status 1.
     *
     * <p>Without {@link Options#output}, standard output is kept for the
     * answers from here on: what the program prints goes to standard error.
     * Before the call, print nothing, and do not store {@code System.out} for
     * later use.
     */
    public static void run(Chooser chooser, Options options) {
        try {
            play(chooser, options);
        } catch (RollcallException e) {
            if (e.getCause() != null)
                e.getCause().printStackTrace();
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /**
     * Does the same as {@link #run}, but throws errors.
     *
     * @throws RollcallException on an error. If {@code chooser} threw
     *     something, that is the cause, and the message begins with "the
     *     line: ".
     */
    public static void play(Chooser chooser, Options options) {
        if (options.verify && !options.events)
            throw new RollcallException("to verify the dice, a bot needs the"
                + " events: leave events(true)");
        PrintStream errors = System.err;
        OutputStream output = options.output;
        if (output == null) {
            output = new FileOutputStream(FileDescriptor.out);
            // In UTF-8, whatever the locale of the sandbox.
            errors = new PrintStream(new FileOutputStream(FileDescriptor.err),
                true, StandardCharsets.UTF_8);
            System.setErr(errors);
            System.setOut(errors);
        }
        InputStream input = options.input != null ? options.input
            : new FileInputStream(FileDescriptor.in);
        new Rollcall(chooser, options, output, errors).readAll(input);
    }

    /** Makes a turn from a recorded turn line, for tests. */
    public static Turn turnFrom(String line) {
        return turnFrom(line, "{}", "{}");
    }

    /**
     * Makes a turn from a recorded turn line and the hello and game lines
     * before it, for tests.
     *
     * @throws IllegalArgumentException if one is not a JSON object, has a field
     *     of a wrong type, or the first is not a turn line
     */
    public static Turn turnFrom(String line, String hello, String game) {
        Map<String, Object> fields = object(line);
        if (!"turn".equals(fields.get("type")))
            throw new IllegalArgumentException("expected a line of the type"
                + " turn, found " + Json.write(fields.get("type")));
        Game begun = Game.of(object(game));
        return new Turn(fields, Hello.of(object(hello)), begun,
            new Random(begun.seed()));
    }

    /** Makes a turn of a game from its view as JSON and the legal moves. */
    public static Turn turnOf(String game, String view, List<Move> legal) {
        List<Object> moves = new ArrayList<>();
        for (Move move : legal)
            moves.add(move.json());
        return new Turn(Map.of("view", object(view), "legal", moves,
            "ms", 1000L), Hello.of(Map.of("game", game)), Turn.NO_GAME,
            new Random(0));
    }

    @SuppressWarnings("unchecked") // Json.read makes no other maps
    private static Map<String, Object> object(String line) {
        if (Json.read(line) instanceof Map<?, ?> map)
            return (Map<String, Object>) map;
        throw new IllegalArgumentException("it is not an object");
    }

    /** Splits the input into lines; the last one may lack its line feed. */
    private void readAll(InputStream input) {
        byte[] bytes = new byte[65536];
        int start = 0;
        int end = 0;
        try {
            for (;;) {
                int size = input.read(bytes, end, bytes.length - end);
                int i = end;
                end += Math.max(size, 0);
                for (; i < end; i++) {
                    if (bytes[i] != '\n')
                        continue;
                    if (read(bytes, start, i))
                        return;
                    start = i + 1;
                }
                if (size < 0) {
                    read(bytes, start, end);
                    return;
                }
                byte[] from = bytes;
                if (end - start > bytes.length / 2)
                    bytes = new byte[2 * bytes.length];
                System.arraycopy(from, start, bytes, 0, end - start);
                end -= start;
                start = 0;
            }
        } catch (IOException e) {
            throw new RollcallException("cannot talk to the referee: "
                + e.getMessage());
        }
    }

    /** Handles a line; returns true after the last one. */
    private boolean read(byte[] bytes, int start, int end) throws IOException {
        String line = new String(bytes, start, end - start,
            StandardCharsets.UTF_8);
        if (line.endsWith("\r"))
            line = line.substring(0, line.length() - 1);
        if (line.isBlank())
            return false;
        Map<String, Object> fields;
        try {
            fields = object(line);
        } catch (IllegalArgumentException e) {
            throw new RollcallException("the referee sent a line that is not"
                + " JSON (" + e.getMessage() + "): " + beginning(line, 200));
        }
        try {
            if (!(fields.get("type") instanceof String type))
                return false;
            return read(type, new Fields(fields), line);
        } catch (WrongField e) {
            throw new RollcallException("the referee sent a line that is not"
                + " of the protocol (" + e.getMessage() + "): "
                + beginning(line, 200));
        }
    }

    private boolean read(String type, Fields fields, String line)
        throws IOException {
        if (dice != null && (type.equals("turn") || type.equals("over")))
            dice.read(Turn.events(fields), fields.integer("lost"));
        switch (type) {
        case "hello" -> begin(Hello.of(fields.json()));
        case "game" -> {
            game = Game.of(fields.json());
            random = new Random(game.seed());
            if (dice != null)
                dice.begin(game.anchors());
        }
        case "turn" -> {
            turn = new Turn(fields.json(), hello, game, random);
            Answer answer = decide(line);
            tried.clear();
            tried.add(answer);
            send(answer, turn.said());
        }
        case "again" -> {
            errors.println("refused: " + fields.text("why"));
            tried.add(another());
            send(tried.get(tried.size() - 1), null);
        }
        case "bye" -> {
            if (dice != null)
                dice.end(fields.text("secret"));
            return true;
        }
        default -> { }
        }
        return false;
    }

    private void begin(Hello line) throws IOException {
        hello = line;
        dice = options.verify ? new Dice(hello.dice()) : null;
        Map<String, Object> ready = new LinkedHashMap<>();
        ready.put("type", "ready");
        if (options.name != null)
            ready.put("name", options.name);
        ready.put("legal", options.legal);
        ready.put("events", options.events);
        send(ready);
    }

    /** Asks the bot, and checks that its answer is a place or a move. */
    private Answer decide(String line) {
        Answer answer;
        try {
            answer = chooser.choose(turn);
        } catch (Throwable e) {
            throw new RollcallException("the line: " + beginning(line, 2000),
                e);
        }
        int last = turn.legal().size() - 1;
        // A move without parts is a mistake, unless it is legal.
        if (answer instanceof Move move
            && (!move.isEmpty() || turn.legal().contains(move))
            || answer instanceof Place place && place.place() >= 0
            && (!turn.hasLegal() || place.place() <= last))
            return answer;
        throw new RollcallException("choose returned "
            + (answer instanceof Place place ? place.place() : answer)
            + "; expected a place" + (turn.hasLegal()
            ? " in legal, 0 to " + last + "," : ", from 0,") + " or a move");
    }

    /** The first place that was not tried, as a place or as its move. */
    private Place another() {
        for (int i = 0; !turn.hasLegal() || i < turn.legal().size(); i++)
            if (!isTried(i))
                return new Place(i);
        return new Place(0);
    }

    private boolean isTried(int place) {
        for (Answer answer : tried)
            if (answer instanceof Place other ? other.place() == place
                : turn.hasLegal() && answer.equals(turn.legal().get(place)))
                return true;
        return false;
    }

    private void send(Answer answer, String say) throws IOException {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("move", answer instanceof Place place
            ? (Object) place.place() : answer);
        if (say != null)
            line.put("say", harmless(say));
        send(line);
    }

    /**
     * Makes a text for spectators safe to send: it is cut after 500 bytes,
     * which is all that the referee records, and a NUL, which would make the
     * answer a fault, is replaced.
     */
    private static String harmless(String say) {
        byte[] text = say.replace('\0', '\ufffd')
            .getBytes(StandardCharsets.UTF_8);
        int size = Math.min(text.length, 500);
        while (size < text.length && (text[size] & 0xc0) == 0x80)
            size--;
        return new String(text, 0, size, StandardCharsets.UTF_8);
    }

    /** Writes a line immediately, without a buffer. */
    private void send(Map<String, Object> line) throws IOException {
        output.write((Json.write(line) + "\n")
            .getBytes(StandardCharsets.UTF_8));
        output.flush();
    }

    /** The beginning of a line, at most so many characters. */
    private static String beginning(String line, int most) {
        return line.codePointCount(0, line.length()) <= most ? line
            : line.substring(0, line.offsetByCodePoints(0, most));
    }
}
