package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.process.Containment;
import dev.ralph.process.Enclosure;
import dev.ralph.process.Exit;
import dev.ralph.process.ExitStatus;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectOverlayTest {
    @TempDir
    Path base;

    private Supervisor supervisor;
    private Path project;
    private ProjectOverlay workspace;
    private int runs;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
        supervisor = Supervisor.open(Containment.AUTO, base.resolve("leases"));
        assumeTrue(supervisor.tier().how().contains("bwrap"), "bubblewrap is missing");
        project = Files.createDirectory(base.resolve("a project, with: odd\\name"))
                .toRealPath();
        Files.writeString(project.resolve("old"), "old\n");
        workspace = ProjectOverlay.open(project, base.resolve("workspaces").resolve("loop-1"));
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    /// Runs a shell line in the workspace, as an agent would be.
    private String sh(String line) throws Exception {
        workspace.ready();
        Path out = base.resolve("out-" + ++runs);
        Path err = base.resolve("err-" + runs);
        List<String> view = new ArrayList<>(List.of("--dev-bind", "/", "/", "--proc", "/proc"));
        if (!"root".equals(System.getProperty("user.name"))) {
            view.add("--unshare-user");
        }
        view.addAll(List.of("--bind", workspace.overlay() + "/merged", project.toString()));
        Launch launch = new Launch(
                        "test-" + runs,
                        List.of("/bin/sh", "-c", line),
                        Map.of("PATH", "/usr/bin:/bin"),
                        project,
                        Path.of("/dev/null"),
                        out,
                        err,
                        new RunLimits(null, Duration.ofSeconds(60), Duration.ofSeconds(1), 1 << 20))
                .in(new Enclosure.Namespaces(workspace.overlay(), view));
        Exit exit = supervisor.start(launch).exit().get(60, TimeUnit.SECONDS);
        assertThat(Files.readString(err)).isEmpty();
        assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(0));
        return Files.readString(out);
    }

    private List<String> changes() throws IOException {
        return workspace.changes().changes().stream().map(PathChange::toString).toList();
    }

    @Test
    void programs_see_their_changes_at_the_project_s_own_path_and_the_project_does_not() throws Exception {
        assertThat(sh("pwd; cat old; echo new > new; rm old")).isEqualTo(project + "\nold\n");
        assertThat(sh("ls")).isEqualTo("new\n");
        assertThat(changes()).containsExactly("A new", "D old");
        assertThat(Files.readString(project.resolve("old"))).isEqualTo("old\n");
        assertThat(project.resolve("new")).doesNotExist();
    }

    @Test
    void keeping_brings_the_changes_to_the_project() throws Exception {
        sh("mkdir -p a/b; echo 1 > a/b/c; echo more >> old; ln -s old link");
        assertThat(workspace.keep(workspace.changes())).isEmpty();
        assertThat(Files.readString(project.resolve("a/b/c"))).isEqualTo("1\n");
        assertThat(Files.readString(project.resolve("old"))).isEqualTo("old\nmore\n");
        assertThat(project.resolve("link")).isSymbolicLink();
    }

    @Test
    void what_was_kept_is_what_the_next_attempt_begins_with() throws Exception {
        sh("echo 1 > new; echo 1 > old; chmod 4755 new");
        assertThat(workspace.keep(workspace.changes())).isEmpty();
        sh("echo 2 > new; rm old");
        assertThat(workspace.keep(workspace.changes())).isEmpty();
        assertThat(project.resolve("new")).hasContent("2");
        assertThat(project.resolve("old")).doesNotExist();

        tick();
        Files.writeString(project.resolve("new"), "user\n");
        sh("echo 3 > new");
        assertThat(workspace.keep(workspace.changes()))
                .containsExactly(new Conflict(Path.of("new"), Conflict.Why.CHANGED));
        assertThat(project.resolve("new")).hasContent("user");
    }

    @Test
    void what_another_one_changed_takes_the_place_of_its_own() throws Exception {
        Files.createDirectories(project.resolve("src"));
        Files.writeString(project.resolve("src/a"), "a");
        Files.writeString(project.resolve("src/b"), "b");
        sh("rm -rf src; mkdir src; echo new > src/b; mkdir d; chmod 0 d");
        ProjectOverlay worked = workspace;
        workspace = ProjectOverlay.open(project, base.resolve("workspaces/loop-2"));
        sh("echo other > old");
        tick();
        Files.writeString(project.resolve("src/b"), "user");

        workspace.take(worked);

        assertThat(changes()).containsExactly("A d/", "D src/a", "M src/b");
        assertThat(sh("ls src")).isEqualTo("b\n");
        assertThat(worked.overlay()).doesNotExist();
        assertThat(workspace.keep(workspace.changes()))
                .containsExactly(new Conflict(Path.of("src/b"), Conflict.Why.CHANGED));
    }

    /// The file system's clock ticks every few milliseconds.
    private void tick() throws IOException {
        Path opened = workspace.overlay().resolve("opened");
        Path later = base.resolve("later");
        do {
            Files.deleteIfExists(later);
            Files.createFile(later);
        } while (PathEntry.listed(later)
                        .changed()
                        .compareTo(PathEntry.listed(opened).changed())
                <= 0);
    }

    @Test
    void a_file_that_is_closed_to_everybody_can_be_changed_and_kept() throws Exception {
        for (String name : List.of("changed", "opened", "left")) {
            Files.writeString(project.resolve(name), "closed\n");
            ClosedFileAccess.mode(project.resolve(name), 0);
        }
        workspace.remove();
        workspace = ProjectOverlay.open(project, base.resolve("workspaces/loop-1"));
        PathEntry before = PathEntry.listed(project.resolve("changed"));
        sh("chmod 600 changed opened; echo clOSed > changed");
        assertThat(changes()).contains("M changed").doesNotContain("M left");
        assertThat(PathEntry.listed(project.resolve("changed"))).isEqualTo(before);
        assertThat(workspace.keep(workspace.changes())).isEmpty();
        assertThat(project.resolve("changed")).hasContent("clOSed");
        assertThat(project.resolve("opened")).hasContent("closed");
        assertThat(PathEntry.listed(project.resolve("left")).mode()).isZero();
    }

    @Test
    void what_the_agent_closed_even_to_itself_is_kept_open_to_its_owner() throws Exception {
        sh("mkdir -p a/b; echo 1 > a/b/c; chmod 0 a/b/c a/b a");
        assertThat(workspace.keep(workspace.changes())).isEmpty();
        assertThat(PathEntry.listed(project.resolve("a")).mode()).isEqualTo(0500);
        assertThat(PathEntry.listed(project.resolve("a/b/c")).mode()).isEqualTo(0400);
        assertThat(project.resolve("a/b/c")).hasContent("1");
        assertThat(workspace.changes().changes()).isEmpty();
    }

    @Test
    void opening_it_again_finds_the_work_and_removing_it_leaves_nothing() throws Exception {
        sh("echo new > new");
        workspace = ProjectOverlay.open(project, workspace.overlay());
        assertThat(workspace.recover()).isEmpty();
        assertThat(changes()).containsExactly("A new");
        workspace.remove();
        try (Stream<Path> left = Files.list(base.resolve("workspaces"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void it_is_refused_inside_the_project_and_for_another_project() throws Exception {
        assertThatThrownBy(() -> ProjectOverlay.open(project, project.resolve(".ralph/x")))
                .hasMessageContaining("lies inside the project");
        Path other = Files.createDirectory(base.resolve("other"));
        assertThatThrownBy(() -> ProjectOverlay.open(other, workspace.overlay()))
                .hasMessageContaining("belongs to " + project);
    }

    @Test
    void no_mount_is_left_when_the_program_has_ended() throws Exception {
        sh("echo new > new");
        assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain("loop-1");
        assertThat(TreeRemoval.list(workspace.overlay().resolve("merged"))).isEmpty();
    }
}
