package dev.ralph.verify;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Several checks that count as one.
///
/// @param all whether every stage has to pass; otherwise any one will do, besides those that are required
public record MultiStage(List<Stage> stages, boolean all) implements Check {
    /// @param required null for what the others say: every stage where all have to pass, else none
    public record Stage(String name, Check check, @Nullable Boolean required) {}

    public MultiStage {
        stages = List.copyOf(stages);
        if (stages.isEmpty()) {
            throw new InvalidCheck("stages", "is empty: a check of several stages needs one at least");
        }
    }

    /// Whether the whole fails where this one does.
    public boolean requires(Stage stage) {
        return stage.required() == null ? all : stage.required();
    }

    @Override
    public String line() {
        return Definition.of("multi_stage")
                .with("stages", stages.stream().map(MultiStage::map).toList())
                .with("require_all", all ? null : false)
                .line();
    }

    private static Map<String, Object> map(Stage stage) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", stage.name());
        map.put("check", stage.check().line());
        if (stage.required() != null) {
            map.put("required", stage.required());
        }
        return map;
    }

    @Override
    public String title() {
        return stages.stream().map(Stage::name).collect(Collectors.joining(all ? " and " : " or "));
    }

    @Override
    public boolean proves() {
        return stages.stream()
                        .filter(this::requires)
                        .anyMatch(stage -> stage.check().proves())
                || (!all && stages.stream().allMatch(stage -> stage.check().proves()));
    }
}
