package dev.ralph.backlog;

import dev.ralph.flow.TaskFacts;
import dev.ralph.flow.TaskReason;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.json.RecordCodec;
import dev.ralph.loop.Reason;
import dev.ralph.pipeline.PipelineReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// `learning.jsonl`: a line for every task that ended, for what is odd about it, and for what its agents wanted
/// remembered.
///
/// It promises: what is learned of one end of a task is written once, however often it is asked for; the line of the
/// task itself comes last.
public final class Learning {
    private static final String REMEMBERED = "remembered.jsonl";
    private static final int MOST_REMEMBERED = 200;
    private static final int LONGEST_TEXT = 2_000;
    private static final int LONGEST_TIME = 40;
    private static final long LARGEST = 4 << 20;
    private static final int MOST_OWN = 10_000;

    private final Path file;
    private final UnaryOperator<String> scrubber;

    /// To read.
    public Learning(Path file) {
        this(file, UnaryOperator.identity());
    }

    /// @param scrubber takes secrets out of what agents want remembered: the file is committed
    public Learning(Path file, UnaryOperator<String> scrubber) {
        this.file = file;
        this.scrubber = scrubber;
    }

    /// Everything that was learned so far; nothing where there is no file.
    public TaskHistory history() throws IOException {
        TaskHistory history = new TaskHistory();
        JsonLinesFile.read(file, history::add);
        return history;
    }

    /// Writes down how a task ended.
    ///
    /// @param task   as the list has it now
    /// @param others tasks of the list
    /// @return what is odd and was not known before
    public List<Anomaly> learn(
            BacklogTask task, TaskReason reason, TaskFacts facts, Iterable<BacklogTask> others, Instant now)
            throws IOException {
        String at = String.valueOf(task.fields().get("updatedAt"));
        String run = Objects.requireNonNullElse(pipeline(reason), at);
        TaskHistory history = new TaskHistory();
        Set<Map<String, @Nullable Object>> own = new HashSet<>();
        JsonLinesFile.read(file, line -> {
            history.add(line);
            if (line.contains(JsonText.of(task.id())) && own.size() < MOST_OWN) {
                object(line).stream()
                        .filter(said -> run.equals(said.get("run")) || "remembered".equals(said.get("type")))
                        .forEach(own::add);
            }
        });
        boolean done = task.status() == TaskStatus.DONE;
        boolean known = own.stream()
                .anyMatch(line -> "task_completed".equals(line.get("type"))
                        && task.id().equals(line.get("taskId"))
                        && Boolean.valueOf(done).equals(line.get("success")));
        if (known) {
            return List.of();
        }
        List<Anomaly> odd = new ArrayList<>(history.anomalies(task.id(), done ? null : code(reason), facts));
        TaskHistory.lasting(others, now).stream()
                .filter(anomaly -> !history.knows(anomaly))
                .forEach(odd::add);
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        for (Path folder : facts.folders()) {
            lines.addAll(remembered(task.id(), folder.resolve(REMEMBERED)));
        }
        odd.forEach(anomaly -> lines.add(line(anomaly, run, at)));
        lines.add(line(task, done ? null : reason, facts, run, at));
        for (Map<String, @Nullable Object> line : lines) {
            if (own.add(line)) {
                JsonLinesFile.append(file, line);
            }
        }
        return odd;
    }

    private static @Nullable String pipeline(TaskReason reason) {
        return switch (reason) {
            case TaskReason.Done done -> done.pipeline();
            case TaskReason.PipelineFailed failed -> failed.pipeline();
            case TaskReason.LimitUsed used -> used.pipeline();
            case TaskReason.ConflictsUsed used -> used.pipeline();
            case TaskReason.NotIntegrated not -> not.pipeline();
            case TaskReason.NotBegun _, TaskReason.NotAfforded _, TaskReason.FlowStopped _ -> null;
        };
    }

    /// The same for all that failed in one way.
    static String code(TaskReason reason) {
        if (!(reason instanceof TaskReason.PipelineFailed failed)) {
            return RecordCodec.code((Record) reason);
        }
        if (!(failed.reason() instanceof PipelineReason.StageFailed stage)) {
            return RecordCodec.code((Record) failed.reason());
        }
        return stage.reason() instanceof Reason.CapReached reached
                ? "cap_reached_" + reached.cap().name().toLowerCase(Locale.ROOT)
                : RecordCodec.code((Record) stage.reason());
    }

    private static Map<String, @Nullable Object> line(Anomaly anomaly, String run, String at) {
        Map<String, @Nullable Object> context = new LinkedHashMap<>();
        context.put("taskId", anomaly.task());
        context.put("message", anomaly.words());
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("type", "anomaly_detected");
        line.put("anomaly", anomaly.kind().word());
        line.put("severity", anomaly.severity().word());
        line.put("context", context);
        line.put("run", run);
        line.put("timestamp", at);
        return line;
    }

    /// @param reason null where it is done
    private static Map<String, @Nullable Object> line(
            BacklogTask task, @Nullable TaskReason reason, TaskFacts facts, String run, String at) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("type", "task_completed");
        line.put("taskId", task.id());
        copy(task, "estimate", line);
        line.put("actual", facts.time().toSeconds());
        line.put("iterations", (long) facts.iterations());
        line.put("taskType", task.type());
        copy(task, "complexity", line);
        line.put("filesChanged", (long) facts.files());
        line.put("linesChanged", (long) facts.lines());
        line.put("success", reason == null);
        if (facts.dollars() != null) {
            line.put("cost", facts.dollars());
        }
        if (reason != null) {
            line.put("reason", code(reason));
            line.put("blockers", task.reason().isEmpty() ? List.of() : List.of(task.reason()));
        }
        line.put("run", run);
        line.put("timestamp", at);
        return line;
    }

    private static void copy(BacklogTask task, String field, Map<String, @Nullable Object> line) {
        Object value = task.fields().get(field);
        if (value != null) {
            line.put(field, value);
        }
    }

    /// What an agent wrote into its folder: at most so much of it, and only texts.
    private List<Map<String, @Nullable Object>> remembered(String task, Path file) throws IOException {
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > LARGEST) {
            return lines;
        }
        JsonLinesFile.read(file, text -> {
            for (Map<String, @Nullable Object> said : object(text)) {
                if (lines.size() < MOST_REMEMBERED
                        && said.get("text") instanceof String words
                        && !words.isBlank()
                        && said.get("timestamp") instanceof String at) {
                    Map<String, @Nullable Object> line = new LinkedHashMap<>();
                    line.put("type", "remembered");
                    line.put("taskId", task);
                    line.put("text", beginning(scrubber.apply(words).strip(), LONGEST_TEXT));
                    line.put("timestamp", beginning(scrubber.apply(at), LONGEST_TIME));
                    lines.add(line);
                }
            }
        });
        return lines;
    }

    private static String beginning(String text, int longest) {
        return text.substring(0, Math.min(text.length(), longest));
    }

    /// None where it is no object.
    private static List<Map<String, @Nullable Object>> object(String line) {
        try {
            return List.of(JsonText.object(line.strip()));
        } catch (InvalidJson broken) {
            return List.of();
        }
    }
}
