package dev.ralph.verify;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// A check as one line of JSON. Its type always comes first, so that equal checks have equal lines and a shell line is
/// never taken for one.
final class CheckDefinition {
    private static final String BEGINNING = "{\"type\":\"";
    private static final JsonFactory JSON = new JsonFactory();

    private final Map<String, Object> fields = new LinkedHashMap<>();

    private CheckDefinition() {}

    static CheckDefinition of(String type) {
        return new CheckDefinition().with("type", type);
    }

    static boolean isOne(String line) {
        return line.startsWith(BEGINNING);
    }

    CheckDefinition with(String name, @Nullable Object value) {
        if (value instanceof Duration time) {
            fields.put(
                    name,
                    BigDecimal.valueOf(time.getSeconds())
                            .add(BigDecimal.valueOf(time.getNano(), 9))
                            .stripTrailingZeros());
        } else if (value != null) {
            fields.put(name, value);
        }
        return this;
    }

    CheckDefinition withAll(CheckFields more) {
        fields.putAll(more.values());
        return this;
    }

    Map<String, Object> map() {
        return fields;
    }

    String line() {
        StringWriter text = new StringWriter(128);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            write(json, fields);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, @Nullable Object value) {
        switch (value) {
            case Map<?, ?> map -> {
                json.writeStartObject();
                map.forEach((name, item) -> {
                    json.writeName(String.valueOf(name));
                    write(json, item);
                });
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                list.forEach(item -> write(json, item));
                json.writeEndArray();
            }
            case Boolean flag -> json.writeBoolean(flag);
            case BigDecimal number -> json.writeNumber(number.toPlainString());
            case Number number -> json.writeNumber(String.valueOf(number));
            case null -> json.writeNull();
            default -> json.writeString(value.toString());
        }
    }

    static CheckFields parse(String line) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            parser.nextToken();
            Map<String, Object> fields = object(parser);
            if (parser.nextToken() != null) {
                throw new InvalidCheck("something follows the JSON object");
            }
            return new CheckFields(fields);
        } catch (JacksonException broken) {
            throw new InvalidCheck("it is not JSON: " + broken.getOriginalMessage());
        }
    }

    private static Map<String, Object> object(JsonParser parser) {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            Object value = value(parser, parser.nextToken());
            if (value != null) {
                fields.put(field, value);
            }
        }
        return fields;
    }

    private static List<Object> array(JsonParser parser) {
        List<Object> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            Object value = value(parser, token);
            if (value != null) {
                items.add(value);
            }
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
            case null -> throw new InvalidCheck("its JSON ends too early");
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new InvalidCheck("its JSON holds " + token + " where a value belongs");
        };
    }
}
