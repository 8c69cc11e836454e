package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The limit of disk space holds for a workspace that lies elsewhere: for what the agent adds to it, not for what Ralph
/// made it of.
class WorkspaceDiskTest {
    /// The first attempt adds nothing; the second goes on until somebody ends it.
    private static final String FILLING =
            "if [ ! -e began ]; then touch began; sleep 2.5; exit 7; fi; mkdir -p fat; i=0;"
                    + " while [ $i -lt 100 ]; do i=$((i+1)); head -c 20000000 /dev/zero > fat/$i; echo $i; sleep 0.1; done";

    @TempDir
    Path base;

    @ParameterizedTest
    @ValueSource(strings = {"worktree", "overlay"})
    void an_attempt_that_fills_its_workspace_is_ended(String workspace) throws Exception {
        GitProject project = GitProject.of(base);
        Files.write(project.path("large"), new byte[60_000_000]);
        project.write(".gitignore", "fat/\n").commit("large");

        Shell.Said said = project.run(
                workspace,
                "--max-attempt-disk",
                "50MB",
                "--poll-interval",
                "100ms",
                "--max-restarts",
                "2",
                "--command",
                FILLING);

        assertThat(said.out())
                .contains("exit code 7")
                .contains("it added more than 50 MB to the project")
                .contains("EXHAUSTED after 2 attempts");
    }
}
