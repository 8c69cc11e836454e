package dev.ralph.acp;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

    /// @return null when it is not a JSON object
    static @Nullable RpcMessage parse(byte[] line, int length) {
        try {
            RpcMessage message = new RpcMessage();
            message.object(JsonText.object(new String(line, 0, length, StandardCharsets.UTF_8)), "", 0);
            return message;
        } catch (InvalidJson strange) {
            return null;
        }
    }

    private void object(Map<?, ?> fields, String path, int depth) {
        fields.forEach((name, value) -> value(value, path.isEmpty() ? name.toString() : path + "." + name, depth));
    }

    private void value(@Nullable Object value, String path, int depth) {
        boolean kept = depth == 0 || (values.size() < MOST_VALUES && depth < DEEPEST);
        if (value == null || !kept || path.length() > LONGEST_PATH) {
            return;
        }
        if (value instanceof Map<?, ?> fields) {
            values.put(path, "");
            object(fields, path, depth + 1);
        } else if (value instanceof List<?> items) {
            values.put(path, "");
            for (int item = 0; item < Math.min(items.size(), MOST_ITEMS); item++) {
                value(items.get(item), path + "." + item, depth + 1);
            }
        } else {
            values.put(path, value.toString());
            if (path.equals("id")) {
                idIsText = value instanceof String;
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
