package dev.ralph.store;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// One JSON object of a stored event. Fields nobody asks for are ignored: an older Ralph reads what it knows.
final class JsonBody {
    private final String name;
    private final Map<String, @Nullable Object> fields;

    private JsonBody(String name, Map<String, @Nullable Object> fields) {
        this.name = name;
        this.fields = fields;
    }

    static JsonBody parse(JsonFactory json, String name, String text) {
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw UnreadableEvent.damaged("it is not a JSON object");
            }
            Map<String, @Nullable Object> fields = object(parser);
            if (parser.nextToken() != null) {
                throw UnreadableEvent.damaged("something follows its JSON object");
            }
            return new JsonBody(name, fields);
        } catch (JacksonException e) {
            throw new UnreadableEvent(UnreadableEvent.Why.DAMAGED, "it is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) {
        Map<String, @Nullable Object> fields = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            JsonToken token = parser.nextToken();
            fields.put(field, value(parser, token));
        }
        return fields;
    }

    private static List<@Nullable Object> array(JsonParser parser) {
        List<@Nullable Object> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(value(parser, token));
        }
        return items;
    }

    private static @Nullable Object value(JsonParser parser, @Nullable JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case null -> throw UnreadableEvent.damaged("its JSON ends too early");
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw UnreadableEvent.damaged("its JSON holds " + token + " where a value belongs");
        };
    }

    boolean has(String field) {
        return fields.get(field) != null;
    }

    String text(String field) {
        return get(field, String.class);
    }

    @Nullable
    String textOrNull(String field) {
        return has(field) ? text(field) : null;
    }

    @Nullable
    BigDecimal decimalOrNull(String field) {
        return has(field) ? get(field, BigDecimal.class) : null;
    }

    /// The names of its fields.
    Set<String> names() {
        return Set.copyOf(fields.keySet());
    }

    boolean flag(String field) {
        return get(field, Boolean.class);
    }

    long number(String field) {
        try {
            return get(field, BigDecimal.class).longValueExact();
        } catch (ArithmeticException e) {
            throw wrong(field, "a whole number", e);
        }
    }

    int count(String field) {
        try {
            return get(field, BigDecimal.class).intValueExact();
        } catch (ArithmeticException e) {
            throw wrong(field, "a whole number", e);
        }
    }

    Instant instant(String field) {
        try {
            return Instant.parse(text(field));
        } catch (DateTimeException e) {
            throw wrong(field, "a time", e);
        }
    }

    /// Durations are stored as seconds with a decimal fraction.
    Duration duration(String field) {
        try {
            BigDecimal seconds = get(field, BigDecimal.class);
            BigDecimal[] parts = seconds.divideAndRemainder(BigDecimal.ONE);
            return Duration.ofSeconds(
                    parts[0].longValueExact(), parts[1].movePointRight(9).longValueExact());
        } catch (ArithmeticException e) {
            throw wrong(field, "a duration in seconds", e);
        }
    }

    @Nullable
    Duration durationOrNull(String field) {
        return has(field) ? duration(field) : null;
    }

    /// A constant this Ralph does not know was written by a newer one.
    <E extends Enum<E>> E constant(String field, Class<E> type) {
        String text = text(field);
        try {
            return Enum.valueOf(type, text);
        } catch (IllegalArgumentException e) {
            throw new UnreadableEvent(
                    UnreadableEvent.Why.NEWER,
                    "its " + name + "." + field + " is " + text + ", which this Ralph does not know",
                    e);
        }
    }

    <E extends Enum<E>> @Nullable E constantOrNull(String field, Class<E> type) {
        return has(field) ? constant(field, type) : null;
    }

    JsonBody child(String field) {
        return new JsonBody(name + "." + field, asObject(field, fields.get(field)));
    }

    List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        for (Object item : get(field, List.class)) {
            if (!(item instanceof String text)) {
                throw wrong(field, "a list of texts", null);
            }
            texts.add(text);
        }
        return texts;
    }

    List<JsonBody> children(String field) {
        List<JsonBody> children = new ArrayList<>();
        for (Object item : get(field, List.class)) {
            children.add(new JsonBody(name + "." + field, asObject(field, item)));
        }
        return children;
    }

    private <T> T get(String field, Class<T> type) {
        Object value = fields.get(field);
        if (value == null) {
            throw UnreadableEvent.damaged("its " + name + "." + field + " is missing");
        }
        if (!type.isInstance(value)) {
            throw wrong(field, type == BigDecimal.class ? "a number" : "a " + type.getSimpleName(), null);
        }
        return type.cast(value);
    }

    @SuppressWarnings("unchecked") // only object() makes maps, and its keys are names
    private Map<String, @Nullable Object> asObject(String field, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw value == null
                ? UnreadableEvent.damaged("its " + name + "." + field + " is missing")
                : wrong(field, "an object", null);
    }

    private UnreadableEvent wrong(String field, String wanted, @Nullable Throwable cause) {
        return new UnreadableEvent(
                UnreadableEvent.Why.DAMAGED, "its " + name + "." + field + " is not " + wanted, cause);
    }
}
