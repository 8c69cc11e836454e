package dev.ralph.engine;

import dev.ralph.disk.LockFile;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.paths.RequestRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;

/// Makes a project's state folder, so that git does not see what is in it.
final class StateFolder {
    private StateFolder() {}

    static void make(EngineOptions options) throws IOException {
        if (!Files.isDirectory(options.project())) {
            throw new RequestRefused("the project folder " + options.project()
                    + (Files.exists(options.project()) ? " is a file" : " does not exist: create it")
                    + ", or give another --dir");
        }
        Path state = options.layout().state();
        if (Files.exists(state, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(state)) {
            throw new IOException(
                    "the state folder " + state + " is a file, or a link to nothing: move it away, then try again");
        }
        Files.createDirectories(options.layout().tasks());
        once(options, state.resolve(".gitignore"), "*\n!config.yaml\n");
        if (state.equals(options.layout().tasks())) {
            once(options, state.resolve("PROJECT-ROOT.txt"), options.project() + "\n");
        }
    }

    /// Several processes may be the first ones.
    private static void once(EngineOptions options, Path file, String text) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        Path lock = options.layout().locks().resolve("new-project.lock");
        try (LockFile _ = LockFile.lock(lock, Duration.ofSeconds(10))) {
            if (!Files.exists(file)) {
                WholeFile.write(FaultPoint.IGNORE_FILE, file, text);
            }
        }
    }
}
