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
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `.kiro/logs/execution-<timestamp>.log`: what happened in a run over a spec, a JSON object a line. A file that has
/// grown to 10 MB is put aside, and a new one begun.
///
/// It promises: a line that is written again after a crash is there once.
record SpecLog(Path project, String run) {
    private static final long LONGEST = 10 << 20;

    Path file() {
        return project.resolve(".kiro/logs").resolve("execution-" + run + ".log");
    }

    /// @param task    as its document calls it; null where it is about all of them
    /// @param context more about it
    void say(Instant at, String type, @Nullable String task, String message, Map<String, ?> context)
            throws IOException {
        Map<String, @Nullable Object> line = begin(at, type, task);
        line.put("message", message);
        line.put("context", new LinkedHashMap<>(context));
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

    private static Map<String, @Nullable Object> begin(Instant at, String type, @Nullable String task) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("timestamp", at.truncatedTo(ChronoUnit.MILLIS).toString());
        line.put("eventType", type);
        line.put("taskId", task);
        return line;
    }

    private void append(Map<String, @Nullable Object> line) throws IOException {
        Path file = file();
        Folders.below(project, file.getParent());
        OwnFolders.ignored(file.resolveSibling(""));
        UnlinkedFiles.require(project, file);
        String text = JsonText.of(line);
        if (JsonLinesFile.last(file).stream()
                .anyMatch(known -> JsonText.of(known).equals(text))) {
            return;
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
