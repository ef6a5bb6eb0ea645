package rollcall;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A move written out. A game uses some of the parts; the parts that a move does
 * not have are null. Moves are equal when they are the same JSON, up to the
 * order of the keys.
 */
public final class Move implements Answer {
    private final Object json;

    private Move(Object json) {
        this.json = json;
    }

    /** Makes a move of any game from JSON, as {@link Json#read} returns it. */
    public static Move of(Object json) {
        return new Move(json);
    }

    /** Keeps these dice; {@code then} is "roll", "bank" or "card". */
    public static Move keep(List<Integer> dice, String then) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("keep", longs(dice));
        json.put("then", then);
        return new Move(json);
    }

    /** "roll" or "bank", in a game where no dice are kept. */
    public static Move then(String word) {
        return new Move(Map.of("then", word));
    }

    /** Places a ball on a cell, such as "d6". */
    public static Move cell(String name) {
        return new Move(Map.of("cell", name));
    }

    /** Places pawns on cells, in this order. */
    public static Move cells(List<String> names) {
        return new Move(Map.of("cells", List.copyOf(names)));
    }

    /** Passes, or claims a pass. */
    public static Move pass() {
        return new Move(Map.of("pass", true));
    }

    /** Challenges a claim with these values, or accepts it with none. */
    public static Move indicate(List<Integer> values) {
        return new Move(Map.of("indicate", longs(values)));
    }

    /** The dice kept, or null. */
    public List<Integer> keep() {
        return integers("keep");
    }

    /** "roll", "bank" or "card", or null. */
    public String then() {
        return part("then") instanceof String word ? word : null;
    }

    /** The cell, or null. */
    public String cell() {
        return part("cell") instanceof String name ? name : null;
    }

    /** The cells in order, or null. */
    public List<String> cells() {
        if (!(part("cells") instanceof List<?> list))
            return null;
        List<String> names = new ArrayList<>(list.size());
        for (Object name : list)
            if (name instanceof String text)
                names.add(text);
        return names.size() == list.size() ? names : null;
    }

    /** Is it a pass? */
    public boolean isPass() {
        return Boolean.TRUE.equals(part("pass"));
    }

    /** The values indicated, or null. */
    public List<Integer> indicate() {
        return integers("indicate");
    }

    /** The decoded JSON: a Map, unless the game has moves of another form. */
    public Object json() {
        return json;
    }

    /** Is it a move without any part? */
    boolean isEmpty() {
        return json instanceof Map<?, ?> map && map.isEmpty();
    }

    private Object part(String key) {
        return json instanceof Map<?, ?> map ? map.get(key) : null;
    }

    private List<Integer> integers(String key) {
        if (!(part(key) instanceof List<?> list))
            return null;
        List<Integer> values = new ArrayList<>(list.size());
        for (Object value : list)
            if (value instanceof Long number && number == number.intValue())
                values.add(number.intValue());
        return values.size() == list.size() ? values : null;
    }

    /** The values as Longs, like the integers of Json.read. */
    private static List<Object> longs(List<Integer> values) {
        List<Object> longs = new ArrayList<>(values.size());
        for (int value : values)
            longs.add((long) value);
        return longs;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Move move
            && (json == null ? move.json == null : json.equals(move.json));
    }

    @Override
    public int hashCode() {
        return json == null ? 0 : json.hashCode();
    }

    /** The move as it is sent. */
    @Override
    public String toString() {
        return Json.write(json);
    }
}
