package rollcall;

import java.util.List;
import java.util.Map;

/**
 * The line that began a game.
 *
 * @param number the number of this game, from 1
 * @param of the number of games
 * @param seed below 2^53; the seed of {@link Turn#random}
 * @param anchors for the dice, in hex, one per stream
 */
public record Game(int number, int of, long seed, List<String> anchors) {

    static Game of(Map<String, Object> line) {
        Fields f = new Fields(line);
        return new Game(f.integer("number"), f.integer("of"),
            f.number("seed"), f.texts("anchors"));
    }
}
