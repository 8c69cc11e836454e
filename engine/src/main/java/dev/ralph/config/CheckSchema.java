package dev.ralph.config;

import dev.ralph.tamper.Measure;
import dev.ralph.tamper.Measures;
import dev.ralph.tamper.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The JSON Schema of checks that are objects.
final class CheckSchema {
    private static final Map<String, Object> TEXT = JsonObject.of("type", "string", "pattern", LineKind.PATTERN);
    private static final Map<String, Object> FLAG = JsonObject.of("type", "boolean");
    private static final Map<String, Object> ANY = JsonObject.of();

    private CheckSchema() {}

    /// Any check, in our form or in one of the specifications.
    static Map<String, Object> object() {
        List<Object> forms = new ArrayList<>(List.of(
                type("command", List.of("command"), command()),
                fileExists(),
                testPassing(),
                validate(),
                type("tree_clean", List.of(), JsonObject.of()),
                type("changed", List.of(), JsonObject.of()),
                type("committed", List.of(), JsonObject.of()),
                type("multi_stage", List.of("stages"), stages()),
                tamper(),
                layers(),
                closed(List.of("completion"), JsonObject.of("completion", completion()))));
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
        return JsonObject.of("anyOf", forms);
    }

    /// What specification 004 calls a completion.
    static Map<String, Object> completion() {
        return JsonObject.of("anyOf", List.of(fileExists(), testPassing(), validate()));
    }

    /// What the later version of specification 003 calls a method.
    static Map<String, Object> method() {
        return JsonObject.of("enum", List.of("string_match", "external", "multi_stage"));
    }

    static Map<String, Object> config() {
        Map<String, Object> fields = command();
        fields.putAll(stages());
        return closed(List.of(), fields);
    }

    private static Map<String, Object> fileExists() {
        return type("file_exists", List.of("path"), JsonObject.of("path", TEXT));
    }

    private static Map<String, Object> testPassing() {
        return type("test_passing", List.of(), JsonObject.of("grep", TEXT, "command", TEXT));
    }

    private static Map<String, Object> validate() {
        return type("validate", List.of("script"), JsonObject.of("script", TEXT));
    }

    /// Rules, each with a measure.
    private static Map<String, Object> tamper() {
        Map<String, Object> rules = JsonObject.of();
        Map<String, Object> measure = JsonObject.of(
                "enum", Stream.of(Measure.values()).map(Measure::toString).toList());
        rules.put(Measures.ALL, measure);
        rules.put(Measures.ASK, measure);
        Stream.of(Rule.values()).forEach(rule -> rules.put(rule.id(), measure));
        return type("tamper", List.of(), rules);
    }

    /// Their options are described where they are.
    private static Map<String, Object> layers() {
        return JsonObject.of(
                "type",
                "object",
                "required",
                List.of("type"),
                "properties",
                JsonObject.of("type", JsonObject.of("enum", List.of("claim", "ratchet", "review"))));
    }

    private static Map<String, Object> command() {
        return JsonObject.of(
                "command",
                TEXT,
                "success_exit_code",
                JsonObject.of("type", "integer", "minimum", 0, "maximum", 255),
                "output_contains",
                TEXT,
                "output_not_contains",
                TEXT,
                "timeout",
                JsonObject.of(
                        "description",
                        "seconds as a number, or a duration such as 5m",
                        "anyOf",
                        List.of(
                                JsonObject.of("type", "number", "exclusiveMinimum", 0),
                                new DurationKind(DurationKind.Zero.REFUSED).schema())),
                "working_dir",
                TEXT,
                "reports",
                JsonObject.of("type", "array", "items", TEXT),
                "room",
                JsonObject.of("enum", List.of("clean", "workspace")),
                "pinned",
                FLAG);
    }

    private static Map<String, Object> stages() {
        Map<String, Object> stage =
                JsonObject.of("name", TEXT, "method", method(), "config", ANY, "check", TEXT, "required", FLAG);
        return JsonObject.of(
                "stages",
                JsonObject.of("type", "array", "minItems", 1, "items", closed(List.of(), stage)),
                "require_all",
                FLAG);
    }

    private static Map<String, Object> type(String name, List<String> required, Map<String, Object> fields) {
        Map<String, Object> properties = JsonObject.of("type", JsonObject.of("const", name));
        properties.putAll(fields);
        List<String> all = new ArrayList<>(List.of("type"));
        all.addAll(required);
        return closed(all, properties);
    }

    private static Map<String, Object> closed(List<String> required, Map<String, Object> properties) {
        return JsonObject.of(
                "type", "object", "required", required, "additionalProperties", false, "properties", properties);
    }
}
