package dev.ralph.config;

import dev.ralph.verify.Check;
import dev.ralph.verify.CheckType;
import dev.ralph.verify.CheckType.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The JSON Schema of checks that are objects, made from the kinds of checks.
final class CheckSchema {
    private static final Map<String, Object> TEXT = JsonObject.text(ScalarKind.LINE);
    private static final Map<String, Object> FLAG = JsonObject.of("type", "boolean");

    private CheckSchema() {}

    /// Any check, in our form or in one of the specifications.
    static Map<String, Object> object() {
        List<Object> forms = new ArrayList<>();
        Check.types().forEach(type -> forms.add(type(type)));
        forms.add(closed(List.of("completion"), JsonObject.of("completion", completion())));
        forms.add(closed(
                List.of("verification_method"),
                JsonObject.of(
                        "verification_method",
                        method(),
                        "verification_config",
                        config(),
                        "promise",
                        TEXT,
                        "description",
                        TEXT)));
        return JsonObject.anyOf(forms.toArray());
    }

    /// What specification 004 calls a completion.
    static Map<String, Object> completion() {
        return JsonObject.anyOf(type(named("file_exists")), type(named("test_passing")), type(named("validate")));
    }

    /// What the later version of specification 003 calls a method.
    static Map<String, Object> method() {
        return JsonObject.of("enum", List.of("string_match", "external", "multi_stage"));
    }

    static Map<String, Object> config() {
        Map<String, Object> fields = properties(named("command"));
        fields.putAll(properties(named("multi_stage")));
        return closed(List.of(), fields);
    }

    private static CheckType named(String name) {
        return Check.types().stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Object> type(CheckType type) {
        Map<String, Object> properties = JsonObject.of("type", JsonObject.of("const", type.name()));
        properties.putAll(properties(type));
        List<String> required = new ArrayList<>(List.of("type"));
        type.fields().stream().filter(Field::required).map(Field::name).forEach(required::add);
        return closed(required, properties);
    }

    private static Map<String, Object> properties(CheckType type) {
        Map<String, Object> properties = JsonObject.of();
        type.fields().forEach(field -> properties.put(field.name(), schema(field)));
        return properties;
    }

    private static Map<String, Object> schema(Field field) {
        return switch (field.form()) {
            case TEXT -> TEXT;
            case TEXTS -> JsonObject.list(TEXT);
            case WORD -> JsonObject.of("enum", field.words());
            case FLAG -> FLAG;
            case NUMBER -> JsonObject.of("type", "integer", "minimum", field.least(), "maximum", field.most());
            case SECONDS ->
                JsonObject.of(
                        "description",
                        "seconds as a number, or a duration such as 5m",
                        "anyOf",
                        List.of(JsonObject.of("type", "number", "exclusiveMinimum", 0), ScalarKind.SOME_TIME.schema()));
            case STAGES -> JsonObject.list(1, closed(List.of(), stage()));
        };
    }

    private static Map<String, Object> stage() {
        return JsonObject.of(
                "name", TEXT, "method", method(), "config", JsonObject.of(), "check", TEXT, "required", FLAG);
    }

    private static Map<String, Object> closed(List<String> required, Map<String, Object> properties) {
        return JsonObject.of(
                "type", "object", "required", required, "additionalProperties", false, "properties", properties);
    }
}
