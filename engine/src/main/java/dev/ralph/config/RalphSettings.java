package dev.ralph.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the key `ralph` says of stages, as specification 003 has it; null where it does not say it.
///
/// @param iterations of stages that have no limit of their own
/// @param verify     whether what a stage says beside its promise is looked at
/// @param stages     by their names
record RalphSettings(
        @Nullable Boolean enabled,
        @Nullable Integer iterations,
        @Nullable Boolean verify,
        Map<String, OfStage> stages) {
    static final RalphSettings NONE = new RalphSettings(null, null, null, Map.of());

    RalphSettings {
        stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
    }

    record OfStage(
            @Nullable Boolean enabled,
            @Nullable Integer iterations,
            @Nullable String promise) {
        static final OfStage NONE = new OfStage(null, null, null);

        private OfStage over(OfStage weaker) {
            return new OfStage(
                    enabled == null ? weaker.enabled : enabled,
                    iterations == null ? weaker.iterations : iterations,
                    promise == null ? weaker.promise : promise);
        }

        private String text() {
            List<String> fields = new ArrayList<>();
            add(fields, "enabled", enabled);
            add(fields, "max_iterations", iterations);
            add(fields, "completion_promise", promise == null ? null : YamlText.ifNeeded(promise));
            return "{" + String.join(", ", fields) + "}";
        }
    }

    OfStage of(String stage) {
        return stages.getOrDefault(stage, OfStage.NONE);
    }

    /// The same, and what the weaker one says besides.
    RalphSettings over(RalphSettings weaker) {
        Map<String, OfStage> all = new LinkedHashMap<>(weaker.stages);
        stages.forEach((name, stage) -> all.put(name, stage.over(weaker.of(name))));
        return new RalphSettings(
                enabled == null ? weaker.enabled : enabled,
                iterations == null ? weaker.iterations : iterations,
                verify == null ? weaker.verify : verify,
                all);
    }

    /// As it could be written in the file.
    @Override
    public String toString() {
        List<String> fields = new ArrayList<>();
        add(fields, "enabled", enabled);
        add(fields, "default_max_iterations", iterations);
        add(fields, "verify_promises", verify);
        stages.forEach((name, stage) -> add(fields, YamlText.ifNeeded(name), stage.text()));
        return "{" + String.join(", ", fields) + "}";
    }

    private static void add(List<String> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.add(name + ": " + value);
        }
    }
}
