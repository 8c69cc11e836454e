package dev.ralph.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/// A project folder, and a folder of programs that bear the names of agents on the PATH.
abstract class WithAgentPrograms {
    @TempDir
    Path folder;

    /// `ralph run` with claude, unless an agent is named.
    TypedCommand run(String... more) {
        List<String> words =
                new ArrayList<>(List.of("run", "--task", "t", "--prompt", "do it", "--restart-delay", "0s"));
        words.addAll(List.of("--containment", "group"));
        if (!List.of(more).contains("--profile")) {
            words.addAll(List.of("--profile", "restart"));
        }
        if (!List.of(more).contains("--agent")) {
            words.addAll(List.of("--agent", "claude"));
        }
        words.addAll(List.of(more));
        return type(words.toArray(String[]::new));
    }

    TypedCommand type(String... words) {
        return TypedCommand.in(folder, Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin"), words);
    }

    void install(String name, String script) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
