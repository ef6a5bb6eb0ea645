package rollcall;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the fields of a decoded object. A missing field is 0, "", false or
 * empty; one of another type throws a WrongField.
 */
record Fields(Map<String, Object> json) {

    long number(String key) {
        Object value = json.get(key);
        if (value == null)
            return 0;
        if (value instanceof Long number)
            return number;
        throw wrong(key, "an integer", value);
    }

    int integer(String key) {
        return toInt(key, number(key));
    }

    String text(String key) {
        Object value = json.get(key);
        if (value == null)
            return "";
        if (value instanceof String text)
            return text;
        throw wrong(key, "a text", value);
    }

    boolean flag(String key) {
        Object value = json.get(key);
        if (value == null)
            return false;
        if (value instanceof Boolean flag)
            return flag;
        throw wrong(key, "true or false", value);
    }

    Map<String, Object> object(String key) {
        Object value = json.get(key);
        return value == null ? Map.of() : toObject(key, value);
    }

    List<Map<String, Object>> objects(String key) {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (Object value : list(key))
            objects.add(toObject(key, value));
        return objects;
    }

    @SuppressWarnings("unchecked") // Json.read makes no other lists
    List<Object> list(String key) {
        Object value = json.get(key);
        if (value == null)
            return List.of();
        if (value instanceof List)
            return (List<Object>) value;
        throw wrong(key, "a list", value);
    }

    List<Integer> integers(String key) {
        return integers(key, list(key));
    }

    List<List<Integer>> lists(String key) {
        List<List<Integer>> lists = new ArrayList<>();
        for (Object value : list(key)) {
            if (!(value instanceof List<?> list))
                throw wrong(key, "a list of lists", value);
            lists.add(integers(key, list));
        }
        return lists;
    }

    List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        for (Object value : list(key)) {
            if (!(value instanceof String text))
                throw wrong(key, "a list of texts", value);
            texts.add(text);
        }
        return texts;
    }

    private static List<Integer> integers(String key, List<?> list) {
        List<Integer> integers = new ArrayList<>(list.size());
        for (Object value : list) {
            if (!(value instanceof Long number))
                throw wrong(key, "a list of integers", value);
            integers.add(toInt(key, number));
        }
        return integers;
    }

    @SuppressWarnings("unchecked") // Json.read makes no other maps
    private static Map<String, Object> toObject(String key, Object value) {
        if (value instanceof Map)
            return (Map<String, Object>) value;
        throw wrong(key, "an object", value);
    }

    private static int toInt(String key, long number) {
        if (number != (int) number)
            throw wrong(key, "an integer of 32 bits", number);
        return (int) number;
    }

    private static WrongField wrong(String key, String expected,
                                           Object found) {
        return new WrongField(key + ": expected " + expected
            + ", found " + Json.write(found));
    }
}
