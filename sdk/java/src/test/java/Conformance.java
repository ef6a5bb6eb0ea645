import java.util.List;
import rollcall.Answer;
import rollcall.Move;
import rollcall.Options;
import rollcall.Place;
import rollcall.Rollcall;
import rollcall.Turn;
import rollcall.Views;

/**
 * The conformance bot of this SDK, which sdk/transcripts/README.md specifies.
 * Its arguments are modes, such as "no-legal" or "throw".
 */
public final class Conformance {
    private final List<String> modes;
    private int decisions;

    private Conformance(List<String> modes) {
        this.modes = modes;
    }

    public static void main(String[] words) {
        Conformance bot = new Conformance(List.of(words));
        Options options = new Options().legal(!bot.is("no-legal"))
            .events(!bot.is("no-events")).verify(bot.is("verify"));
        if (bot.is("name"))
            options.name("conform 1");
        Rollcall.run(bot::choose, options);
    }

    private boolean is(String mode) {
        return modes.contains(mode);
    }

    private Answer choose(Turn turn) {
        int number = decisions++;
        if (is("print"))
            System.out.println("hello from choose");
        if (number == 1 && is("throw"))
            throw new IllegalStateException("thrown on purpose");
        if (number == 1 && is("nothing"))
            return new Place(-1);
        if (number == 1 && is("beyond"))
            return new Place(turn.legal().size());
        turn.say(say(turn));
        if (is("no-legal"))
            return new Place(0);
        int place = turn.random().below(turn.legal().size());
        return number % 2 == 0 ? new Place(place)
            : anew(turn.hello().game(), turn.legal().get(place));
    }

    /** Builds a move again from its parts. */
    private static Move anew(String game, Move move) {
        switch (game) {
        case "pig":
            return Move.then(move.then());
        case "bolo7", "bolo5", "vollelotte":
            return Move.keep(move.keep(), move.then());
        case "rolit":
            return Move.cell(move.cell());
        case "blackpot":
            return move.isPass() ? Move.pass()
                : move.cells() != null ? Move.cells(move.cells())
                : Move.indicate(move.indicate());
        default:
            return Move.of(move.json());
        }
    }

    private String say(Turn turn) {
        String text = turn.hello().game() + " " + turn.game().number() + "/"
            + turn.game().of() + " seat " + turn.hello().seat() + " of "
            + turn.hello().seats() + " legal "
            + (is("no-legal") ? "-" : turn.legal().size()) + " events "
            + (is("no-events") ? "-" : turn.events().size()) + " lost "
            + turn.lost() + " ms " + turn.ms();
        switch (turn.hello().game()) {
        case "pig":
            Views.Pig pig = turn.pig();
            return text + race(pig.scores(), pig.total(), pig.roll());
        case "bolo7":
            Views.Bolo7 bolo7 = turn.bolo7();
            return text + " phase " + bolo7.phase()
                + race(bolo7.scores(), bolo7.total(), bolo7.roll());
        case "bolo5":
            Views.Bolo5 bolo5 = turn.bolo5();
            return text + " phase " + bolo5.phase()
                + race(bolo5.scores(), bolo5.total(), bolo5.roll());
        case "vollelotte":
            Views.Vollelotte lotte = turn.vollelotte();
            return text + race(lotte.scores(), lotte.total(), lotte.roll());
        case "rolit":
            Views.Rolit rolit = turn.rolit();
            return text + " size " + rolit.size() + " balls "
                + list(rolit.balls()) + " board "
                + rolit.board().substring(0, rolit.size());
        case "blackpot":
            Views.Blackpot pot = turn.blackpot();
            return text + " asked " + pot.asked() + " roll "
                + list(pot.roll()) + " pawns " + list(pot.pawns())
                + " points " + list(pot.points());
        default:
            return text;
        }
    }

    private static String race(List<Integer> scores, int total,
                               List<Integer> roll) {
        return " scores " + list(scores) + " total " + total + " roll "
            + list(roll);
    }

    private static String list(List<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        for (int number : numbers)
            text.append(text.length() == 0 ? "" : ",").append(number);
        return text.toString();
    }
}
