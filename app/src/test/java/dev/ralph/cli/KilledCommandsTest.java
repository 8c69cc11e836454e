package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.engine.SelfKill;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that change workspaces and refs are killed with SIGKILL on their way; the next command finds everything as
/// it was or as it was to be, and leaves nothing behind. In a soak they are killed at every step.
class KilledCommandsTest {
    private static final int KILLED = 137;
    /// What is not in the journal before it is on the disk.
    private static final Pattern LASTING =
            Pattern.compile("WORKSPACE|LAYER|WORKTREE|GC_LIST|GC_REF|TASK_FILE|KEEP_|JOURNAL_COMMIT");
    private static final boolean SOAK = Boolean.getBoolean("ralph.soak");

    @TempDir
    Path base;

    private GitProject project() {
        return new GitProject(base.resolve("world/project"), base.resolve("world/state"));
    }

    /// Two attempts that were not accepted, each with a line of its own.
    private void work(String workspace) throws Exception {
        Path world = Files.createDirectory(base.resolve("world"));
        GitProject.of(world).run(workspace, "--max-restarts", "2", "--command", "echo x >> count");
        copy(world, base.resolve("saved"));
    }

    /// @return the numbers of the visits to be killed at, of those that a command passes
    private List<Integer> deaths(String... command) throws Exception {
        Path visits = base.resolve("visits");
        killedAt(0, command);
        List<String> all = Files.readAllLines(visits);
        List<Integer> chosen = new ArrayList<>();
        for (int at = 1; at <= all.size(); at++) {
            if (SOAK || LASTING.matcher(all.get(at - 1)).find()) {
                chosen.add(at);
            }
        }
        assertThat(chosen).as(all.toString()).hasSizeGreaterThan(2);
        int stride = SOAK ? 1 : Math.max(1, chosen.size() / 2);
        return Stream.iterate(0, at -> at < chosen.size(), at -> at + stride)
                .map(chosen::get)
                .toList();
    }

    /// @return where it was killed
    private String killedAt(int visit, String... command) throws Exception {
        Path visits = base.resolve("visits");
        Files.deleteIfExists(visits);
        Files.deleteIfExists(base.resolve("once"));
        delete(base.resolve("world"));
        copy(base.resolve("saved"), base.resolve("world"));
        List<String> words = Shell.quickJava(
                "-Dralph.fault.hook=" + SelfKill.class.getName(),
                "-Dralph.fault.visits=" + visits,
                "-Dralph.fault.kill=#" + visit,
                "-Dralph.fault.once=" + base.resolve("once"),
                Main.class.getName(),
                "--dir",
                project().folder().toString());
        words.addAll(List.of(command));
        Shell.Said said =
                Shell.other(base, Map.of("XDG_STATE_HOME", project().state().toString()), words);
        assertThat(said.code()).as(said.err()).isEqualTo(visit == 0 ? 0 : KILLED);
        return List.of(command) + " killed at " + Files.readAllLines(visits).getLast();
    }

    @ParameterizedTest
    @ValueSource(strings = {"overlay", "worktree"})
    void a_rewind_that_was_killed_went_back_or_did_not(String workspace) throws Exception {
        work(workspace);
        for (int visit : deaths("rewind", "task-001", "1")) {
            String where = killedAt(visit, "rewind", "task-001", "1");

            assertThat(seen("task-001", where)).as(where).isIn("x\n", "x\nx\n");
            assertClean(where);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"overlay", "worktree"})
    void a_fork_that_was_killed_is_there_or_can_be_made(String workspace) throws Exception {
        work(workspace);
        for (int visit : deaths("fork", "task-001", "1", "--as", "other")) {
            String where = killedAt(visit, "fork", "task-001", "1", "--as", "other");

            Shell.Said again = project().ralph("fork", "task-001", "1", "--as", "other");
            assertThat(again.code() == 0 || again.err().contains("there is a task other already"))
                    .as(where + ": " + again.err())
                    .isTrue();
            assertThat(seen("other", where)).as(where).isEqualTo("x\n");
            assertThat(seen("task-001", where)).as(where).isEqualTo("x\nx\n");
            assertClean(where);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"overlay", "worktree"})
    void a_collection_that_was_killed_is_done_by_the_next(String workspace) throws Exception {
        work(workspace);
        String[] collect = {"gc", "--older-than", "0s", "--attempts"};
        for (int visit : deaths(collect)) {
            String where = killedAt(visit, collect);

            assertThat(project().ralph("audit").code()).as(where).isZero();
            Shell.Said again = project().ralph(collect);
            assertThat(again.code()).as(where + again.err()).isZero();
            assertThat(project().attempts()).as(where).isEmpty();
            assertClean(where);
        }
    }

    /// What the next attempt of a task finds, which is then kept.
    private String seen(String task, String where) throws Exception {
        Shell.Said said = project()
                .ralph(
                        "resume",
                        "--task",
                        task,
                        "--max-restarts",
                        "9",
                        "--restart-delay",
                        "10ms",
                        "--command",
                        "cp count \"$TASK_FOLDER/seen\"; git checkout -q HEAD . 2> /dev/null; rm -f count; "
                                + GitProject.DONE);
        assertThat(said.out()).as(where + ": " + said.err()).contains("COMPLETED after ");
        return Files.readString(project().shell().task(task).resolve("seen"));
    }

    private void assertClean(String where) throws Exception {
        Shell.Said audit = project().ralph("audit");
        assertThat(audit.code()).as(where + ": " + audit.out()).isZero();
        assertThat(project().status()).as(where).isEmpty();
        assertThat(project().git("worktree", "list").lines()).as(where).hasSize(1);
        assertThat(project().git("branch", "--format=%(refname)")).as(where).isEqualTo("refs/heads/main\n");
        try (Stream<Path> left = Files.walk(project().state().resolve("ralph/workspaces"), 2)) {
            assertThat(left.filter(path ->
                                    path.getNameCount() > project().state().getNameCount() + 3)
                            .filter(path -> !path.endsWith("probe")))
                    .as(where)
                    .isEmpty();
        }
        assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).as(where).doesNotContain(base.toString());
        Shell.Said running = Shell.other(
                base, Map.of(), List.of("pgrep", "-af", project().folder().toString()));
        assertThat(running.out()).as(where).isEmpty();
    }

    private static void copy(Path from, Path to) throws Exception {
        open(from); // the kernel closes a folder of its own in an overlay that a plain user mounts
        Shell.Said said = Shell.other(from, Map.of(), List.of("cp", "-a", from.toString(), to.toString()));
        assertThat(said.code()).as(said.err()).isZero();
    }

    private static void delete(Path folder) throws Exception {
        open(folder);
        Shell.Said said = Shell.other(Path.of("/"), Map.of(), List.of("rm", "-rf", folder.toString()));
        assertThat(said.code()).as(said.err()).isZero();
    }

    private static void open(Path folder) throws Exception {
        Shell.other(Path.of("/"), Map.of(), List.of("chmod", "-R", "u+rwX", folder.toString()));
    }
}
