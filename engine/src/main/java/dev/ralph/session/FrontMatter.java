package dev.ralph.session;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// A loop in the form of the specification's relatives: Markdown whose YAML header has the fields and whose body is the
/// task.
final class FrontMatter {
    private static final String FENCE = "---";

    private FrontMatter() {}

    /// The fields, with the body as `prompt`.
    ///
    /// @throws IllegalArgumentException when it has no such form
    static Map<String, Object> fields(String text) {
        String[] lines = text.split("\r\n|\n|\r", -1);
        if (!lines[0].stripTrailing().equals(FENCE)) {
            throw new IllegalArgumentException("it does not begin with a line " + FENCE);
        }
        int end = 1;
        while (end < lines.length && !lines[end].stripTrailing().equals(FENCE)) {
            end++;
        }
        if (end == lines.length) {
            throw new IllegalArgumentException("its header is not closed by a line " + FENCE);
        }
        Map<String, Object> fields = header(String.join("\n", Arrays.copyOfRange(lines, 1, end)));
        // Later lines --- belong to the task.
        String body = String.join("\n", Arrays.copyOfRange(lines, end + 1, lines.length));
        fields.put("prompt", withoutLineEndsAround(body));
        return fields;
    }

    private static Map<String, Object> header(String yaml) {
        LoadSettings settings = LoadSettings.builder()
                .setMaxAliasesForCollections(0)
                .setAllowRecursiveKeys(false)
                .build();
        Object loaded;
        try {
            loaded = new Load(settings).loadFromString(yaml);
        } catch (YamlEngineException e) {
            String first = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new IllegalArgumentException("its header is not YAML: " + first, e);
        }
        if (!(loaded instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("its header has no fields");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        map.forEach((name, value) -> {
            if (name instanceof String key
                    && (value instanceof String || value instanceof Number || value instanceof Boolean)) {
                fields.put(key, value);
            }
        });
        return fields;
    }

    private static String withoutLineEndsAround(String body) {
        int from = 0;
        int to = body.length();
        while (from < to && body.charAt(from) == '\n') {
            from++;
        }
        while (to > from && body.charAt(to - 1) == '\n') {
            to--;
        }
        return body.substring(from, to);
    }
}
