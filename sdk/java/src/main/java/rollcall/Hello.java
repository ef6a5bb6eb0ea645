package rollcall;

import java.util.List;
import java.util.Map;

/**
 * The first line of the referee.
 *
 * @param game the name of the game
 * @param rules every option: Long, String or Boolean
 * @param seats the number of seats
 * @param names the entrants, by seat
 * @param seat the bot's own seat, from 0
 * @param limits the time limits
 * @param dice what fixed the dice before the match
 */
public record Hello(String game, Map<String, Object> rules, int seats,
                    List<String> names, int seat, Limits limits, Seal dice) {

    /**
     * Time limits in milliseconds.
     *
     * @param startMs until ready
     * @param moveMs for each answer
     * @param gameMs for all answers of a game; 0: no limit
     */
    public record Limits(int startMs, int moveMs, int gameMs) {
    }

    /**
     * For {@link Dice}; seal and salt in hex.
     *
     * @param seal the hash of the secret
     * @param salt enters into every roll
     * @param links the number of links of a chain
     * @param stride the number of links reserved for a turn
     */
    public record Seal(String seal, String salt, int links, int stride) {
    }

    /** From a decoded line; missing fields are 0, "" or empty. */
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
