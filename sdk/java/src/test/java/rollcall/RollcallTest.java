package rollcall;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The tests of the library, without a framework: run main. */
public final class RollcallTest {
    private static final String HELLO = """
        {"type":"hello","protocol":1,"game":"pig","rules":{"target":100,\
        "ranking":"winner"},"seats":2,"names":["ann","b\\u00e9b"],"seat":1,\
        "limits":{"start_ms":1,"move_ms":2,"game_ms":3}}
        """;
    private static final String GAME = """
        {"type":"game","number":2,"of":3,"seed":7,"anchors":[]}
        """;
    private static final String TURN = """
        {"type":"turn","ms":9,"events":[],"view":{"seat":1,"scores":[32,53],\
        "turns":[5,5],"total":23,"roll":[5]},\
        "legal":[{"then":"roll"},{"then":"bank"}]}
        """;
    private static final String AGAIN = """
        {"type":"again","ms":5,"fault":"illegal","why":"no"}
        """;
    private static final String BYE = """
        {"type":"bye","secret":"00"}
        """;
    private static final String LEGAL = "; expected a place in legal, 0 to 1,"
        + " or a move";

    private RollcallTest() {
    }

    public static void main(String[] words) {
        turns();
        say();
        again();
        noMove();
        thrown();
        wrongLines();
        longLines();
        moves();
        offline();
        random();
        json();
        dice();
    }

    private static void turns() {
        String said = play(turn -> {
            equal(turn.pig(), new Views.Pig(1, List.of(32, 53), List.of(5, 5),
                23, List.of(5)));
            equal(turn.hello().rules(), Map.of("target", 100L, "ranking",
                "winner"));
            equal(turn.hello().names(), List.of("ann", "b\u00e9b"));
            equal(turn.hello().limits(), new Hello.Limits(1, 2, 3));
            equal(turn.game(), new Game(2, 3, 7, List.of()));
            equal(turn.random().next(), 0x63cbe1e459320dd7L);
            turn.say("\u00e9 \"\n");
            return turn.legal().get(1);
        }, new Options().name("a"), HELLO, "{\"type\":3}\n", "\r\n", GAME,
            TURN, BYE, TURN);
        equal(said, "{\"type\":\"ready\",\"name\":\"a\",\"legal\":true,"
            + "\"events\":true}\n{\"move\":{\"then\":\"bank\"},"
            + "\"say\":\"\u00e9 \\\"\\u000a\"}\n");
    }

    /** Text for spectators is never a fault. */
    private static void say() {
        String said = play(turn -> {
            turn.say("\0" + "\u00e9".repeat(70_000));
            return new Place(0);
        }, new Options(), HELLO, GAME, TURN);
        equal(said.substring(said.indexOf('\n') + 1),
            "{\"move\":0,\"say\":\"\ufffd" + "\u00e9".repeat(248) + "\"}\n");
    }

    private static void again() {
        Object[][] rows = {
            {new Place(0), "{\"move\":0}{\"move\":1}{\"move\":0}"},
            {new Place(1), "{\"move\":1}{\"move\":0}{\"move\":0}"},
            {Move.then("roll"),
                "{\"move\":{\"then\":\"roll\"}}{\"move\":1}{\"move\":0}"}};
        for (Object[] row : rows) {
            String said = play(turn -> (Answer) row[0], new Options(), HELLO,
                GAME, TURN, AGAIN, AGAIN);
            equal(said.substring(said.indexOf('\n')).replace("\n", ""),
                row[1]);
        }
    }

    private static void noMove() {
        Object[][] rows = {{new Place(-1), "-1"}, {new Place(2), "2"},
            {null, "null"}, {Move.of(Map.of()), "{}"}};
        for (Object[] row : rows)
            fails("choose returned " + row[1] + LEGAL, () -> play(
                turn -> (Answer) row[0], new Options(), HELLO, GAME, TURN));
    }

    private static void thrown() {
        Exception thrown = new Exception("on purpose");
        Throwable error = fails("the line: " + TURN.strip(), () -> play(
            turn -> {
                throw thrown;
            }, new Options(), HELLO, GAME, TURN.strip() + "\r\n"));
        equal(error.getMessage().endsWith("}"), true);
        equal(error.getCause(), thrown);
    }

