package dev.ralph.engine;

import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.paths.RequestRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

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
        Path ignore = state.resolve(".gitignore");
        if (!Files.exists(ignore)) {
            WholeFile.write(FaultPoint.IGNORE_FILE, ignore, "*\n!config.yaml\n");
        }
        boolean shared = state.equals(options.layout().tasks());
        Path root = state.resolve("PROJECT-ROOT.txt");
        if (shared && !Files.exists(root)) {
            WholeFile.write(FaultPoint.IGNORE_FILE, root, options.project() + "\n");
        }
    }
}
