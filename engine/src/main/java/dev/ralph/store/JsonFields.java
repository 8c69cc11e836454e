package dev.ralph.store;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Writes the fields of stored JSON objects. A field that is null is left out.
final class JsonFields {
    private final JsonGenerator json;

    JsonFields(JsonGenerator json) {
        this.json = json;
    }

    /// An object inside the one that is open.
    void open(String name) {
        json.writeName(name);
        json.writeStartObject();
    }

    void begin() {
        json.writeStartObject();
    }

    void close() {
        json.writeEndObject();
    }

    void openList(String name) {
        json.writeName(name);
        json.writeStartArray();
    }

    void closeList() {
        json.writeEndArray();
    }

    void flag(String name, boolean value) {
        json.writeBooleanProperty(name, value);
    }

    void decimal(String name, @Nullable BigDecimal value) {
        if (value != null) {
            json.writeNumberProperty(name, value);
        }
    }

    void text(String name, @Nullable String value) {
        if (value != null) {
            json.writeName(name);
            string(value);
        }
    }

    void texts(String name, List<String> values) {
        json.writeName(name);
        json.writeStartArray();
        for (String value : values) {
            string(value);
        }
        json.writeEndArray();
    }

    void number(String name, long value) {
        json.writeNumberProperty(name, value);
    }

    void instant(String name, Instant value) {
        json.writeStringProperty(name, value.toString());
    }

    void duration(String name, @Nullable Duration value) {
        if (value == null) {
            return;
        }
        long seconds = value.getSeconds();
        int nanos = value.getNano();
        json.writeName(name);
        if (nanos == 0) {
            json.writeNumber(seconds);
        } else {
            json.writeNumber(BigDecimal.valueOf(seconds)
                    .add(BigDecimal.valueOf(nanos, 9))
                    .stripTrailingZeros());
        }
    }

    /// Half a surrogate pair, as cutting a text can leave it, has no UTF-8 form: only its escape can be stored.
    private void string(String value) {
        if (wellFormed(value)) {
            json.writeString(value);
            return;
        }
        StringBuilder escaped = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c >= ' ' && c < 127 && c != '"' && c != '\\') {
                escaped.append(c);
            } else {
                escaped.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
            }
        }
        json.writeRawValue(escaped.append('"').toString());
    }

    private static boolean wellFormed(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < value.length()
                        && Character.isLowSurrogate(value.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
