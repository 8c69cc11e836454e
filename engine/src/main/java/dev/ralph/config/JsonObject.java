package dev.ralph.config;

import java.util.LinkedHashMap;
import java.util.Map;

/// JSON objects whose members stay in the order they were written in.
final class JsonObject {
    private JsonObject() {}

    /// @param namesAndValues a name, its value, the next name, and so on
    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }
}
