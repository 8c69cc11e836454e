package dev.ralph.engine;

import dev.ralph.disk.LockFile;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.StateLayout;
import dev.ralph.store.FileLeases;
import dev.ralph.store.FileRequests;
import dev.ralph.store.Leases;
import dev.ralph.store.Requests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;

/// A project's state folder: made so that git does not see what is in it, and the ports whose adapters lie there.
public final class StateFolder {
    private StateFolder() {}

    /// Who runs what.
    public static Leases leases(StateLayout layout) {
        return new FileLeases(layout.locks());
    }

    /// What is asked of machines that somebody runs.
    public static Requests requests(StateLayout layout) {
        return new FileRequests(layout::requests);
    }

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
