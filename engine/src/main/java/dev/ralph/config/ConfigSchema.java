package dev.ralph.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/// The JSON Schema of the configuration file, for editors.
///
/// It says what a schema can say. Left to the loader: the longest duration, the largest and smallest size, a key given
/// twice.
public final class ConfigSchema {
    static final String RESOURCE = "config.schema.json";

    private ConfigSchema() {}

    /// The schema as it was published with this build.
    public static String text() {
        try (InputStream in = ConfigSchema.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing from the build; build again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The schema made from the table of keys.
    static String generated() {
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
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(new Pretty(), out)) {
            write(json, schema);
        }
        return out.append('\n').toString();
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

    private static void write(JsonGenerator json, @Nullable Object value) {
        switch (value) {
            case Map<?, ?> object -> {
                json.writeStartObject();
                object.forEach((name, member) -> {
                    json.writeName((String) name);
                    write(json, member);
                });
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                list.forEach(item -> write(json, item));
                json.writeEndArray();
            }
            case Integer number -> json.writeNumber(number);
            case Boolean truth -> json.writeBoolean(truth);
            case String text -> json.writeString(text);
            case null, default -> throw new IllegalArgumentException("no JSON for " + value);
        }
    }

    /// Two spaces and a line feed, on every system.
    private static final class Pretty extends ObjectWriteContext.Base {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    }
}
