package dev.ralph.stage;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a stage's loop stands, as specification 003 has it.
///
/// @param iteration from 1
public record RalphLoopState(
        String taskId,
        String stage,
        int iteration,
        int maxIterations,
        String completionPromise,
        Instant startedAt,
        String prompt) {

    RalphLoopState next() {
        return new RalphLoopState(taskId, stage, iteration + 1, maxIterations, completionPromise, startedAt, prompt);
    }

    /// What a task's metadata say of it under the name `ralph`.
    public Map<String, @Nullable Object> metadata() {
        return metadata(stage, iteration, maxIterations, startedAt, completionPromise);
    }

    /// @param promise null where it is run once
    public static Map<String, @Nullable Object> metadata(
            String stage, int iteration, int maxIterations, Instant startedAt, @Nullable String promise) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("stage", stage);
        fields.put("iteration", (long) iteration);
        fields.put("max_iterations", (long) maxIterations);
        fields.put("started_at", startedAt.truncatedTo(ChronoUnit.SECONDS).toString());
        fields.put("completion_promise", promise);
        return fields;
    }
}
