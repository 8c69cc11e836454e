package dev.ralph.agent;

import dev.ralph.agent.JsonTextScanner.Unreadable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the wanted fields of one JSON object that stands on one line, and passes over everything else without decoding
/// or keeping it: most of an agent's stream is what tools printed, and nobody here wants that.
///
/// What is passed over is only looked at for quotes and brackets, not for being right. Memory and depth of calls are
/// bounded by the [WantedFields], the number of values and the length of the line, whatever the line holds.
final class JsonLine {
    private static final int MOST_VALUES = 20_000;
    private static final int LONGEST_WHOLE = 18;
    private static final int LONGEST_DECIMAL = 40;

    /// How an attempt to read an object ended.
    enum Outcome {
        READ,
        /// The bytes ended before the object did.
        SHORT,
        /// It is not a JSON object on one line.
        BROKEN
    }

    private final WantedFields shape;
    private final JsonTextScanner text = new JsonTextScanner();
    private byte[] bytes = JsonTextScanner.NOTHING;
    private int at;
    private int to;
    private int valuesLeft;
    private @Nullable JsonFieldValues fields;

    JsonLine(WantedFields shape) {
        this.shape = shape;
    }

    /// @param from where its brace stands
    Outcome read(byte[] all, int from, int end) {
        bytes = all;
        at = from + 1;
        to = end;
        valuesLeft = MOST_VALUES;
        try {
            fields = object(shape);
            return Outcome.READ;
        } catch (Unreadable unreadable) {
            fields = null;
            return unreadable.isShort() ? Outcome.SHORT : Outcome.BROKEN;
        } finally {
            bytes = JsonTextScanner.NOTHING;
        }
    }

    /// What was read last.
    JsonFieldValues fields() {
        if (fields == null) {
            throw new IllegalStateException("nothing was read");
        }
        return fields;
    }

    /// Where the object that was read last has ended.
    int end() {
        return at;
    }

    /// Behind the brace that opens an object.
    private JsonFieldValues object(WantedFields wanted) {
        JsonFieldValues found = new JsonFieldValues(wanted);
        byte c = next();
        if (c == '}') {
            return found;
        }
        while (true) {
            int index = name(c, wanted);
            if (index >= 0) {
                found.set(index, value(colon(), wanted.child(index)));
            } else {
                pass(colon());
            }
            if (!another('}')) {
                return found;
            }
            c = next();
        }
    }

    /// The index of a name in the shape, or -1.
    ///
    /// @param c the byte before, which has to be a quote
    private int name(byte c, WantedFields wanted) {
        if (c != '"') {
            throw Unreadable.broken();
        }
        int start = at;
        int end = JsonTextScanner.special(bytes, start, to);
        if (bytes[end] != '"') {
            return wanted.find(text());
        }
        at = end + 1;
        return wanted.find(bytes, start, end);
    }

    /// A text, decoded. Behind its first quote.
    private String text() {
        String decoded = text.read(bytes, at, to);
        at = text.end() + 1;
        return decoded;
    }

    /// The first byte of the value that follows a name.
    private byte colon() {
        if (next() != ':') {
            throw Unreadable.broken();
        }
        return next();
    }

    /// Whether another member or item follows the one that was read.
    private boolean another(char closing) {
        byte c = next();
        if (c == ',') {
            return true;
        }
        if (c != closing) {
            throw Unreadable.broken();
        }
        return false;
    }

    /// The next byte that is no white space. A line end is none that an object may hold.
    private byte next() {
        int i = at;
        while (i < to) {
            byte c = bytes[i++];
            if (c != ' ' && c != '\t' && c != '\r') {
                at = i;
                return c;
            }
        }
        throw Unreadable.tooShort();
    }

