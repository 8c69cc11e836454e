package dev.ralph.verify;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The forms in which the specifications write checks: the verification methods of the later version of 003, and the
/// completion of 004.
final class SpecifiedForms {
    private static final int SECONDS = 300;

    private SpecifiedForms() {}

    static Check read(CheckFields fields) {
        if (fields.has("completion")) {
            fields.allow("completion");
            return completion(fields.child("completion"));
        }
        if (fields.has("verification_method")) {
            fields.allow("verification_method", "verification_config", "promise", "description");
            return method(
                    "verification_method", fields.text("verification_method"), fields.child("verification_config"));
        }
        if (fields.has("verification_config")) {
            throw new InvalidCheck("verification_config", "needs verification_method beside it");
        }
        throw new InvalidCheck("a check has no type: add `type`, as in {type: file_exists, path: docs/plan.md}");
    }

    private static Check completion(CheckFields fields) {
        String type = fields.text("type");
        if (!List.of("file_exists", "test_passing", "validate").contains(type)) {
            throw new InvalidCheck("type", "is " + type + ": a completion is file_exists, test_passing or validate");
        }
        return Check.of(fields);
    }

    private static Check method(String field, String method, CheckFields config) {
        return switch (method) {
            case "string_match" -> new Check.Claim(CheckFields.NONE);
            case "external" -> external(config);
            case "multi_stage" -> stages(config);
            case "semantic" ->
                throw new InvalidCheck(
                        field,
                        "is semantic, which counts words that an agent can write without working: use external with a"
                                + " command, or a check of type review");
            default ->
                throw new InvalidCheck(field, "is " + method + ": it can be string_match, external or multi_stage");
        };
    }

    /// Without a command there is nothing to run, so the rules for texts apply.
    private static Check external(CheckFields config) {
        if (!config.has("command")) {
            config.allow("command");
            return new Check.Claim(CheckFields.NONE);
        }
        Map<String, Object> fields = new LinkedHashMap<>(config.values());
        fields.putIfAbsent("timeout", SECONDS);
        return Check.Command.TYPE.read(new CheckFields(fields));
    }

    static Check stages(CheckFields fields) {
        fields.allow("stages", "require_all");
        List<MultiStage.Stage> stages = new ArrayList<>();
        for (CheckFields stage : fields.children("stages")) {
            stage.allow("name", "method", "config", "required", "check");
            String name = stage.has("name") ? stage.text("name") : "stage " + (stages.size() + 1);
            Check check = stage.has("check")
                    ? Check.of(stage.text("check"))
                    : method("method", stage.text("method"), stage.child("config"));
            stages.add(new MultiStage.Stage(name, check, required(stage)));
        }
        return new MultiStage(stages, fields.flag("require_all", true));
    }

    private static @Nullable Boolean required(CheckFields stage) {
        return stage.has("required") ? stage.flag("required", true) : null;
    }
}
