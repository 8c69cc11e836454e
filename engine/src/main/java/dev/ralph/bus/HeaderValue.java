package dev.ralph.bus;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rule for header values: one line, no control characters, so that no value can look like another header.
final class HeaderValue {
    private HeaderValue() {}

    static void required(String what, String value) {
        if (value.isBlank()) throw new IllegalArgumentException("The " + what + " is empty; give it a value.");
        allowed(what, value);
    }

    static @Nullable String orNull(String what, @Nullable String value) {
        if (value == null || value.isBlank()) return null;
        allowed(what, value);
        return value;
    }

    static void allowed(String what, String value) {
        for (int i = 0; i < value.length(); i++) {
            if (breaksLine(value.charAt(i)))
                throw new IllegalArgumentException(
                        "The " + what + " holds a line break or control character at position " + i
                                + "; it must be one line of text. Longer text belongs into the body.");
        }
    }

    /// Copies in order; values may hold anything (they are escaped), keys may not.
    static Map<String, String> keys(Map<String, String> meta) {
        Map<String, String> copy = new LinkedHashMap<>();
        meta.forEach((key, value) -> {
            required("key of meta", key);
            copy.put(key, value);
        });
        return Collections.unmodifiableMap(copy);
    }

    static boolean breaksLine(char c) {
        return c < ' ' || (c >= 0x7f && c < 0xa0) || c == '\u2028' || c == '\u2029';
    }
}
