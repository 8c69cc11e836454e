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
import java.util.TreeMap;
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
        run("onTaskStart", "task", task.fields());
    }

    @Override
    public void onIterationStart(BacklogTask task, int iteration) {
        run("onIterationStart", "task", task.fields(), "iteration", iteration);
    }

    @Override
    public void onAction(Action action) {
        Map<String, String> done =
                Map.of("kind", action.kind().word(), "tool", action.tool(), "detail", action.detail());
        run("onAction", "action", done, "taskId", action.task());
    }

    @Override
    public void onIterationEnd(BacklogTask task, int iteration, IterationResult result) {
        run("onIterationEnd", "task", task.fields(), "iteration", iteration, "result", result.fields());
    }

    @Override
    public void onTaskEnd(BacklogTask task, boolean success) {
        run("onTaskEnd", "task", task.fields(), "success", success);
    }

    @Override
    public void onAnomaly(Anomaly anomaly) {
        Map<String, String> seen = new TreeMap<>();
        seen.put("kind", anomaly.kind().word());
        seen.put("severity", anomaly.severity().word());
        seen.put("message", anomaly.words());
        run("onAnomaly", "anomaly", seen, "taskId", anomaly.task());
    }

    /// @param facts names and values in turn
    private void run(String name, Object... facts) {
        String line = lines.get(name);
        if (line == null) {
            return;
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("hook", name);
        for (int i = 0; i < facts.length; i += 2) {
            all.put((String) facts[i], facts[i + 1]);
        }
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
