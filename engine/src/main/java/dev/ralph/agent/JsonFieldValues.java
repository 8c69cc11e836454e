package dev.ralph.agent;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The wanted fields of one JSON object. A field that is missing, null or of another type than asked for is not there:
/// whoever asks gets null, zero, false or an empty list.
final class JsonFieldValues {
    private static final long LARGEST_COUNT = 1_000_000_000_000L;

    private final WantedFields shape;
    private final @Nullable Object[] values;

    JsonFieldValues(WantedFields shape) {
        this.shape = shape;
        this.values = new Object[shape.size()];
    }

    /// A member of an object whose names do not matter.
    record Entry(String name, JsonFieldValues fields) {}

    /// Of a name that is there twice the last one counts.
    void set(int index, @Nullable Object value) {
        values[index] = value;
    }

    private @Nullable Object value(String name) {
        return values[shape.index(name)];
    }

    boolean has(String name) {
        return value(name) != null;
    }

    @Nullable
    String text(String name) {
        return value(name) instanceof String text ? text : null;
    }

    String textOr(String name, String otherwise) {
        return value(name) instanceof String text ? text : otherwise;
    }

    /// The beginning of a text, on one line.
    String detail(String name) {
        return Excerpt.detail(textOr(name, ""));
    }

    /// The same, null when it is not there.
    @Nullable
    String detailOrNull(String name) {
        String text = text(name);
        return text == null ? null : Excerpt.detail(text);
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(value(name));
    }

    boolean isFalse(String name) {
        return Boolean.FALSE.equals(value(name));
    }

    /// Zero when it is not there. Fractions are cut off.
    long number(String name) {
        Object value = value(name);
        return value instanceof Long number ? number : value instanceof BigDecimal decimal ? decimal.longValue() : 0;
    }

    /// A number of things: never below zero, and small enough that sums of them stay right.
    long count(String name) {
        return Math.clamp(number(name), 0, LARGEST_COUNT);
    }

    /// A status of HTTP, 0 for anything else.
    int status(String name) {
        long status = number(name);
        return status >= 100 && status <= 599 ? (int) status : 0;
    }

    @Nullable
    BigDecimal decimal(String name) {
        Object value = value(name);
        return value instanceof BigDecimal decimal
                ? decimal
                : value instanceof Long number ? BigDecimal.valueOf(number) : null;
    }

    @Nullable
    JsonFieldValues object(String name) {
        return value(name) instanceof JsonFieldValues fields ? fields : null;
    }

    /// The objects of a list, or the one object that stands there without a list.
    List<JsonFieldValues> objects(String name) {
        return items(name, JsonFieldValues.class);
    }

    /// The texts of a list, or the one text that stands there without a list.
    List<String> texts(String name) {
        return items(name, String.class);
    }

    /// The members of an object whose names do not matter.
    List<Entry> entries(String name) {
        return items(name, Entry.class);
    }

    private <T> List<T> items(String name, Class<T> type) {
        Object value = value(name);
        List<?> all = value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
        List<T> found = new ArrayList<>(all.size());
        for (Object item : all) {
            if (type.isInstance(item)) {
                found.add(type.cast(item));
            }
        }
        return found;
    }
}
