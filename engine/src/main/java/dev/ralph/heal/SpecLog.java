package dev.ralph.heal;

import dev.ralph.backlog.JsonLinesFile;
import dev.ralph.json.JsonText;
import dev.ralph.paths.Folders;
import dev.ralph.paths.UnlinkedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `.kiro/logs/execution-<timestamp>.log`: what happened in a run over a spec, a JSON object a line. A file that has
/// grown to 10 MB is put aside, and a new one begun.
///
/// It promises:
/// 1. A line that is written again after a crash is there once.
/// 2. Time does not run backwards in it: what is known late has the time of the line before.
record SpecLog(Path project, String run) {
    private static final long LONGEST = 10 << 20;
    private static final DateTimeFormatter MILLISECONDS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
    private static final String TIMESTAMP = "timestamp";

    Path file() {
        return project.resolve(".kiro/logs").resolve("execution-" + run + ".log");
    }

    /// @param task    as its document calls it; null where it is about all of them
    /// @param context more about it
    void say(
            Instant at,
            String type,
            @Nullable String task,
            String message,
            Map<String, ? extends @Nullable Object> context)
            throws IOException {
        Map<String, @Nullable Object> line = begin(at, type, task);
        line.put("message", message);
        line.put("context", new LinkedHashMap<String, @Nullable Object>(context));
        append(line);
    }

    /// The entry of specification 000 for a correction that was applied.
    void corrected(Instant at, String task, String errorType, String targetFile, int attempt, String correction)
            throws IOException {
        Map<String, @Nullable Object> line = begin(at, "ralph_loop_activated", task);
        line.put("errorType", errorType);
        line.put("targetFile", targetFile);
        line.put("attemptNumber", attempt);
        line.put("correction", correction);
        line.put("success", true);
        append(line);
    }

    private static Instant time(Map<String, @Nullable Object> line) {
        try {
            return Instant.parse(String.valueOf(line.get(TIMESTAMP)));
        } catch (DateTimeParseException foreign) { // somebody else wrote it
            return Instant.MIN;
        }
    }

    private static boolean isSame(Map<String, @Nullable Object> one, Map<String, @Nullable Object> other) {
        Map<String, @Nullable Object> same = new LinkedHashMap<>(one);
        same.put(TIMESTAMP, other.get(TIMESTAMP));
        return JsonText.of(same).equals(JsonText.of(other));
    }

    private static Map<String, @Nullable Object> begin(Instant at, String type, @Nullable String task) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put(TIMESTAMP, MILLISECONDS.format(at));
        line.put("eventType", type);
        line.put("taskId", task);
        return line;
    }

    private void append(Map<String, @Nullable Object> line) throws IOException {
        Path file = file();
        Folders.below(project, file.getParent());
        IgnoredStateFolders.ignored(file.resolveSibling(""));
        UnlinkedFiles.require(project, file);
        List<Map<String, @Nullable Object>> known = JsonLinesFile.last(file);
        String at = String.valueOf(line.get(TIMESTAMP));
        for (Map<String, @Nullable Object> one : known) {
            if (!time(one).isBefore(Instant.parse(at)) && isSame(one, line)) {
                return;
            }
        }
        if (!known.isEmpty() && time(known.getLast()).isAfter(Instant.parse(at))) {
            line.put(TIMESTAMP, known.getLast().get(TIMESTAMP));
        }
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) >= LONGEST) {
            int number = 1;
            while (Files.exists(file.resolveSibling("execution-" + run + "-" + number + ".log"))) {
                number++;
            }
            Files.move(
                    file,
                    file.resolveSibling("execution-" + run + "-" + number + ".log"),
                    StandardCopyOption.ATOMIC_MOVE);
        }
        JsonLinesFile.append(file, line);
    }
}
