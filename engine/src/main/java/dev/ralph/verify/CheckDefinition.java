package dev.ralph.verify;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A check as one line of JSON. Its type always comes first, so that equal checks have equal lines and a shell line is
/// never taken for one.
final class CheckDefinition {
    private static final String BEGINNING = "{\"type\":\"";

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
            Number whole = time.getSeconds();
            fields.put(
                    name,
                    time.getNano() == 0
                            ? whole
                            : BigDecimal.valueOf(time.getSeconds())
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
        return JsonText.of(fields);
    }

    static CheckFields parse(String line) {
        try {
            Map<String, Object> fields = new LinkedHashMap<>();
            JsonText.object(line).forEach((name, value) -> {
                if (value != null) {
                    fields.put(name, value);
                }
            });
            return new CheckFields(fields);
        } catch (InvalidJson broken) {
            throw new InvalidCheck("the check " + broken.what());
        }
    }
}
