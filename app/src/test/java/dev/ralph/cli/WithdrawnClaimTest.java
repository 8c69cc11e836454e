package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What an agent said to be done counts no more once somebody has undone it, or has gone back to an earlier
/// attempt.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WithdrawnClaimTest {
    private static final String PROMISE = "echo '<promise>DONE</promise>'";
    private static final String TEST = "tests/sum.snap";
    private static final String CHEAT = "sed -i 's/== 4/== 5/' " + TEST + "; echo one > sum; ";

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void a_project_with_an_assertion() throws Exception {
        project = GitProject.of(base);
        project.write(TEST, "from app import add\n\n\ndef test_adds():\n    assert add(2, 2) == 4\n");
        project.write(".gitignore", ".ralph/\n");
        project.commit("tests");
    }

    private Shell.Said run(String workspace, int attempts, String check, String agent) {
        return project.run(
                workspace,
                "--max-restarts",
                String.valueOf(attempts),
                "--completion-promise",
                "DONE",
                "--check",
                check,
                "--command",
                agent);
    }

    private Shell.Said resume(String... more) {
        return project.ralph(Stream.concat(Stream.of("resume", "--task", "task-001"), Stream.of(more))
                .toArray(String[]::new));
    }

    private static String all(Shell.Said said) {
        return said.out() + said.err();
    }

    /// As the agent sees it.
    private Path worked(String workspace, String name) throws Exception {
        if (workspace.equals("in-place")) {
            return project.path(name);
        }
        try (Stream<Path> files = Files.walk(project.state())) {
            return files.filter(file -> file.endsWith(name) && Files.isRegularFile(file))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void undo(String workspace) throws Exception {
        Path test = worked(workspace, TEST);
        Files.writeString(test, Files.readString(test).replace("== 5", "== 4"));
    }

    @ParameterizedTest
    @CsvSource({"in-place,none", "in-place,commit", "worktree,commit", "overlay,commit"})
    void a_promise_whose_work_was_undone_is_asked_about_no_more(String workspace, String keep) throws Exception {
        Shell.Said asked = project.run(
                workspace,
                "--max-restarts",
                "1",
                "--completion-promise",
                "DONE",
                "--keep",
                keep,
                "--check",
                "test -e sum",
                "--command",
                CHEAT + PROMISE);
        assertThat(all(asked)).contains("undo it and resume");
        undo(workspace);

        Shell.Said resumed = resume("--max-restarts", "2", "--command", "echo two > sum; " + PROMISE);

        assertThat(all(resumed))
                .contains(TEST + " is no longer as attempt 1 left it, so its promise no longer counts")
                .contains("COMPLETED after 2 attempts");
        assertThat(project.path("sum")).hasContent("two");
        assertThat(project.path(".ralph/tasks/task-001/TASK-MESSAGE-BUS.md"))
                .as("who looks later, the next agent too, reads it")
                .content()
                .contains("so its promise no longer counts");
        assertThat(project.path(TEST)).content().contains("== 4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void so_is_done_that_was_said_by_a_file(String workspace) throws Exception {
        String agent = CHEAT + GitProject.DONE;
        project.run(workspace, "--max-restarts", "1", "--check", "test -e sum", "--command", agent);
        assertThat(all(resume())).as("nobody touched it").contains("undo it and resume");
        undo(workspace);

        Shell.Said resumed = resume("--max-restarts", "2", "--command", "echo two > sum; " + GitProject.DONE);

        assertThat(all(resumed))
                .contains(TEST + " is no longer as attempt 1 left it, so DONE no longer counts; moved to"
                        + " DONE.rejected-1")
                .contains("COMPLETED after 2 attempts");
    }

    /// Whoever says himself that it is done, after all, is believed as far as the checks go.
    @Test
    void a_file_that_was_written_after_that_counts() throws Exception {
        project.run("in-place", "--max-restarts", "1", "--check", "test -e sum", "--command", CHEAT + GitProject.DONE);
        project.git("checkout", "-q", TEST);
        project.write("sum", "mine\n");
        assertThat(resume().code()).as("no attempt is left").isEqualTo(3);
        Files.createFile(project.path(".ralph/tasks/task-001/DONE"));

        assertThat(all(resume("--check", "off", "--check", "test -e sum", "--tamper", "off")))
                .contains("COMPLETED after 1 attempt");
    }

    /// The agent's test run and the check's write the same report, and what else changes is nobody's work.
    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree", "overlay"})
    void what_checks_write_and_the_user_does_elsewhere_withdraws_nothing(String workspace) throws Exception {
        String report = "date +%s.%N > report.xml; ";
        Shell.Said asked = run(workspace, 1, report + "date +%N > new.log; test -e sum", CHEAT + report + PROMISE);
        assertThat(all(asked)).contains("undo it and resume");
        project.write("old", "mine\n").write("notes", "mine\n");

        assertThat(all(resume())).contains("undo it and resume").doesNotContain("no longer counts");
        project.git("checkout", "-q", "old");
        Files.delete(project.path("notes"));
        Shell.Said answered = resume("--check", "{\"type\":\"tamper\",\"snapshot-changed\":\"allow\"}");
        assertThat(all(answered)).contains("COMPLETED after 1 attempt");
    }

    @Test
    void work_that_the_user_merged_as_he_was_told_stands() throws Exception {
        String wait = "touch %s/begun; while [ ! -e %s/go-on ]; do sleep 0.05; done".formatted(base, base);
        CompletableFuture<Shell.Said> running = CompletableFuture.supplyAsync(
                () -> run("overlay", 1, "test -e sum && " + wait, "echo theirs > old; echo one > sum; " + PROMISE));
        Waiting.until(() -> Files.exists(base.resolve("begun")));
        project.write("old", "the user's\n").commit("meanwhile");
        Files.createFile(base.resolve("go-on"));
        assertThat(all(running.join())).contains("merge it yourself");
        project.git("merge", "-q", "-X", "theirs", "-m", "mine", "refs/ralph/" + project.loop() + "/1");

        assertThat(all(resume())).contains("COMPLETED after 1 attempt").doesNotContain("no longer counts");
    }

    /// Attempt 1 deletes a test; attempt 2 puts it back, and promises.
    private static final String TWICE = "if [ -e sum ]; then git show HEAD:" + TEST + " > " + TEST
            + "; echo two > sum; " + PROMISE + "; else rm " + TEST + "; echo one > sum; fi";

    private String slow() {
        return "test -e " + base + "/slow && exit 0; touch " + base + "/slow; sleep 600";
    }

    @ParameterizedTest
    @CsvSource({"in-place,none", "worktree,commit", "overlay,commit"})
    void going_back_to_an_earlier_attempt_withdraws_a_promise(String workspace, String keep) throws Exception {
        CompletableFuture<Shell.Said> running = CompletableFuture.supplyAsync(() -> project.run(
                workspace,
                "--keep",
                keep,
                "--max-restarts",
                "2",
                "--completion-promise",
                "DONE",
                "--check",
                slow(),
                "--command",
                TWICE));
        Waiting.until(() -> Files.exists(base.resolve("slow")));
        project.ralph("stop", "--task", "task-001");
        assertThat(running.join().code()).isEqualTo(6);
        assertThat(project.ralph("rewind", "task-001", "1").code()).isZero();
        Files.createFile(project.shell().task("task-001").resolve("DONE"));

        Shell.Said resumed = resume();

        assertThat(all(resumed))
                .contains("so its promise no longer counts, and DONE no longer counts")
                .contains("EXHAUSTED");
        Files.createFile(project.shell().task("task-001").resolve("DONE"));
        assertThat(all(resume())).contains("so DONE no longer counts").contains("EXHAUSTED");
        Shell.Said third = resume("--max-restarts", "3", "--command", "echo three > sum; " + PROMISE);
        assertThat(all(third)).contains("snapshot-changed");
    }

    @ParameterizedTest
    @ValueSource(strings = {PROMISE, GitProject.DONE})
    void so_it_does_where_the_engine_was_killed_in_its_checks(String says) throws Exception {
        String kill = "test -e " + base + "/slow && exit 0; touch " + base + "/slow; kill -9 $PPID; sleep 5";
        List<String> words = List.of(
                "--containment", "group", "--max-restarts", "2", "--completion-promise", "DONE", "--check", kill);
        String[] arguments = Stream.concat(words.stream(), Stream.of("--command", TWICE.replace(PROMISE, says)))
                .toArray(String[]::new);
        project.asProgram().run("in-place", arguments);
        assertThat(base.resolve("slow")).exists();
        Shell.Said rewound = project.ralph("rewind", "task-001", "1");
        assertThat(rewound.code()).as(all(rewound)).isZero();

        assertThat(all(resume())).contains("EXHAUSTED");
        assertThat(project.path(TEST)).doesNotExist();
    }
}
