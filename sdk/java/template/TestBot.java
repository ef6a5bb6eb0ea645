import java.util.List;
import rollcall.Move;
import rollcall.Place;
import rollcall.Rollcall;

/** make test */
public class TestBot {
    public static void main(String[] words) {
        var turn = Rollcall.turnOf("@GAME@", "{}",
            List.of(Move.then("roll"), Move.then("bank")));
        var move = Bot.choose(turn);

        if (!move.equals(new Place(0)) && !move.equals(new Place(1)))
            throw new AssertionError(move);
    }
}
