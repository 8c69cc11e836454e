package dev.ralph.run;

import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Makes a project's state folder, so that git does not see what is in it.
final class StateFolder {
    private StateFolder() {}

    static void make(Setup setup) throws IOException {
        if (!Files.isDirectory(setup.project())) {
            throw new Refused("the project folder " + setup.project()
                    + (Files.exists(setup.project()) ? " is a file" : " does not exist: create it")
                    + ", or give another --dir");
        }
        Path state = setup.layout().state();
        if (Files.exists(state, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(state)) {
            throw new IOException(
                    "the state folder " + state + " is a file, or a link to nothing: move it away, then try again");
        }
        Files.createDirectories(setup.layout().tasks());
        Path ignore = state.resolve(".gitignore");
        if (!Files.exists(ignore)) {
            WholeFile.write(FaultPoint.IGNORE_FILE, ignore, "*\n!config.yaml\n");
        }
        boolean shared = state.equals(setup.layout().tasks());
        Path root = state.resolve("PROJECT-ROOT.txt");
        if (shared && !Files.exists(root)) {
            WholeFile.write(FaultPoint.IGNORE_FILE, root, setup.project() + "\n");
        }
    }
}
