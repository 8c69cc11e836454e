package dev.ralph.receipt;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The fields of one JSON object of a receipt. Those nobody asks for are passed over: an older Ralph reads what it
/// knows.
///
/// @param name where it stands, for messages
record ReceiptFields(String name, Map<String, ? extends @Nullable Object> values) {

    boolean has(String field) {
        return values.get(field) != null;
    }

    String text(String field) {
        return get(field, String.class, "a text");
    }

    @Nullable
    String textOrNull(String field) {
        return has(field) ? text(field) : null;
    }

    boolean flag(String field) {
        return get(field, Boolean.class, "true or false");
    }

    long number(String field) {
        return get(field, Long.class, "a whole number");
    }

    int count(String field) {
        long number = number(field);
        if (number != (int) number) {
            throw wrong(field, "a small whole number");
        }
        return (int) number;
    }

    Instant instant(String field) {
        try {
            return Instant.parse(text(field));
        } catch (DateTimeException noTime) {
            throw wrong(field, "a time");
        }
    }

    ReceiptFields child(String field) {
        return new ReceiptFields(name + field + ".", object(field));
    }

    @Nullable
    ReceiptFields childOrNull(String field) {
        return has(field) ? child(field) : null;
    }

    List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        for (Object item : get(field, List.class, "a list")) {
            texts.add(item instanceof String text ? text : fail(field, "a list of texts"));
        }
        return texts;
    }

    Map<String, String> pairs(String field) {
        Map<String, String> pairs = new TreeMap<>();
        object(field)
                .forEach((name, value) ->
                        pairs.put(name, value instanceof String text ? text : fail(field, "a table of texts")));
        return pairs;
    }

    @SuppressWarnings("unchecked") // only CanonicalJson makes maps, and its keys are names
    Map<String, @Nullable Object> object(String field) {
        return get(field, Map.class, "an object");
    }

    private <T> T get(String field, Class<T> type, String wanted) {
        Object value = values.get(field);
        if (!type.isInstance(value)) {
            throw wrong(field, wanted);
        }
        return type.cast(value);
    }

    private String fail(String field, String wanted) {
        throw wrong(field, wanted);
    }

    private IllegalArgumentException wrong(String field, String wanted) {
        return new IllegalArgumentException(
                "its " + name + field + (has(field) ? " is not " : " is missing: it is ") + wanted);
    }
}
