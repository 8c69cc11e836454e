package dev.ralph.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs git commands in one folder. Hooks, file-system monitors, signature programs and background maintenance stay
/// off: a repository that an agent wrote to must not get commands run by us. Filters do run, as large files kept
/// outside the repository need them.
final class Git {
    private static final long LONGEST_SECONDS = 120;
    private static final List<String> SAFE = List.of(
            "-c", "core.hooksPath=/dev/null",
            "-c", "core.fsmonitor=false",
            "-c", "gc.auto=0",
            "-c", "maintenance.auto=0",
            "-c", "commit.gpgSign=false",
            "-c", "log.showSignature=false");

    private static final List<String> ELSEWHERE = List.of(
            "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE");

    private final Path folder;

    Git(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    /// What a command printed and how it ended.
    record Answer(int code, String stdout, String stderr) {
        /// Without its last line end. What it begins with may be a column of its own.
        String text() {
            return stdout.stripTrailing();
        }
    }

    String run(Map<String, String> environment, String... arguments) throws IOException {
        Answer answer = ask(environment, arguments);
        if (answer.code() != 0) {
            throw new GitFailed("`git " + String.join(" ", arguments) + "` in " + folder + " failed: "
                    + answer.stderr().strip());
        }
        return answer.text();
    }

    Answer ask(Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(SAFE);
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("ralph-git", ".out");
        Path err = Files.createTempFile("ralph-git", ".err");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            // A caller that is itself a git hook must not send us to its own repository.
            ELSEWHERE.forEach(builder.environment()::remove);
            builder.environment().putAll(environment);
            builder.environment().put("LC_ALL", "C");
            builder.environment().put("GIT_TERMINAL_PROMPT", "0");
            return new Answer(await(builder.start(), arguments), text(out), text(err));
        } finally {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }

    private int await(Process process, String... arguments) throws IOException {
        String why = " did not end within " + LONGEST_SECONDS + " seconds";
        try {
            if (process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            why = " was interrupted";
        }
        process.destroyForcibly();
        throw new GitFailed("`git " + String.join(" ", arguments) + "` in " + folder + why);
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
