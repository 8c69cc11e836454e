package dev.ralph.agent;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a tool call works on: the first of a few well-known parameters that is there.
final class ToolDetail {
    private static final String[] NAMES = {
        "command", "cmd", "file_path", "filePath", "absolute_path", "path", "pattern", "query", "url", "description"
    };

    private ToolDetail() {}

    /// The given paths, and those of the parameters below the object that holds them.
    static String[] paths(String parameters, String... more) {
        String[] paths = Arrays.copyOf(more, more.length + NAMES.length);
        for (int i = 0; i < NAMES.length; i++) {
            paths[more.length + i] = parameters + "." + NAMES[i];
        }
        return paths;
    }

    static String of(@Nullable JsonFieldValues parameters) {
        if (parameters == null) {
            return "";
        }
        for (String name : NAMES) {
            List<String> words = parameters.texts(name);
            if (!words.isEmpty()) {
                return Excerpt.detail(String.join(" ", words.subList(0, Math.min(words.size(), 20))));
            }
        }
        return "";
    }
}
