package rollcall;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks the dice of one match.
 *
 * <p>Every roll comes with a link. Hashing a link gives the previous one on its
 * chain, and so on down to the anchor. The anchor was public before the game,
 * so the roll was fixed by then. The values are computed from the link and the
 * salt.
 *
 * <p>What only the whole log can show is left to {@code referee verify}: that
 * the anchors are the sealed ones, and that each roll was due by the rules.
 *
 * <p>{@link Options#verify} uses it; call the methods yourself only for lines
 * that do not come through {@link Rollcall#run}. On an error they throw a
 * RollcallException whose message begins with "dice: ".
 */
public final class Dice {
    private record Link(int element, byte[] bytes) {
    }

    private final MessageDigest sha256;
    private final byte[] seal;
    private final byte[] salt;
    private final int links;
    private final Map<Long, Link> shown = new HashMap<>();
    private final Map<Integer, Integer> last = new HashMap<>();
    private boolean lost;

    /** Begins a match, with the dice of its hello line. */
    public Dice(Hello.Seal told) {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
        seal = unhex("the seal", told.seal());
        salt = unhex("the salt", told.salt());
        links = told.links();
        if (links < 1)
            throw wrong("a chain has at least 1 link, not " + links);
    }

    /** Begins a game: the anchors of chain 0 of each stream, in hex. */
    public void begin(List<String> anchors) {
        shown.clear();
        last.clear();
        lost = false;
        for (int stream = 0; stream < anchors.size(); stream++)
            shown.put(chain(stream, 0),
                new Link(0, unhex("an anchor", anchors.get(stream))));
    }

    /**
     * Checks the events of a turn or an over line; {@code lostEvents} is the
     * number of events that were left out before them.
     */
    public void read(List<Event> events, int lostEvents) {
        // The omitted events may have shown the anchor of a chain.
        lost |= lostEvents > 0;
        for (Event event : events) {
            switch (event.t()) {
            case "chain" -> readChain(event);
            case "draw" -> {
                // A roll that another seat sees comes whole with over.
                if (!event.json().containsKey("to")
                    || event.json().containsKey("link"))
                    readDraw(event);
            }
            default -> { }
            }
        }
    }

    /** Checks that the secret of the match, in hex, is the sealed one. */
    public void end(String secret) {
        if (!MessageDigest.isEqual(seal,
            hash("rollcall seal", unhex("the secret", secret))))
            throw wrong("the secret is not the sealed one");
    }

    private void readChain(Event event) {
        Link anchor = new Link(0, unhex("an anchor", event.anchor()));
        if (shown.putIfAbsent(chain(event.s(), event.c()), anchor) != null)
            throw wrong("a second anchor of chain " + event.c()
                + " of stream " + event.s());
    }

    private void readDraw(Event event) {
        int k = event.k();
        String roll = "roll " + k + " of stream " + event.s() + ": ";
        if (k <= last.getOrDefault(event.s(), 0))
            throw wrong(roll + "it comes after a later one");
        long chain = chain(event.s(), (k - 1) / links);
        Link link = new Link((k - 1) % links + 1,
            unhex("a link", event.link()));
        Link before = shown.get(chain);
        if (before == null && !lost)
            throw wrong(roll + "its chain has no anchor");
        if (before != null && !leadsTo(link, before))
            throw wrong(roll + "the link does not lead to its anchor");
        if (!values(roll, link.bytes(), event.dice()).equals(event.v()))
            throw wrong(roll + "the values are not those of the link");
        shown.put(chain, link);
        last.put(event.s(), k);
    }

    /** The key of a chain: hashing a record would take long the first time. */
    private static long chain(int stream, int number) {
        return (long) stream << 32 | number;
    }

    private boolean leadsTo(Link link, Link before) {
        if (link.element() <= before.element())
            return false;
        byte[] hashed = link.bytes();
        for (int i = before.element(); i < link.element(); i++)
            hashed = hash("rollcall link", hashed);
        return MessageDigest.isEqual(hashed, before.bytes());
    }

    /** The values that a link gives to dice such as "7d6". */
    private List<Integer> values(String roll, byte[] link, String dice) {
        int count = 0;
        int sides = 0;
        int d = dice.indexOf('d');
        try {
            count = Integer.parseInt(dice.substring(0, Math.max(d, 0)));
            sides = Integer.parseInt(dice.substring(d + 1));
        } catch (NumberFormatException e) {
            // They stay 0.
        }
        if (count < 1 || count > 1000 || sides < 1 || sides > 65536
            || !dice.equals(count + "d" + sides))
            throw wrong(roll + "\"" + dice + "\" are no dice");
        List<Integer> values = new ArrayList<>(count);
        for (int block = 0;; block++) {
            byte[] number = {(byte) (block >> 24), (byte) (block >> 16),
                (byte) (block >> 8), (byte) block};
            byte[] words = hash("rollcall draw", salt, link, number);
            for (int at = 0; at < words.length; at += 4) {
                long word = (words[at] & 255L) << 24
                    | (words[at + 1] & 255) << 16
                    | (words[at + 2] & 255) << 8 | words[at + 3] & 255;
                // Smaller words would make the low values likelier.
                if (word >= (1L << 32) % sides)
                    values.add((int) (1 + word % sides));
                if (values.size() == count)
                    return values;
            }
        }
    }

    private byte[] hash(String label, byte[]... parts) {
        sha256.update(label.getBytes(StandardCharsets.US_ASCII));
        for (byte[] part : parts)
            sha256.update(part);
        return sha256.digest();
    }

    private static byte[] unhex(String what, String text) {
        byte[] bytes = new byte[32];
        for (int i = 0; i < 64; i++) {
            int digit = i < text.length() && text.charAt(i) < 128
                ? Character.digit(text.charAt(i), 16) : -1;
            if (digit < 0 || text.length() != 64)
                throw wrong(what + " is not 64 hex digits: \"" + text + "\"");
            bytes[i / 2] = (byte) (bytes[i / 2] << 4 | digit);
        }
        return bytes;
    }

    private static RollcallException wrong(String what) {
        return new RollcallException("dice: " + what);
    }
}
