package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // every test opens its own
class CopyWorkspaceTest {
    private static final int TREES = Boolean.getBoolean("ralph.soak") ? 1000 : 30;
    private static final int STEPS = 60;

    @TempDir
    Path base;

    private Path project;
    private Path home;
    private CopyWorkspace workspace;

    @BeforeEach
    void open() throws Exception {
        project = Files.createDirectory(base.resolve("project")).toRealPath();
        home = base.resolve("workspaces").resolve("loop-1");
        write("old", "old\n");
        write("src/a", "a\n");
        write(".ralph/state", "ours\n");
    }

    private void write(String name, String text) throws IOException {
        Files.createDirectories(project.resolve(name).getParent());
        Files.writeString(project.resolve(name), text);
    }

    private void sh(String line) throws Exception {
        if (workspace == null) {
            workspace = CopyWorkspace.open(project, home);
        }
        Process shell = new ProcessBuilder("sh", "-ec", line)
                .directory(workspace.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(shell.waitFor()).isZero();
    }

    private List<String> changes() throws IOException {
        return workspace.changes().changes().stream().map(PathChange::toString).toList();
    }

    @Test
    void it_shows_the_project_without_ralph_s_own_files_and_tells_exactly_what_changed() throws Exception {
        sh("[ ! -e .ralph ]; cat old; echo new > new; rm -r src; touch old");
        assertThat(changes()).containsExactly("A new", "D src/");
        assertThat(project.resolve("src/a")).exists();
        sh("echo OLD > old; chmod 700 old; mkdir src; ln -s old link");
        assertThat(changes()).containsExactly("A link", "A new", "M old", "D src/a");
    }

    @Test
    void keeping_brings_the_changes_to_the_project_once() throws Exception {
        sh("echo more >> old; rm -r src; mkdir -p x/y; echo z > x/y/z");
        assertThat(workspace.keep(workspace.changes())).isEmpty();
        assertThat(project.resolve("old")).hasContent("old\nmore");
        assertThat(project.resolve("src")).doesNotExist();
        assertThat(project.resolve("x/y/z")).hasContent("z");
        assertThat(project.resolve(".ralph/state")).exists();
        assertThat(changes()).isEmpty();
    }

    @Test
    void what_the_user_changed_meanwhile_stands_against_it_and_the_rest_is_no_matter() throws Exception {
        write("mine", "1\n");
        sh("echo agent > old");
        tick();
        write("mine", "2\n");
        write("old", "user\n");
        write("made", "3\n");
        assertThat(changes()).containsExactly("M old");
        assertThat(workspace.keep(workspace.changes()))
                .containsExactly(new Conflict(Path.of("old"), Conflict.Why.CHANGED));

        workspace.discard();
        sh("cat made; echo agent >> old");
        assertThat(workspace.keep(workspace.changes())).isEmpty();
        assertThat(project.resolve("old")).hasContent("user\nagent");
        assertThat(project.resolve("mine")).hasContent("2");
    }

    @Test
    void what_the_user_deleted_meanwhile_is_not_brought_back_silently() throws Exception {
        sh("echo agent > old");
        Files.delete(project.resolve("old"));
        assertThat(workspace.keep(workspace.changes()))
                .containsExactly(new Conflict(Path.of("old"), Conflict.Why.DELETED));
    }

    private void tick() throws IOException {
        Path later = base.resolve("later");
        do {
            Files.deleteIfExists(later);
            Files.createFile(later);
        } while (PathEntry.listed(later)
                        .changed()
                        .compareTo(PathEntry.listed(home.resolve("opened")).changed())
                <= 0);
    }

    @Test
    void what_could_not_be_copied_stays_whatever_the_agent_does_around_it() throws Exception {
        new ProcessBuilder("mkfifo", project.resolve("src/pipe").toString())
                .start()
                .waitFor();
        sh("rm -r src; echo file > src; echo x > y");
        assertThat(changes()).containsExactly("T src", "A y");
        assertThat(workspace.keep(workspace.changes())).isEmpty();
        assertThat(project.resolve("src/pipe")).exists();
        assertThat(project.resolve("y")).exists();

        sh("rm src");
        assertThat(workspace.keep(workspace.changes())).isEmpty();
        assertThat(project.resolve("src/pipe")).exists();
        assertThat(project.resolve("src/a")).doesNotExist();
    }

    @Test
    void snapshots_bring_back_all_that_was_there() throws Exception {
        sh("echo 1 > old; mkdir d; echo 1 > d/x");
        workspace.snapshot("1");
        sh("echo 2 > old; rm -r d src");
        workspace.restore("1");
        assertThat(changes()).containsExactly("A d/", "A d/x", "M old");
        workspace = CopyWorkspace.open(project, home);
        assertThat(workspace.recover()).isEmpty();
        assertThat(changes()).containsExactly("A d/", "A d/x", "M old");
        workspace.remove();
        assertThat(home.getParent()).isEmptyDirectory();
    }

    @Test
    void one_that_was_not_finished_is_made_again() throws Exception {
        Files.createDirectories(home.resolve("layer.new/tree"));
        Files.createFile(home.resolve("opened"));
        sh("cat src/a");
        assertThat(workspace.recover()).isEmpty();
        assertThat(changes()).isEmpty();
        assertThatThrownBy(() -> CopyWorkspace.open(project, project.resolve("x")))
                .hasMessageContaining("lies inside the project");
    }

    @Test
    void in_a_repository_its_work_is_kept_as_a_commit() throws Exception {
        SampleProject repository = SampleProject.repository(base.resolve("repository"), Map.of("a", "a\n", "b", "b\n"));
        repository.write("mine", "untracked\n");
        CopyWorkspace copy = CopyWorkspace.open(repository.folder(), base.resolve("loop-2"));
        Files.writeString(copy.folder().resolve("a"), "agent\n");
        Files.delete(copy.folder().resolve("b"));
        OverlayGit git = new OverlayGit(repository.folder(), base.resolve("loop-2"), ProtectedPaths.standard());
        AttemptRef first = new AttemptRef("loop-2", 1);
        git.conserve(first);
        assertThat(git.keep(first, git.base().orElseThrow(), "Kept work", null)).isInstanceOf(KeepResult.Done.class);
        assertThat(repository.git("show", "--format=%s", "--name-status", "HEAD"))
                .isEqualTo("Kept work\n\nM\ta\nD\tb");
        assertThat(repository.status()).isEqualTo("?? mine");
        assertThat(copy.changes().changes()).isEmpty();
    }

    @Test
    void what_is_kept_is_exactly_what_the_copy_showed_and_nothing_changes_before() throws Exception {
        int changed = 0;
        for (long seed = 0; seed < TREES; seed++) {
            Path world = Files.createDirectory(base.resolve("seed-" + seed));
            changed += play(world, seed);
            TreeRemoval.delete(world);
        }
        assertThat(changed).isGreaterThan(TREES * 10);
    }

    private static int play(Path world, long seed) throws IOException {
        Path folder = Files.createDirectory(world.resolve("project")).toRealPath();
        Random random = new Random(seed);
        RandomWork user = new RandomWork(folder, random);
        user.plant();
        user.close();
        openFiles(folder);
        List<String> before = Manifest.untouched(folder);
        CopyWorkspace copy = CopyWorkspace.open(folder, world.resolve("loop"));
        RandomWork agent = new RandomWork(copy.folder(), random);
        for (int i = 0; i < STEPS; i++) {
            agent.step();
        }
        List<String> shown = Manifest.of(copy.folder());
        Delta delta = copy.changes();
        assertThat(Manifest.difference(before, Manifest.untouched(folder)))
                .as("before keeping, seed " + seed)
                .isEmpty();
        assertThat(copy.keep(delta)).isEmpty();
        assertThat(Manifest.difference(shown, Manifest.of(folder)))
                .as("after keeping, seed " + seed)
                .isEmpty();
        assertThat(copy.changes().changes()).as("kept, seed " + seed).isEmpty();
        return delta.changes().size();
    }

    /// What nobody can read cannot be copied.
    private static void openFiles(Path folder) throws IOException {
        for (Path path : TreeRemoval.list(folder)) {
            PathEntry entry = PathEntry.listed(path);
            if (entry.isDirectory()) {
                openFiles(path);
            } else if (entry.kind() == PathEntry.Kind.FILE) {
                ClosedFileAccess.mode(path, entry.mode() | 0400);
            }
        }
    }
}
