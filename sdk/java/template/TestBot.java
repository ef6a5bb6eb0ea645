import rollcall.Place;
import rollcall.Rollcall;

/** make test */
public class TestBot {
    public static void main(String[] words) {
        var turn = Rollcall.turnFrom(
            "@TURN_STRING@",
            "@HELLO_STRING@", "{}");
        var move = Bot.choose(turn);

        for (int i = 0; i < @MOVES@; i++)
            if (move.equals(new Place(i)))
                return;
        throw new AssertionError(move);
    }
}
