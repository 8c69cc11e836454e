package dev.ralph.acp;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// One JSON-RPC message of the agent, as a flat map from paths such as `params.update.content.text` to texts.
///
/// The agent may be hostile: only so many values are kept, whatever the message holds, none of them deep inside. What
/// is left out reads as missing.
final class RpcMessage {
    private static final int MOST_VALUES = 2_000;
    private static final int MOST_ITEMS = 64;
    private static final int DEEPEST = 10;
    private static final int LONGEST_PATH = 200;
    private static final int LONGEST_ID = 1_000;
    private static final int MOST_DIGITS = 30;

    private final Map<String, String> values = new HashMap<>();
    private boolean idIsText;

    private RpcMessage() {}

    /// @return null when it is JSON but no object
    /// @throws tools.jackson.core.JacksonException when it is no JSON
    static @Nullable RpcMessage parse(JsonFactory json, byte[] line, int length) {
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), line, 0, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            RpcMessage message = new RpcMessage();
            message.object(parser, "", 0);
            return message;
        }
    }

    private void object(JsonParser parser, String path, int depth) {
        for (JsonToken token = parser.nextToken(); token == JsonToken.PROPERTY_NAME; token = parser.nextToken()) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            value(parser, value, path.isEmpty() ? name : path + "." + name, depth);
        }
    }

    private void array(JsonParser parser, String path, int depth) {
        int item = 0;
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            if (item < MOST_ITEMS) {
                value(parser, token, path + "." + item++, depth);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void value(JsonParser parser, @Nullable JsonToken token, String path, int depth) {
        boolean kept = depth == 0 || (values.size() < MOST_VALUES && depth < DEEPEST);
        if (token == null || !kept || path.length() > LONGEST_PATH) {
            parser.skipChildren();
        } else if (token == JsonToken.START_OBJECT) {
            values.put(path, "");
            object(parser, path, depth + 1);
        } else if (token == JsonToken.START_ARRAY) {
            values.put(path, "");
            array(parser, path, depth + 1);
        } else if (token != JsonToken.VALUE_NULL) {
            values.put(path, parser.getString());
            if (path.equals("id")) {
                idIsText = token == JsonToken.VALUE_STRING;
            }
        }
    }

    boolean has(String path) {
        return values.containsKey(path);
    }

    /// Empty when it is missing.
    String text(String path) {
        return values.getOrDefault(path, "");
    }

    /// 0 when it is missing or no number a `long` can hold.
    long number(String path) {
        BigDecimal decimal = decimal(path);
        return decimal == null || decimal.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                ? 0
                : decimal.longValue();
    }

    /// Null when it is missing or no number of a sane size.
    @Nullable
    BigDecimal decimal(String path) {
        String text = text(path);
        if (text.isEmpty() || text.length() > MOST_DIGITS) {
            return null;
        }
        try {
            BigDecimal decimal = new BigDecimal(text);
            return Math.abs(decimal.scale()) > MOST_DIGITS ? null : decimal;
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    /// Whether it asks for something or tells something; otherwise it answers.
    boolean isCall() {
        return has("method");
    }

    boolean hasId() {
        return has("id") && (idIsText || !id().isEmpty()) && id().length() <= LONGEST_ID;
    }

    String id() {
        return text("id");
    }

    boolean idIsText() {
        return idIsText;
    }
}