    /// @param c its first byte, which was read
    private @Nullable Object value(byte c, WantedFields wanted) {
        if (--valuesLeft < 0) {
            throw Unreadable.broken();
        }
        if (c == '"') {
            if (wanted.wanted()) {
                return text();
            }
        } else if (c == '{') {
            if (wanted.deep()) {
                WantedFields any = wanted.any();
                return any == null ? object(wanted) : members(any);
            }
        } else if (c == '[') {
            if (wanted.deep() || wanted.wanted()) {
                return list(wanted);
            }
        } else {
            int start = at - 1;
            pass(c);
            return plain(c, start, wanted.wanted());
        }
        pass(c);
        return null;
    }

    private @Nullable Object plain(byte c, int start, boolean wanted) {
        return switch (c) {
            case 't' -> at - start == 4 ? true : null;
            case 'f' -> at - start == 5 ? false : null;
            case 'n' -> null;
            default -> wanted ? number(start) : null;
        };
    }

    /// The members of an object whose names do not matter.
    private List<JsonFieldValues.Entry> members(WantedFields wanted) {
        List<JsonFieldValues.Entry> members = new ArrayList<>();
        byte c = next();
        if (c == '}') {
            return members;
        }
        while (true) {
            if (c != '"') {
                throw Unreadable.broken();
            }
            String name = text();
            if (value(colon(), wanted) instanceof JsonFieldValues member) {
                members.add(new JsonFieldValues.Entry(name, member));
            }
            if (!another('}')) {
                return members;
            }
            c = next();
        }
    }

    /// Lists inside lists are passed over, so the depth of the shape bounds the depth of the calls.
    private List<Object> list(WantedFields wanted) {
        List<Object> items = new ArrayList<>(2);
        byte c = next();
        if (c == ']') {
            return items;
        }
        while (true) {
            if (c == '[') {
                pass(c);
            } else {
                Object item = value(c, wanted);
                if (item != null) {
                    items.add(item);
                }
            }
            if (!another(']')) {
                return items;
            }
            c = next();
        }
    }

    /// Passes over a value.
    ///
    /// @param c its first byte, which was read
    private void pass(byte c) {
        if (c == '"') {
            at = JsonTextScanner.close(bytes, at, to) + 1;
        } else if (c == '{' || c == '[') {
            passInside();
        } else if (c == 'n' || c == 't' || c == 'f' || c == '-' || (c >= '0' && c <= '9')) {
            passWord();
        } else {
            throw Unreadable.broken();
        }
    }

    private void passInside() {
        byte[] all = bytes;
        int end = to;
        int depth = 1;
        int i = at;
        while (i < end) {
            byte c = all[i++];
            if (c == '"') {
                i = JsonTextScanner.close(all, i, end) + 1;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                if (--depth == 0) {
                    at = i;
                    return;
                }
            } else if (c == '\n') {
                throw Unreadable.broken();
            }
        }
        throw Unreadable.tooShort();
    }

    private void passWord() {
        int i = at;
        while (i < to) {
            byte c = bytes[i];
            boolean inside =
                    (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'E';
            if (!inside) {
                at = i;
                return;
            }
            i++;
        }
        throw Unreadable.tooShort();
    }

    /// A number of a sane size, else nothing. `1e999999999` is short, but its digits would fill the memory.
    private @Nullable Object number(int start) {
        boolean negative = bytes[start] == '-';
        int first = negative ? start + 1 : start;
        long whole = 0;
        for (int i = first; i < at; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return decimal(start);
            }
            whole = whole * 10 + digit;
        }
        boolean sane = at > first && at - first <= LONGEST_WHOLE;
        return sane ? (Object) (negative ? -whole : whole) : null;
    }

    private @Nullable BigDecimal decimal(int start) {
        if (at - start > LONGEST_DECIMAL) {
            return null;
        }
        try {
            BigDecimal number = new BigDecimal(new String(bytes, start, at - start, StandardCharsets.ISO_8859_1));
            return Math.abs((long) number.scale()) > LONGEST_DECIMAL ? null : number;
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }
}
