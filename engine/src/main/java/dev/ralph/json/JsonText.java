package dev.ralph.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/// JSON as text and as plain values: maps in the order of the text, lists, texts, booleans, null, and numbers (`Long`
/// where one fits, else `BigDecimal`).
///
/// It promises:
/// 1. A text is read whole: what is cut off or followed by something is refused.
/// 2. What is written is valid UTF-8, also where a text holds half a surrogate pair.
public final class JsonText {
    private static final int LONGEST_NUMBER = 1000;

    private JsonText() {}

    /// @throws InvalidJson when it is not exactly one JSON value
    public static @Nullable Object parse(String text) {
        return parse(Factory.JSON, text);
    }

    private static @Nullable Object parse(JsonFactory factory, String text) {
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            Object value = value(parser, parser.nextToken());
            if (parser.nextToken() != null) {
                throw InvalidJson.damaged("has more than one JSON value");
            }
            return value;
        } catch (JacksonException e) {
            throw new InvalidJson(InvalidJson.Why.DAMAGED, words(e), e);
        }
    }

    /// Where the parser does not show its input, it says so.
    private static String words(JacksonException wrong) {
        return "is not JSON: "
                + wrong.getOriginalMessage()
                        .replaceAll("\\[Source: [^;\\]]*; ", "[")
                        .replaceAll(
                                " \\(start marker at [^)]*\\)|:? (was expecting|expected a valid value) \\(JSON .*\\)$",
                                "");
    }

    /// @throws InvalidJson when it is not exactly one JSON object
    public static Map<String, @Nullable Object> object(String text) {
        return object(parse(text));
    }

    /// What people write by hand.
    ///
    /// @throws InvalidJson when it is not exactly one JSON object, or an object in it has two fields of one name
    public static Map<String, @Nullable Object> unambiguous(String text) {
        return object(parse(Factory.STRICT, text));
    }

    @SuppressWarnings("unchecked") // only object() makes maps
    private static Map<String, @Nullable Object> object(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            return (Map<String, @Nullable Object>) object;
        }
        throw InvalidJson.damaged("is not a JSON object");
    }

    /// One value of a text that is read piece by piece.
    @FunctionalInterface
    public interface Items {
        /// @param name of the field it is or is an item of; empty in a list that is the whole text
        /// @param line from 1
        /// @param value null also where it, or a number in it, is too long
        void item(String name, int line, @Nullable Object value);
    }

    /// Hands over the items of a text that is a list, or an object with fields that may be lists, each as soon as it is
    /// read: only one is in memory, and what stands before a broken place is not lost.
    ///
    /// @param longest how many characters an item may have
    /// @throws InvalidJson when it is not exactly one JSON list or object
    public static void items(String text, int longest, Items items) {
        try (JsonParser parser = Factory.JSON.createParser(ObjectReadContext.empty(), text)) {
            JsonToken start = parser.nextToken();
            if (start == JsonToken.START_ARRAY) {
                items(parser, "", text, longest, items);
            } else if (start == JsonToken.START_OBJECT) {
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    if (parser.nextToken() == JsonToken.START_ARRAY) {
                        items(parser, name, text, longest, items);
                    } else {
                        item(parser, name, text, longest, items);
                    }
                }
            } else {
                throw InvalidJson.damaged("is neither a JSON list nor a JSON object");
            }
            if (parser.nextToken() != null) {
                throw InvalidJson.damaged("has more than one JSON value");
            }
        } catch (JacksonException e) {
            throw new InvalidJson(InvalidJson.Why.DAMAGED, words(e), e);
        }
    }

    private static void items(JsonParser parser, String name, String text, int longest, Items items) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            item(parser, name, text, longest, items);
        }
    }

    /// Small objects take twenty times the memory of their text: how long they are is known before they are made.
    private static void item(JsonParser parser, String name, String text, int longest, Items items) {
        TokenStreamLocation start = parser.currentTokenLocation();
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
            parser.skipChildren();
            int from = (int) start.getCharOffset();
            int to = (int) parser.currentLocation().getCharOffset();
            items.item(name, start.getLineNr(), to - from > longest ? null : parsed(text.substring(from, to)));
        } else {
            items.item(name, start.getLineNr(), value(parser, token));
        }
    }

    private static @Nullable Object parsed(String item) {
        try {
            return parse(item);
        } catch (InvalidJson tooLong) {
            return null; // its brackets match: it is a number of it that has no end
        }
    }

    /// Only who reads JSON pays for loading the parser.
    private static final class Factory {
        static final JsonFactory JSON = new JsonFactory();
        static final JsonFactory STRICT = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            fields.put(name, value(parser, token));
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
        if (token == null) { // as a case it would make a class at run time, which takes 3 ms
            throw InvalidJson.damaged("is JSON that ends too early");
        }
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> whole(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> bounded(parser.getDecimalValue());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw InvalidJson.damaged("is JSON with " + token + " where a value belongs");
        };
    }

    private static Object whole(BigInteger number) {
        return number.bitLength() < Long.SIZE ? (Object) number.longValue() : new BigDecimal(number);
    }

    /// `1e999999999` is short until it is written out.
    private static BigDecimal bounded(BigDecimal number) {
        if (Math.abs((long) number.scale()) > LONGEST_NUMBER) {
            throw InvalidJson.damaged("is JSON with a number that is too long");
        }
        return number;
    }

    /// On one line, without blanks.
    public static String of(@Nullable Object value) {
        StringBuilder json = new StringBuilder(256);
        write(json, value);
        return json.toString();
    }

    /// A field on each line, two blanks deeper than the object it is in.
    public static String indented(@Nullable Object value) {
        StringBuilder json = new StringBuilder(256);
        indented(json, value, "\n");
        return json.toString();
    }

    private static void indented(StringBuilder json, @Nullable Object value, String line) {
        if (value instanceof Map<?, ?> object) {
            String before = "{";
            for (Map.Entry<?, ?> field : object.entrySet()) {
                quote(json.append(before).append(line).append("  "), String.valueOf(field.getKey()));
                indented(json.append(" : "), field.getValue(), line + "  ");
                before = ",";
            }
            json.append(object.isEmpty() ? "{ }" : line + "}");
        } else if (value instanceof List<?> list) {
            String before = "[ ";
            for (Object item : list) {
                indented(json.append(before), item, line);
                before = ", ";
            }
            json.append(list.isEmpty() ? "[ ]" : " ]");
        } else {
            write(json, value);
        }
    }

    /// No pattern switch: its first use makes a class at run time, which takes longer than all of `ralph status`.
    private static void write(StringBuilder json, @Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            char before = '{';
            for (Map.Entry<?, ?> field : object.entrySet()) {
                quote(json.append(before), String.valueOf(field.getKey()));
                write(json.append(':'), field.getValue());
                before = ',';
            }
            json.append(before == '{' ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            char before = '[';
            for (Object item : list) {
                write(json.append(before), item);
                before = ',';
            }
            json.append(before == '[' ? "[]" : "]");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            json.append(value);
        } else {
            quote(json, value.toString());
        }
    }

    /// The text between quotation marks. Half a surrogate pair, as cutting a text can leave it, has no UTF-8 form: only
    /// its escape can be stored.
    public static void quote(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\b' -> json.append("\\b");
                case '\f' -> json.append("\\f");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < ' ' || (Character.isSurrogate(c) && isHalf(text, i))) {
                        json.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }

    private static boolean isHalf(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
                : i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
    }
}
