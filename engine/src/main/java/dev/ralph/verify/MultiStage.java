package dev.ralph.verify;

import dev.ralph.verify.CheckType.Field;
import dev.ralph.verify.CheckType.Form;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Several checks that count as one.
///
/// @param all whether every stage has to pass; otherwise any one will do, besides those that are required
public record MultiStage(List<Stage> stages, boolean all) implements Check {
    /// @param required null for what the others say: every stage where all have to pass, else none
    public record Stage(String name, Check check, @Nullable Boolean required) {}

    static final List<Field> FIELDS =
            List.of(new Field("stages", Form.STAGES).needed(), new Field("require_all", Form.FLAG));

    static final CheckType TYPE = new CheckType("multi_stage", CheckType.Cost.RUN, FIELDS, SpecifiedForms::stages);

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
        return CheckDefinition.of("multi_stage")
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
        return surely(Check::proves);
    }

    /// Whether one of that kind passed wherever the whole passes.
    public boolean surely(Predicate<Check> kind) {
        return stages.stream().filter(this::requires).anyMatch(stage -> kind.test(stage.check()))
                || (!all && stages.stream().allMatch(stage -> kind.test(stage.check())));
    }

    @Override
    public CheckType type() {
        return TYPE;
    }

    @Override
    public List<String> scripts() {
        return stages.stream()
                .flatMap(stage -> stage.check().scripts().stream())
                .distinct()
                .toList();
    }

    @Override
    public List<Run> runs() {
        return stages.stream().flatMap(stage -> stage.check().runs().stream()).toList();
    }

    @Override
    public boolean needsGit() {
        return stages.stream().anyMatch(stage -> stage.check().needsGit());
    }

    @Override
    public @Nullable String unrepeatable() {
        return stages.stream()
                .map(stage -> stage.check().unrepeatable())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public boolean asks() {
        return stages.stream().anyMatch(stage -> stage.check().asks());
    }

    /// What of it can be made before other agents are asked: the stages until then, of which those refuse that are
    /// required. That they pass says nothing about the whole. Empty where it begins with asking.
    public Optional<MultiStage> unasked() {
        List<Stage> before = new ArrayList<>();
        for (Stage stage : stages) {
            Optional<? extends Check> part = !stage.check().asks()
                    ? Optional.of(stage.check())
                    : stage.check() instanceof MultiStage several ? several.unasked() : Optional.empty();
            part.ifPresent(check -> before.add(new Stage(stage.name(), check, requires(stage))));
            if (stage.check().asks()) {
                break;
            }
        }
        return before.isEmpty() ? Optional.empty() : Optional.of(new MultiStage(before, true));
    }
}
