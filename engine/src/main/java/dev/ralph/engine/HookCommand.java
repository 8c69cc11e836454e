package dev.ralph.engine;

import dev.ralph.paths.FileErrorText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A shell line of the user's that is told something, in JSON on its standard input.
///
/// @param name what people call it
public record HookCommand(String name, String line, Path folder, Map<String, String> environment) {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /// @return why it failed, for a person; null where it did not
    public @Nullable String run(String json) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
        } catch (IOException cannot) {
            return "hook " + name + " cannot be started: " + FileErrorText.words(cannot);
        }
        try {
            Thread.startVirtualThread(() -> tell(process, json));
            if (!process.waitFor(LONGEST.toMillis(), TimeUnit.MILLISECONDS)) {
                return "hook " + name + " did not end in " + LONGEST.toSeconds() + " s, and was ended";
            }
            int code = process.exitValue();
            return code == 0 ? null : "hook " + name + " ended with exit code " + code;
        } finally { // also where the run ends meanwhile
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /// Whoever does not read it may be gone before it is written.
    private static void tell(Process process, String json) {
        try (OutputStream in = process.getOutputStream()) {
            in.write((json + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException unread) {
            return;
        }
    }
}