    private static void wrongLines() {
        String[] lines = {"hello", "[1,2]", "null", "{\"type\":\"bye\"} x",
            "{\"type\":\"turn\",\"legal\":{}}",
            "{\"type\":\"game\",\"seed\":\"x\"}"};
        for (String line : lines) {
            Throwable error = fails("the referee sent a line that is not",
                () -> play(turn -> null, new Options(), HELLO, line + "\n"));
            equal(error.getMessage().endsWith(": " + line), true);
        }
        fails("to verify the dice, a bot needs the events",
            () -> play(turn -> null, new Options().verify(true).events(false)));
    }

    private static void longLines() {
        String padded = TURN.replace("\"ms\":9",
            "\"pad\":\"" + "x".repeat(200_000) + "\",\"ms\":9");
        String said = play(turn -> new Place(1), new Options(), HELLO, GAME,
            TURN, padded, TURN, padded.strip());
        equal(said.lines().count(), 5L);
    }

    private static void moves() {
        String[] texts = {"{\"keep\":[1,5],\"then\":\"roll\"}",
            "{\"cells\":[]}", "{\"pass\":true}", "{\"indicate\":[3,14]}",
            "{\"take\":3,\"from\":[0,1]}", "{\"keep\":\"all\",\"pass\":0}",
            "{\"keep\":[1,\"a\"]}", "\"up\"", "[1,2]", "null"};
        for (String text : texts)
            equal(Move.of(Json.read(text)).toString(), text);
        equal(Move.keep(List.of(1, 5), "roll"), Move.of(Json.read(
            "{\"then\":\"roll\",\"keep\":[1,5]}")));
        equal(Move.keep(List.of(1, 5), "roll").keep(), List.of(1, 5));
        equal(Move.cells(List.of("b2", "a1")).cells(), List.of("b2", "a1"));
        equal(Move.cells(List.of()).keep(), null);
        equal(Move.indicate(List.of()).toString(), "{\"indicate\":[]}");
        equal(Move.cell("d6").cell(), "d6");
        equal(Move.pass().isPass(), true);
        equal(Move.of(Json.read("{\"keep\":[1,\"a\"]}")).keep(), null);
    }

    private static void offline() {
        Turn turn = Rollcall.turnFrom(TURN);
        equal(turn.pig().total(), 23);
        turn = Rollcall.turnFrom(TURN, HELLO, GAME);
        equal(turn.random().next(), 0x63cbe1e459320dd7L);
        equal(turn.hello().seat(), 1);
        turn = Rollcall.turnOf("rolit", "{\"size\":4}",
            List.of(Move.cell("d2")));
        equal(turn.rolit().size(), 4);
        equal(turn.legal().get(0).cell(), "d2");
        fails("a view of pig was asked for, but the game is rolit", turn::pig);
        fails("expected a line of the type turn, found \"again\"",
            () -> Rollcall.turnFrom(AGAIN));
        fails("total: expected an integer, found \"1\"", () -> Rollcall
            .turnOf("pig", "{\"total\":\"1\"}", List.of()).pig());
    }

