package dev.ralph.receipt;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// The one form a JSON value has when it is hashed: names in order, no blanks, UTF-8 with only the necessary escapes
/// (as RFC 8785 has it; numbers that are not whole are written as plain decimals).
///
/// Values are maps, lists, texts, numbers, booleans and null.
final class CanonicalJson {
    private static final int DEEPEST = 64;
    private static final int LONGEST_NUMBER = 40;
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(LONGEST_NUMBER)
                    .maxStringLength(ReceiptFile.LONGEST_LINE)
                    .maxNameLength(ReceiptFile.LONGEST_LINE)
                    .build())
            .build();

    private CanonicalJson() {}

    static String of(Map<String, ?> object) {
        StringBuilder json = new StringBuilder();
        write(json, object);
        return json.toString();
    }

    private static void write(StringBuilder json, @Nullable Object value) {
        switch (value) {
            case null -> json.append("null");
            case Map<?, ?> object -> {
                json.append('{');
                new TreeMap<>(object).forEach((name, member) -> {
                    json.append(json.charAt(json.length() - 1) == '{' ? "" : ",");
                    quote(json, String.valueOf(name));
                    json.append(':');
                    write(json, member);
                });
                json.append('}');
            }
            case List<?> list -> {
                json.append('[');
                for (int i = 0; i < list.size(); i++) {
                    json.append(i == 0 ? "" : ",");
                    write(json, list.get(i));
                }
                json.append(']');
            }
            case String text -> quote(json, text);
            case Boolean flag -> json.append(flag);
            case Integer number -> json.append(number);
            case Long number -> json.append(number);
            case BigDecimal number -> json.append(plain(number));
            default -> throw new IllegalArgumentException("no JSON value: " + value.getClass());
        }
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        for (char c : whole(text).toCharArray()) {
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\b' -> json.append("\\b");
                case '\t' -> json.append("\\t");
                case '\n' -> json.append("\\n");
                case '\f' -> json.append("\\f");
                case '\r' -> json.append("\\r");
                default -> json.append(c < ' ' ? "\\u00" + HexFormat.of().toHexDigits((byte) c) : c);
            }
        }
        json.append('"');
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    /// Half a surrogate pair, as cutting a text can leave it, has no UTF-8 form.
    private static String whole(String text) {
        return text.chars().anyMatch(c -> Character.isSurrogate((char) c))
                ? new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                : text;
    }

    /// @throws IllegalArgumentException when it is not exactly one JSON object
    static Map<String, @Nullable Object> parse(String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is no JSON object");
            }
            Map<String, @Nullable Object> object = object(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("something follows its JSON object");
            }
            return object;
        } catch (JacksonException notJson) {
            throw new IllegalArgumentException("it is no JSON: " + notJson.getOriginalMessage(), notJson);
        }
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) {
        Map<String, @Nullable Object> object = new TreeMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            if (name == null) {
                throw new IllegalArgumentException("its JSON ends too early");
            }
            object.put(name, value(parser, parser.nextToken()));
        }
        return object;
    }

    private static @Nullable Object value(JsonParser parser, @Nullable JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    list.add(value(parser, next));
                }
                yield list;
            }
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> whole(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> bounded(parser.getDecimalValue());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case null -> throw new IllegalArgumentException("its JSON ends too early");
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalArgumentException("its JSON holds " + token + " where a value belongs");
        };
    }

    private static Object whole(BigInteger number) {
        return number.bitLength() < Long.SIZE ? (Object) number.longValue() : new BigDecimal(number);
    }

    /// `1e999999999` is short until it is written out.
    private static BigDecimal bounded(BigDecimal number) {
        if (Math.abs((long) number.scale()) > LONGEST_NUMBER) {
            throw new IllegalArgumentException("its JSON holds a number that is too long");
        }
        return number;
    }
}
