package dev.ralph.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// A loop in the form of the specification's relatives: Markdown whose YAML header has the fields and whose body is the
/// task.
final class FrontMatter {
    /// Later lines --- belong to the task.
    private static final Pattern FORM = Pattern.compile("---\\h*\n(.*?\n|)---\\h*(?:\n+(.*?)\n*)?", Pattern.DOTALL);

    private FrontMatter() {}

    /// The fields, with the body as `prompt`.
    ///
    /// @throws IllegalArgumentException when it has no such form
    static Map<String, Object> fields(String text) {
        Matcher form = FORM.matcher(text.replaceAll("\r\n?", "\n"));
        if (!form.matches()) {
            throw new IllegalArgumentException("it has no header between two lines ---");
        }
        Map<String, Object> fields = header(form.group(1));
        fields.put("prompt", form.group(2) == null ? "" : form.group(2));
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
}
