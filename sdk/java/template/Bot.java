import rollcall.Answer;
import rollcall.Place;
import rollcall.Rollcall;
import rollcall.Turn;

/** Plays @GAME@: makes a random legal move. */
public class Bot {
    /** turn.view() is the position, turn.legal() the list of legal moves. */
    static Answer choose(Turn turn) {
        return new Place(turn.random().below(turn.legal().size()));
    }

    public static void main(String[] words) {
        Rollcall.run(Bot::choose);
    }
}