    private static void random() {
        Random random = new Random(7);
        equal(random.next(), 0x63cbe1e459320dd7L);
        equal(random.next(), 0x044c3cd7f43c661cL);
        equal(new Random(7).unit(), 0.3898297483912715);
        equal(new Random(7).nextInt(), 0x63cbe1e4);
        // A number is rejected and another drawn.
        equal(new Random(2866022).below(2147000000), 2027890142);
        equal(new Random(7).pick(List.of("a", "b")), "b");
        random.setSeed(7);
        List<Integer> below = new ArrayList<>();
        for (int i = 0; i < 10; i++)
            below.add(random.below(6));
        equal(below, List.of(1, 4, 1, 3, 2, 1, 2, 5, 0, 4));
        List<Integer> list = Arrays.asList(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        new Random(7).shuffle(list);
        equal(list, List.of(1, 0, 3, 4, 6, 2, 8, 5, 7, 9));
    }

    private static void json() {
        String[] right = {"{}", "[]", "[0,-1,123456789012345678]", "1.5",
            "{\"b\":[{\"a\":null},true,false]}", "\"a\\\\\\\"/\u00e9\"",
            "1.2345678901234567E30"};
        for (String text : right)
            equal(Json.write(Json.read(" " + text + "\t")), text);
        equal(Json.read("\"\\u0041\\n\\ud83c\\udfb2\\/\""), "A\n\ud83c\udfb2/");
        equal(Json.read("1e3"), 1000.0);
        String[] wrong = {"", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01",
            "1.", "+1", "-", ".5", "1e", "tru", "\"a", "\"\\x\"", "\"\\u12\"",
            "\"\u0001\"", "1 2", "[1}", "nul", "NaN", "\"a\nb\"",
            "[".repeat(100_000)};
        for (String text : wrong)
            fails("character ", () -> Json.read(text));
        equal(fails("", () -> Json.read("[1, x]")).getMessage(),
            "character 5: expected a value, found \"x\"");
        fails("cannot be written", () -> Json.write(Double.NaN));
    }

    /** The conversation of docs/protocol.md. */
    private static void dice() {
        Hello.Seal seal = new Hello.Seal(
            "d2d12f21e74d9560bcc9b47ebf83829f3d9808c5eac9a4fa98ebe1eeb7a86a0e",
            "b2d986394d8ed90a5f84d85c78fb4a250a18abf6a9d63770d8a71398fa7fb4b5",
            128, 8);
        List<String> anchors = List.of(
            "ca37ae62a0675353d791afb766d6b53785e337c5c1f7df699d3fcbfafe183965",
            "0486f7914b2344823bff520951cbad5a2cf7f48d0f1c2bda1d894e0f36a1d04a",
            "6851bcb4cabaacc80dc38af650e41e78d1502bc2910f9ee8b3ddcbc0b5317df9");
        String first = "0760b528cdf3c9c1139cbc43116f0e3286841460e883bc03d3de8e0"
            + "80b84dea4";
        String second = "34914607f2bc3902d208024d04a31758324954f4dfbfb62bcda298"
            + "aa48397f00";
        String ninth = "72669130e52af79baf6a63404e9ece688d76b82dbd024464206087c"
            + "99f6c53c0";
        Dice dice = new Dice(seal);
        dice.begin(anchors);
        dice.read(List.of(draw(1, 1, "[6,5,4,4,4,6,3]", first),
            draw(2, 1, "[5,3,5,4,6,5,3]", second),
            draw(1, 9, "[3,5,4,1,6,2,4]", ninth)), 0);
        dice.end("b57b07cb29d6f1f4d49b623ecc3fccc55ace7966094ea772f04612444554"
            + "cbc2");
        fails("dice: the secret is not the sealed one",
            () -> dice.end(seal.seal()));
        fails("dice: roll 1 of stream 1: it comes after a later one",
            () -> dice.read(List.of(draw(1, 1, "[]", first)), 0));
        dice.begin(anchors);
        fails("dice: a second anchor of chain 0 of stream 1", () -> dice.read(
            List.of(new Event(Map.of("t", "chain", "s", 1L, "anchor", first))),
            0));
        fails("dice: roll 1 of stream 1: the values are not those of the link",
            () -> dice.read(List.of(draw(1, 1, "[6,5,4,4,4,6,4]", first)), 0));
        fails("dice: roll 2 of stream 1: the link does not lead to its anchor",
            () -> dice.read(List.of(draw(1, 2, "[]", first)), 0));
        fails("dice: roll 129 of stream 1: its chain has no anchor",
            () -> dice.read(List.of(draw(1, 129, "[]", first)), 0));
        fails("dice: a link is not 64 hex digits: \"zz\"",
            () -> dice.read(List.of(draw(1, 1, "[]", "zz")), 0));
        dice.read(List.of(draw(1, 129, "[6,5,4,4,4,6,3]", first)), 1);
        // An event of a later version.
        dice.read(List.of(new Event(Map.of("t", 3L))), 0);
    }

    private static Event draw(int stream, int k, String values, String link) {
        return new Event(Map.of("t", "draw", "s", (long) stream, "k", (long) k,
            "dice", "7d6", "v", Json.read(values), "link", link));
    }

    /** Everything that a bot sends in a conversation. */
    private static String play(Chooser chooser, Options options,
                               String... lines) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Rollcall.play(chooser, options.output(said)
            .input(new ByteArrayInputStream(String.join("", lines)
                .getBytes(StandardCharsets.UTF_8))));
        return said.toString(StandardCharsets.UTF_8);
    }

    private static void equal(Object found, Object expected) {
        if (found == null ? expected != null : !found.equals(expected))
            throw new AssertionError("expected " + expected + ", found "
                + found);
    }

    private static Throwable fails(String message, Runnable what) {
        try {
            what.run();
        } catch (RuntimeException e) {
            if (e.getMessage().startsWith(message))
                return e;
            throw new AssertionError("expected " + message, e);
        }
        throw new AssertionError("no failure: " + message);
    }
}
