package rollcall;

import java.util.List;
import java.util.Map;

/**
 * The first line of the referee.
 *
 * @param game the name of the game
 * @param rules every option: Long, String or Boolean
 * @param seats how many there are
 * @param names the entrants, by seat
 * @param seat that of the bot, from 0
 * @param limits of time
 * @param dice what was fixed before the match
 */
public record Hello(String game, Map<String, Object> rules, int seats,
                    List<String> names, int seat, Limits limits, Seal dice) {

    /**
     * In milliseconds.
     *
     * @param startMs for ready
     * @param moveMs for an answer
     * @param gameMs for all answers of a game; 0: no limit
     */
    public record Limits(int startMs, int moveMs, int gameMs) {
    }

    /**
     * For {@link Dice}; seal and salt in hex.
     *
     * @param seal the hash of the secret
     * @param salt part of every roll
     * @param links of a chain
     * @param stride the links that a turn may use
     */
    public record Seal(String seal, String salt, int links, int stride) {
    }

    /** Of a decoded line; what is missing is 0, "" or empty. */
    static Hello of(Map<String, Object> line) {
        Fields f = new Fields(line);
        Fields limits = new Fields(f.object("limits"));
        Fields dice = new Fields(f.object("dice"));
        return new Hello(f.text("game"), f.object("rules"),
            f.integer("seats"), f.texts("names"), f.integer("seat"),
            new Limits(limits.integer("start_ms"), limits.integer("move_ms"),
                limits.integer("game_ms")),
            new Seal(dice.text("seal"), dice.text("salt"),
                dice.integer("links"), dice.integer("stride")));
    }
}
