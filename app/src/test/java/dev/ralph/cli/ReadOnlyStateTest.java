package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// State that may not be written is named in the message.
class ReadOnlyStateTest {
    @TempDir
    Path folder;

    @AfterEach
    void makeWritable() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (Files.exists(folder.resolve(".ralph"))) {
            Files.setPosixFilePermissions(folder.resolve(".ralph"), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    /// Permissions do not bind root, unless it gives that privilege up.
    private static List<String> bound() {
        boolean root = Shell.isRoot();
        Assumptions.assumeTrue(
                !root || Files.isExecutable(Path.of("/usr/bin/setpriv")), "setpriv (util-linux) is missing");
        return root ? List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search") : List.of();
    }

    private Shell.Said run() throws Exception {
        List<String> command = new ArrayList<>(bound());
        command.addAll(Shell.java(Main.class.getName(), "--dir", folder.toString(), "run", "--task", "task-001"));
        command.addAll(List.of("--prompt", "x", "--containment", "group", "--command", "touch ran"));
        return Shell.other(folder, Map.of(), command);
    }

    private void refused(Shell.Said said) {
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err())
                .contains("no permission for " + folder.resolve(".ralph"))
                .contains("check who owns it")
                .doesNotContain("\tat ");
    }

    @Test
    void a_project_folder_that_may_not_be_written_is_named() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));

        refused(run());
    }

    @Test
    void a_state_folder_that_may_not_be_written_is_named() throws Exception {
        Files.createDirectory(folder.resolve(".ralph"));
        Files.setPosixFilePermissions(folder.resolve(".ralph"), PosixFilePermissions.fromString("r-xr-xr-x"));

        refused(run());
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void a_configuration_that_may_not_be_read_is_named() throws Exception {
        Files.createDirectory(folder.resolve(".ralph"));
        Path file = Files.writeString(folder.resolve(".ralph/config.yaml"), "max_restarts: 1\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));

        Shell.Said said = run();

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains(file + ": cannot be read").doesNotContain("\tat ");
        assertThat(folder.resolve("ran")).doesNotExist();
    }
}
