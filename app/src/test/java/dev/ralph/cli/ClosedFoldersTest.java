package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Agents that close files and folders to everybody (`chmod 000`), for users whom permissions bind.
class ClosedFoldersTest {
    private static final String CLOSES =
            "echo agent >> d/x; echo new > d/new; mkdir e; echo e > e/file; echo s > secret;"
                    + " chmod 000 d e secret; " + GitProject.DONE;

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void makeProject() throws Exception {
        project = GitProject.of(base);
        project.write("d/x", "user\n").commit("d");
    }

    /// Whoever removes the test's folder could not either.
    @AfterEach
    void openAll() throws Exception {
        Shell.other(base, Map.of(), List.of("chmod", "-R", "u+rwX", base.toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"worktree", "overlay"})
    void what_an_agent_closed_is_conserved_and_kept_and_stays_open_to_its_owner(String workspace) throws Exception {
        if (!workspace.equals("overlay")) { // root mounts it with the privilege that it would give up
            project = project.boundByPermissions();
        }
        Shell.Said said = project.run(workspace, "--command", CLOSES);

        assertThat(said.out()).contains("COMPLETED after 1 attempt").doesNotContain("cannot save");
        assertThat(project.path("d/x")).hasContent("user\nagent");
        assertThat(project.path("d/new")).hasContent("new");
        assertThat(project.path("e/file")).hasContent("e");
        assertThat(project.at("1", "d/x")).isEqualTo("user\nagent\n");
        assertThat(project.at("1", "secret")).isEqualTo("s\n");
        for (String name : List.of("d", "e", "secret")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(project.path(name))))
                    .as(name)
                    .startsWith("r");
        }
        assertThat(project.status()).isEmpty();
        Shell.Said next = project.ralph(
                "run",
                "--workspace",
                workspace,
                "--task",
                "next",
                "--command",
                "chmod u+w e; rm -r e; " + GitProject.DONE,
                "x");
        assertThat(next.out()).contains("COMPLETED after 1 attempt");
        assertThat(project.path("e")).doesNotExist();
        assertThat(project.ralph("audit").code()).isZero();
        try (Stream<Path> homes = Files.walk(project.state().resolve("ralph/workspaces"), 2)) {
            assertThat(homes.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @Test
    void a_folder_of_the_project_that_is_closed_is_named_and_nothing_in_it_counts_as_deleted() throws Exception {
        project = project.boundByPermissions();
        Shell.Said said = project.run("in-place", "--keep", "commit", "--command", CLOSES);

        assertThat(said.out()).contains("COMPLETED after 1 attempt");
        assertThat(said.err())
                .contains("not saved, because git cannot read or hold them: ")
                .contains("d/")
                .contains("e/")
                .contains("secret");
        assertThat(project.at("1", "d/x")).isEqualTo("user\n");
        assertThat(project.git("ls-tree", "-r", "--name-only", "main")).contains("d/x");
        assertThat(project.ralph("diff", "task-001").out()).doesNotContain("deleted");
    }
}
