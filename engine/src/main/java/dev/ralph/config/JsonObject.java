package dev.ralph.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Parts of a JSON Schema, whose members stay in the order they were written in.
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

    static Map<String, Object> text(String pattern) {
        return of("type", "string", "pattern", pattern);
    }

    static Map<String, Object> list(Object items) {
        return of("type", "array", "items", items);
    }

    /// @param least how many items there must be
    static Map<String, Object> list(int least, Object items) {
        return of("type", "array", "minItems", least, "items", items);
    }

    static Map<String, Object> anyOf(Object... forms) {
        return of("anyOf", List.of(forms));
    }

    /// An object with no other fields than these.
    ///
    /// @param type the word `object`, or a list with it
    static Map<String, Object> closed(Object type, Map<String, Object> fields) {
        return of("type", type, "additionalProperties", false, "properties", fields);
    }
}
