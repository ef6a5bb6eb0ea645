package rollcall;

import java.util.List;
import java.util.Map;

/**
 * The views of the games, which the pages in docs/games explain. Lists such as
 * scores and turns are by seat; missing fields are 0, "" or empty.
 */
public final class Views {
    private Views() {
    }

    /**
     * What {@link Turn#pig} returns.
     *
     * @param seat who is on turn
     * @param scores banked points
     * @param turns turns begun, the current one included
     * @param total points of this turn, this roll included
     * @param roll the die
     */
    public record Pig(int seat, List<Integer> scores, List<Integer> turns,
                      int total, List<Integer> roll) {

        static Pig of(Fields f) {
            return new Pig(f.integer("seat"), f.integers("scores"),
                f.integers("turns"), f.integer("total"), f.integers("roll"));
        }
    }

    /**
     * What {@link Turn#bolo7} returns.
     *
     * @param phase "normal", "final" or "sudden"
     * @param seat who is on turn
     * @param scores banked points
     * @param turns turns begun, the current one included
     * @param total points of this turn before this roll
     * @param roll the dice to choose from, ascending
     * @param need the least total that may be banked, the keep included
     * @param open open series: face and dice
     * @param trigger a seat, or -1
     * @param queue seats still to play in the final
     * @param contenders seats still in the sudden death
     */
    public record Bolo7(String phase, int seat, List<Integer> scores,
                        List<Integer> turns, int total, List<Integer> roll,
                        int need, List<List<Integer>> open, int trigger,
                        List<Integer> queue, List<Integer> contenders) {

        static Bolo7 of(Fields f) {
            return new Bolo7(f.text("phase"), f.integer("seat"),
                f.integers("scores"), f.integers("turns"), f.integer("total"),
                f.integers("roll"), f.integer("need"), f.lists("open"),
                f.integer("trigger"), f.integers("queue"),
                f.integers("contenders"));
        }
    }

    /**
     * What {@link Turn#bolo5} returns.
     *
     * @param phase "normal" or "final"
     * @param seat who is on turn
     * @param scores banked points
     * @param turns turns begun, the current one included
     * @param total points of this turn before this roll
     * @param roll the dice to choose from, ascending
     * @param need the least total that may be banked
     * @param trigger a seat, or -1
     * @param queue seats still to play in the final
     */
    public record Bolo5(String phase, int seat, List<Integer> scores,
                        List<Integer> turns, int total, List<Integer> roll,
                        int need, int trigger, List<Integer> queue) {

        static Bolo5 of(Fields f) {
            return new Bolo5(f.text("phase"), f.integer("seat"),
                f.integers("scores"), f.integers("turns"), f.integer("total"),
                f.integers("roll"), f.integer("need"), f.integer("trigger"),
                f.integers("queue"));
        }
    }

    /**
     * What {@link Turn#vollelotte} returns.
     *
     * @param phase "normal" or "extra"
     * @param seat who is on turn
     * @param scores banked points
     * @param turns turns begun, the current one included
     * @param total points of this turn before this roll
     * @param roll the dice to choose from, ascending
     * @param trigger a seat, or -1
     * @param queue seats still to play after this one
     * @param card the card being played
     * @param under points kept under this card
     * @param lottes Volle Lottes under this card
     * @param faces collected in a suite, ascending
     * @param deck cards left of each kind
     */
    public record Vollelotte(String phase, int seat, List<Integer> scores,
                             List<Integer> turns, int total,
                             List<Integer> roll, int trigger,
                             List<Integer> queue, String card, int under,
                             int lottes, List<Integer> faces,
                             List<Integer> deck) {

        static Vollelotte of(Fields f) {
            return new Vollelotte(f.text("phase"), f.integer("seat"),
                f.integers("scores"), f.integers("turns"), f.integer("total"),
                f.integers("roll"), f.integer("trigger"), f.integers("queue"),
                f.text("card"), f.integer("under"), f.integer("lottes"),
                f.integers("faces"), f.integers("deck"));
        }
    }

    /**
     * What {@link Turn#rolit} returns.
     *
     * @param size rows and columns
     * @param board row by row: '.', 'R', 'Y', 'G' or 'B'
     * @param seat who is on turn
     * @param colours the letter of each seat
     * @param balls balls of its colour
     * @param turns turns begun, the current one included
     */
    public record Rolit(int size, String board, int seat,
                        List<String> colours, List<Integer> balls,
                        List<Integer> turns) {

        static Rolit of(Fields f) {
            return new Rolit(f.integer("size"), f.text("board"),
                f.integer("seat"), f.texts("colours"), f.integers("balls"),
                f.integers("turns"));
        }
    }

    /**
     * What {@link Turn#blackpot} returns.
     *
     * @param asked "place", "challenge" or "forced"
     * @param seat whose turn it is
     * @param roll the three dice, ascending
     * @param numbers of the board row by row; 0: no cell
     * @param own by cell: '#', '.', '0' or '1'
     * @param used by cell: a hexadecimal digit of directions
     * @param pawns pawns left, by side
     * @param points points of alignments, by side
     * @param turns turns begun, the current one included
     * @param roller whose roll it is
     * @param queue seats that still play this roll
     * @param idle consecutive turns without a pawn
     * @param indicated the values to place, when forced
     * @param closing true when a side has placed its last pawn
     */
    public record Blackpot(String asked, int seat, List<Integer> roll,
                           List<Integer> numbers, String own, String used,
                           List<Integer> pawns, List<Integer> points,
                           List<Integer> turns, int roller,
                           List<Integer> queue, int idle,
                           List<Integer> indicated, boolean closing) {

        static Blackpot of(Fields f) {
            return new Blackpot(f.text("asked"), f.integer("seat"),
                f.integers("roll"), f.integers("numbers"), f.text("own"),
                f.text("used"), f.integers("pawns"), f.integers("points"),
                f.integers("turns"), f.integer("roller"), f.integers("queue"),
                f.integer("idle"), f.integers("indicated"),
                f.flag("closing"));
        }
    }
}
