package rollcall;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One decision. */
public final class Turn {
    static final Hello NO_HELLO = Hello.of(Map.of());
    static final Game NO_GAME = Game.of(Map.of());

    private final Map<String, Object> view;
    private final List<Move> legal;     // null: not in the line
    private final List<Event> events;
    private final int lost;
    private final int ms;
    private final Hello hello;
    private final Game game;
    private final Random random;
    private String say;

    /** From a decoded line. */
    Turn(Map<String, Object> line, Hello hello, Game game, Random random) {
        Fields f = new Fields(line);
        view = f.object("view");
        legal = line.containsKey("legal") ? moves(f.list("legal")) : null;
        events = events(f);
        lost = f.integer("lost");
        ms = f.integer("ms");
        this.hello = hello;
        this.game = game;
        this.random = random;
    }

    /** The position as decoded JSON; pig() and the like give it a type. */
    public Map<String, Object> view() {
        return view;
    }

    /** Every legal move once; empty if {@link Options#legal} is false. */
    public List<Move> legal() {
        return legal == null ? List.of() : legal;
    }

    /** The new log lines; empty if {@link Options#events} is false. */
    public List<Event> events() {
        return events;
    }

    /** How many of the oldest events were left out, for length. */
    public int lost() {
        return lost;
    }

    /** Milliseconds left for the answer. */
    public int ms() {
        return ms;
    }

    /** The first line of the referee. */
    public Hello hello() {
        return hello;
    }

    /** The line that began this game. */
    public Game game() {
        return game;
    }

    /** Random numbers, seeded anew for every game. */
    public Random random() {
        return random;
    }

    /** Sets a text for spectators, which is cut after 500 bytes. */
    public void say(String text) {
        say = text;
    }

    /**
     * The view of a game of pig. This and the methods below throw an
     * IllegalStateException when the match is of another game, and an
     * IllegalArgumentException when a field is of a wrong type.
     */
    public Views.Pig pig() {
        return Views.Pig.of(viewOf("pig"));
    }

    /** The view of a game of bolo7. */
    public Views.Bolo7 bolo7() {
        return Views.Bolo7.of(viewOf("bolo7"));
    }

    /** The view of a game of bolo5. */
    public Views.Bolo5 bolo5() {
        return Views.Bolo5.of(viewOf("bolo5"));
    }

    /** The view of a game of vollelotte. */
    public Views.Vollelotte vollelotte() {
        return Views.Vollelotte.of(viewOf("vollelotte"));
    }

    /** The view of a game of rolit. */
    public Views.Rolit rolit() {
        return Views.Rolit.of(viewOf("rolit"));
    }

    /** The view of a game of blackpot. */
    public Views.Blackpot blackpot() {
        return Views.Blackpot.of(viewOf("blackpot"));
    }

    String said() {
        return say;
    }

    /** Did the line have the legal moves? */
    boolean hasLegal() {
        return legal != null;
    }

    static List<Event> events(Fields line) {
        List<Event> events = new ArrayList<>();
        for (Map<String, Object> event : line.objects("events"))
            events.add(new Event(event));
        return events;
    }

    private static List<Move> moves(List<Object> list) {
        List<Move> moves = new ArrayList<>(list.size());
        for (Object move : list)
            moves.add(Move.of(move));
        return moves;
    }

    private Fields viewOf(String name) {
        if (!hello.game().isEmpty() && !hello.game().equals(name))
            throw new IllegalStateException("a view of " + name
                + " was asked for, but the game is " + hello.game());
        return new Fields(view);
    }
}
