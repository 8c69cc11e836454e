package dev.ralph.config;

import dev.ralph.json.JsonText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The JSON Schema of the configuration file, for editors.
///
/// It says what a schema can say. Left to the loader: the longest duration, the largest and smallest size, a key given
/// twice.
public final class ConfigSchema {
    private ConfigSchema() {}

    /// Made from the table of keys, with every profile there is.
    public static String text() {
        Map<String, Object> properties = JsonObject.of();
        for (SettingKey<?> key : SettingKeys.all()) {
            properties.put(key.name(), property(key));
        }
        properties.put("completion", described("A check, as specification 004 writes it.", CheckSchema.completion()));
        properties.put(
                "verification_method", described("A check, as specification 003 writes it.", CheckSchema.method()));
        properties.put("verification_config", described("What verification_method needs.", CheckSchema.config()));
        Map<String, Object> schema = JsonObject.of(
                "$schema",
                "https://json-schema.org/draft/2020-12/schema",
                "title",
                "Ralph configuration",
                "description",
                "The settings in .ralph/config.yaml and in the user's ralph/config.yaml.",
                "type",
                List.of("object", "null"),
                "additionalProperties",
                false,
                "not",
                JsonObject.of(
                        "anyOf",
                        List.of(
                                both(SettingKeys.AGENT, SettingKeys.COMMAND),
                                both(SettingKeys.AGENT, SettingKeys.AGENTS),
                                both(SettingKeys.COMMAND, SettingKeys.AGENTS))),
                "properties",
                properties);
        return JsonText.indented(schema) + "\n";
    }

    private static Map<String, Object> described(String help, Map<String, Object> what) {
        Map<String, Object> property = JsonObject.of("description", help);
        property.putAll(what);
        return property;
    }

    private static Map<String, Object> both(SettingKey<?> one, SettingKey<?> other) {
        return JsonObject.of("type", "object", "required", List.of(one.name(), other.name()));
    }

    private static <T> Map<String, Object> property(SettingKey<T> key) {
        Map<String, Object> property = JsonObject.of("description", key.help());
        Object standard = standard(key);
        if (standard != null) {
            property.put("default", standard);
        }
        property.putAll(key.kind().schema());
        return property;
    }

    private static <T> @Nullable Object standard(SettingKey<T> key) {
        T value = key.standard();
        String text = key.text(value);
        return switch (value) {
            case List<?> list -> list;
            case RoleSettings _ -> JsonObject.of();
            case Integer number when text.equals(number.toString()) -> number;
            case null, default -> text.isEmpty() ? null : text;
        };
    }
}
