package rollcall;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes JSON, without other packages. An object is a Map that keeps
 * the order of its keys, an array a List, and a number a Long, or a Double if
 * it is not an integer of at most 18 characters; other values are a String, a
 * Boolean or null.
 */
public final class Json {
    private static final int DEPTH_MAX = 500;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /**
     * Reads one value, with only white space around it.
     *
     * @throws IllegalArgumentException if the text is not JSON; its message has
     *     the position of the error
     */
    public static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.space();
        if (json.at < text.length())
            throw json.wrong("the end");
        return value;
    }

    /**
     * Writes a value on one line: any that {@link #read} returns, or with any
     * Number, any Iterable, or a {@link Move} in it.
     *
     * @throws IllegalArgumentException for a value of another type, or a number
     *     that is not finite
     */
    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof String text) {
            quote(text, out);
        } else if (value instanceof Map<?, ?> map) {
            String between = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(between);
                quote(String.valueOf(entry.getKey()), out);
                out.append(':');
                write(entry.getValue(), out);
                between = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> list) {
            int start = out.length();
            for (Object element : list) {
                out.append(out.length() == start ? '[' : ',');
                write(element, out);
            }
            out.append(out.length() == start ? "[]" : "]");
        } else if (value instanceof Move move) {
            write(move.json(), out);
        } else if (value == null || value instanceof Boolean
            || value instanceof Number && isFinite((Number) value)) {
            out.append(value);
        } else {
            throw new IllegalArgumentException(
                "cannot be written as JSON: " + value);
        }
    }

    private static boolean isFinite(Number number) {
        return Double.isFinite(number.doubleValue());
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\')
                out.append('\\').append(c);
            else if (c >= ' ')
                out.append(c);
            else
                out.append("\\u00").append(Character.forDigit(c >> 4, 16))
                    .append(Character.forDigit(c & 15, 16));
        }
        out.append('"');
    }

    private Object value(int depth) {
        space();
        if (depth > DEPTH_MAX)
            throw wrong("at most " + DEPTH_MAX + " levels");
        switch (peek()) {
        case '{':
            return object(depth);
        case '[':
            return array(depth);
        case '"':
            return string();
        case 't':
            return word("true", true);
        case 'f':
            return word("false", false);
        case 'n':
            return word("null", null);
        default:
            return number();
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        space();
        if (take('}'))
            return map;
        do {
            space();
            if (peek() != '"')
                throw wrong("a key");
            String key = string();
            space();
            if (!take(':'))
                throw wrong("a colon");
            map.put(key, value(depth + 1));
            space();
        } while (take(','));
        if (!take('}'))
            throw wrong("a comma or }");
        return map;
    }

    private List<Object> array(int depth) {
        List<Object> list = new ArrayList<>();
        at++;
        space();
        if (take(']'))
            return list;
        do {
            list.add(value(depth + 1));
            space();
        } while (take(','));
        if (!take(']'))
            throw wrong("a comma or ]");
        return list;
    }

    private String string() {
        int start = ++at;
        StringBuilder out = null;
        for (;; at++) {
            char c = peek();
            if (c == '"') {
                String last = text.substring(start, at++);
                return out == null ? last : out.append(last).toString();
            }
            if (c < ' ')
                throw wrong("a character of a string");
            if (c == '\\') {
                out = out == null ? new StringBuilder() : out;
                out.append(text, start, at++).append(escape());
                start = at + 1;
            }
        }
    }

    /** Reads what follows a backslash; stops at its last character. */
    private char escape() {
        char c = peek();
        int place = "\"\\/bfnrt".indexOf(c);
        if (c != 'u' && place < 0)
            throw wrong("an escape");
        if (c != 'u')
            return "\"\\/\b\f\n\r\t".charAt(place);
        int code = 0;
        for (int i = 0; i < 4; i++) {
            at++;
            int digit = peek() < 128 ? Character.digit(peek(), 16) : -1;
            if (digit < 0)
                throw wrong("a hex digit");
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at))
            throw wrong("a value");
        at += word.length();
        return value;
    }

    private Object number() {
        int start = at;
        take('-');
        if (!take('0'))
            digits(start == at ? "a value" : "a digit");
        boolean whole = true;
        if (take('.')) {
            digits("a digit");
            whole = false;
        }
        if (take('e') || take('E')) {
            if (!take('+'))
                take('-');
            digits("a digit");
            whole = false;
        }
        String digits = text.substring(start, at);
        // 18 characters always fit into a long.
        return whole && digits.length() < 19 ? (Object) Long.valueOf(digits)
            : (Object) Double.valueOf(digits);
    }

    private void digits(String expected) {
        int start = at;
        while (peek() >= '0' && peek() <= '9')
            at++;
        if (at == start)
            throw wrong(expected);
    }

    /** The next character; 0, which JSON never has, at the end. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean take(char c) {
        if (peek() != c)
            return false;
        at++;
        return true;
    }

    private void space() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n'
            || peek() == '\r')
            at++;
    }

    private IllegalArgumentException wrong(String expected) {
        String found = at < text.length()
            ? "\"" + text.charAt(at) + "\"" : "the end";
        return new IllegalArgumentException("character " + (at + 1)
            + ": expected " + expected + ", found " + found);
    }
}
