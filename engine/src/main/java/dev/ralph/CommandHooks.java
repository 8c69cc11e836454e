package dev.ralph;

import dev.ralph.backlog.Action;
import dev.ralph.backlog.Anomaly;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.IterationResult;
import dev.ralph.backlog.LoopHooks;
import dev.ralph.engine.HookCommand;
import dev.ralph.json.JsonText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The commands of the setting `hooks`.
///
/// @param lines    shell lines by the names of their hooks
/// @param warnings hears of one that failed
record CommandHooks(Map<String, String> lines, Path folder, Map<String, String> environment, Consumer<String> warnings)
        implements LoopHooks {

    @Override
    public void onTaskStart(BacklogTask task) {
        run("onTaskStart", about(task));
    }

    @Override
    public void onIterationStart(BacklogTask task, int iteration) {
        Map<String, @Nullable Object> facts = about(task);
        facts.put("iteration", iteration);
        run("onIterationStart", facts);
    }

    @Override
    public void onAction(Action action) {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put("action", Map.of("kind", action.kind().word(), "tool", action.tool(), "detail", action.detail()));
        facts.put("taskId", action.task());
        run("onAction", facts);
    }

    @Override
    public void onIterationEnd(BacklogTask task, int iteration, IterationResult result) {
        Map<String, @Nullable Object> facts = about(task);
        facts.put("iteration", iteration);
        facts.put("result", result.fields());
        run("onIterationEnd", facts);
    }

    @Override
    public void onTaskEnd(BacklogTask task, boolean success) {
        Map<String, @Nullable Object> facts = about(task);
        facts.put("success", success);
        run("onTaskEnd", facts);
    }

    @Override
    public void onAnomaly(Anomaly anomaly) {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put(
                "anomaly",
                Map.of(
                        "kind",
                        anomaly.kind().word(),
                        "severity",
                        anomaly.severity().word(),
                        "message",
                        anomaly.words()));
        facts.put("taskId", anomaly.task());
        run("onAnomaly", facts);
    }

    private static Map<String, @Nullable Object> about(BacklogTask task) {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put("task", task.fields());
        return facts;
    }

    private void run(String name, Map<String, @Nullable Object> facts) {
        String line = lines.get(name);
        if (line == null) {
            return;
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("hook", name);
        all.putAll(facts);
        try {
            String trouble = new HookCommand(name, line, folder, environment).run(JsonText.of(all));
            if (trouble != null) {
                warnings.accept(trouble);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
