package rollcall;

import java.util.List;
import java.util.Map;

/**
 * A line of the match log: "chain", "draw", "move", "again" or "fault"; or
 * "event", which a game of one's own tells. What an event of its kind does not
 * have is 0, "" or empty.
 *
 * @param json the whole line, decoded
 */
public record Event(Map<String, Object> json) {

    /** Its kind; later versions may have others. */
    public String t() {
        return json.get("t") instanceof String kind ? kind : "";
    }

    /** Of move, again and fault: the seat. */
    public int seat() {
        return fields().integer("seat");
    }

    /** Of move: the move. */
    public Move move() {
        return Move.of(json.get("move"));
    }

    /** Of fault: its name. */
    public String fault() {
        return fields().text("fault");
    }

    /** Of fault: what happened. */
    public String detail() {
        return fields().text("detail");
    }

    /** Of chain and draw: the stream. */
    public int s() {
        return fields().integer("s");
    }

    /** Of chain: its number. */
    public int c() {
        return fields().integer("c");
    }

    /** Of chain: its first element, in hex. */
    public String anchor() {
        return fields().text("anchor");
    }

    /** Of draw: its number in the stream. */
    public int k() {
        return fields().integer("k");
    }

    /** Of draw: the dice, such as "7d6". */
    public String dice() {
        return fields().text("dice");
    }

    /** Of draw: the values. */
    public List<Integer> v() {
        return fields().integers("v");
    }

    /** Of draw: the link that proves it, in hex. */
    public String link() {
        return fields().text("link");
    }

    private Fields fields() {
        return new Fields(json);
    }
}
