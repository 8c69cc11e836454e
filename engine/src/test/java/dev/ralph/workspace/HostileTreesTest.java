package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What an agent leaves in its workspace to stop Ralph, or to have it lose the rest.
@Timeout(120)
class HostileTreesTest {
    private static final AttemptRef FIRST = new AttemptRef("loop-1", 1);
    /// Folders in folders until the last, which is closed, has a path of 6,000 bytes, which nobody can open.
    private static final String DEEP = "n=$(printf '%0200d' 7); c=$n; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do"
            + " c=$c/$n; done; mkdir -p 0/$c 1/$c; echo deep > 1/$c/file; chmod 000 1/$c; mv 1 0/$c/; ";

    @TempDir
    Path scratch;

    @AfterEach
    void remove() throws IOException {
        for (Path left : TreeRemoval.list(scratch)) {
            TreeRemoval.delete(left);
        }
        assertThat(scratch).isEmptyDirectory();
    }

    private SampleProject project() throws Exception {
        return SampleProject.repository(scratch.resolve("project"), Map.of("a", "a\n", "b/c", "c\n"));
    }

    private static void sh(Path folder, String line) throws Exception {
        Process shell = new ProcessBuilder("sh", "-ec", line)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(shell.waitFor()).isZero();
    }

    private RealOverlay overlay(SampleProject project, String work) throws Exception {
        assumeTrue(Overlays.work(), "overlays cannot be mounted here: needs root or user namespaces");
        RealOverlay overlay = new RealOverlay(project.folder(), scratch.resolve("w"));
        overlay.work(work);
        return overlay;
    }

    private static Conserved conserved(SampleProject project, RealOverlay overlay) throws Exception {
        return new OverlayGit(project.folder(), overlay.folder(), ProtectedPaths.standard())
                .conserve(FIRST, project.git("rev-parse", "HEAD"));
    }

    @Test
    void a_path_too_long_to_be_opened_costs_nothing_else_in_an_overlay() throws Exception {
        SampleProject project = project();
        RealOverlay overlay = overlay(project, DEEP + "echo more >> a; rm -r b");

        Conserved conserved = conserved(project, overlay);

        assertThat(project.git("diff", "--name-status", "HEAD", conserved.commit())
                        .lines())
                .containsExactly("M\ta", "D\tb/c");
        assertThat(conserved.left())
                .singleElement()
                .asString()
                .startsWith("0/000000")
                .hasSizeLessThan(200);
    }

    @Test
    void nor_in_a_worktree() throws Exception {
        SampleProject project = project();
        AgentWorktree worktree = AgentWorktree.open(project.folder(), scratch.resolve("tree"), "my-task");
        sh(worktree.folder(project.folder()), DEEP + "echo more >> a; mkdir closed; echo x > closed/x; chmod 0 closed");

        Conserved conserved = worktree.conserve(FIRST);

        assertThat(project.git("diff", "--name-status", "HEAD", conserved.commit())
                        .lines())
                .containsExactly("M\ta", "A\tclosed/x");
        worktree.remove();
        assertThat(scratch.resolve("tree")).doesNotExist();
    }

    @Test
    void thousands_of_folders_in_each_other_are_removed() throws Exception {
        Path tree = Files.createDirectory(scratch.resolve("tree"));
        String more = "d" + "/d".repeat(499);
        sh(tree, "mkdir t; for i in $(seq 5); do mkdir -p n/" + more + "; mv t n/" + more + "/; mv n t; done");

        TreeRemoval.delete(tree);

        assertThat(tree).doesNotExist();
    }

    @Test
    void a_pipe_in_the_place_of_rules_holds_nobody_up() throws Exception {
        SampleProject project = project();
        sh(project.folder(), "mkfifo .gitignore b/.gitattributes; echo more >> b/c");
        Repository repository = Repository.at(project.folder()).orElseThrow();

        assertThat(repository.fingerprint()).isNotEmpty();
        String tree = repository.snapshot(scratch.resolve("index")).tree();
        Files.delete(project.path(".gitignore"));
        Files.delete(project.path("b/.gitattributes"));
        assertThat(project.git("diff", "--name-only", "HEAD", tree)).isEqualTo("b/c");
    }

    @Test
    void a_hole_of_a_thousand_gigabytes_is_named_and_the_rest_is_conserved() throws Exception {
        SampleProject project = project();
        RealOverlay overlay = overlay(project, "truncate -s 1T hole; echo more >> a; mkdir n; echo n > n/n");

        Conserved conserved = conserved(project, overlay);

        assertThat(project.git("diff", "--name-status", "HEAD", conserved.commit())
                        .lines())
                .containsExactly("M\ta", "A\tn/n");
        assertThat(conserved.left()).containsExactly("hole");
        sh(project.folder(), "truncate -s 1T hole; echo more >> a");
        assertThat(Repository.at(project.folder())
                        .orElseThrow()
                        .snapshot(scratch.resolve("index"))
                        .unread())
                .extracting(Object::toString)
                .containsExactly("hole");
    }

    @Test
    void one_name_that_git_refuses_among_hundreds_costs_a_few_calls() throws Exception {
        SampleProject project = project();
        RealOverlay overlay = overlay(
                project,
                "mkdir many; i=0; while [ $i -lt 300 ]; do echo $i > many/$i; i=$((i+1)); done;"
                        + " mkdir -p many/.git/objects many/.git/refs; echo ref: refs/heads/x > many/.git/HEAD;"
                        + " mkdir -p .git/modules/m/hooks; cp many/1?? .git/modules/m/hooks");

        Conserved conserved = conserved(project, overlay);

        List<String> names = project.git("ls-tree", "-r", "--name-only", conserved.commit())
                .lines()
                .toList();
        assertThat(names).filteredOn(name -> name.contains("many/")).hasSizeGreaterThanOrEqualTo(300);
        assertThat(names)
                .filteredOn(name -> name.contains("dot-git/modules/m/hooks"))
                .hasSize(100);
    }

    @Test
    void a_folder_that_the_user_closed_is_not_opened_to_look_into_it() throws Exception {
        SampleProject project = project();
        Path closed = Files.createDirectory(project.path("closed"));
        ClosedFileAccess.mode(closed, 0);
        PathEntry before = PathEntry.listed(closed);
        RealOverlay overlay = overlay(project, "rmdir closed; mkdir closed; echo x > closed/x");

        try (OverlayChanges upper = overlay.upper()) {
            assertThat(overlay.delta(upper).changes())
                    .extracting(PathChange::toString)
                    .contains("A closed/x");
        }
        assertThat(PathEntry.listed(closed).changed()).isEqualTo(before.changed());
    }
}
