package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The ratchet wherever an agent works, and with a real test runner.
class RatchetPlacesTest {
    private static final String RUNNER = """
            mkdir -p .ralph-reports
            { echo '<testsuite>'
              for f in t/*; do echo "<testcase classname='suite' name='$(basename "$f")'>$(cat "$f")</testcase>"; done
              echo '</testsuite>'; } > .ralph-reports/t.xml
            """;

    @TempDir
    Path base;

    private static GitProject tests(GitProject project, String more) throws Exception {
        return project.write("run-tests", RUNNER)
                .write("t/adds", "")
                .write("t/sorts", "")
                .write(".gitignore", ".ralph/\n")
                .write(
                        ".ralph/config.yaml",
                        "checks:\n  - type: command\n    command: sh run-tests\n    reports: [.ralph-reports/*.xml]\n"
                                + more);
    }

    private static Shell.Said agent(GitProject project, String workspace, String line) {
        return project.run(
                workspace, "--max-restarts", "1", "--containment", "auto", "--command", line + "; " + GitProject.DONE);
    }

    private static String all(Shell.Said said) {
        return said.out() + said.err();
    }

    @ParameterizedTest
    @CsvSource({"in-place,auto", "worktree,auto", "worktree,off", "overlay,auto", "overlay,off"})
    void a_lost_test_is_noticed_wherever_the_agent_works(String workspace, String room) throws Exception {
        GitProject project = tests(GitProject.of(base), "clean_room: " + room + "\n");
        project.commit("tests");
        Shell.Said lost = agent(project, workspace, "rm t/adds; echo work > work.txt");
        assertThat(lost.code()).as(all(lost)).isNotZero();
        assertThat(all(lost)).contains("suite > adds (passed → absent)");
    }

    @ParameterizedTest
    @CsvSource({"in-place", "worktree", "overlay"})
    void honest_work_is_accepted_and_no_report_is_left(String workspace) throws Exception {
        GitProject project = tests(GitProject.of(base), "clean_room: off\n");
        project.commit("tests");
        Shell.Said honest = agent(project, workspace, "touch t/greets; echo work > work.txt");
        assertThat(honest.code()).as(all(honest)).isZero();
        assertThat(project.path("work.txt")).exists();
        assertThat(project.path(".ralph-reports")).doesNotExist();
    }

    @Test
    void without_a_repository_failures_count_and_it_is_said_that_nothing_was_compared() throws Exception {
        GitProject project = tests(GitProject.plain(base), "");
        Shell.Said honest = agent(project, "in-place", "touch t/greets");
        assertThat(honest.code()).as(all(honest)).isZero();
        Shell.Said failing = project.ralph(
                "run",
                "--task",
                "task-002",
                "--prompt",
                "x",
                "--max-restarts",
                "1",
                "--containment",
                "group",
                "--command",
                "echo '<failure/>' > t/adds; " + GitProject.DONE);
        assertThat(failing.code()).isNotZero();
        assertThat(all(failing)).contains("suite > adds (absent → failed)");
    }

    @Test
    void what_init_writes_for_node_catches_a_test_that_is_gone() throws Exception {
        assumeTrue(
                new ProcessBuilder("sh", "-c", "node --test-reporter=junit --version && npm --version")
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0,
                "node with test reporters, and npm, are not installed");
        GitProject project = GitProject.of(base);
        project.write("package.json", "{\"name\":\"shop\",\"scripts\":{\"test\":\"node --test\"}}\n");
        project.write("cart.test.js", """
                const {test} = require('node:test');
                test('adds', () => {});
                test('sorts', () => {});
                """);
        project.write(".gitignore", ".ralph/\n").commit("tests");
        assertThat(project.ralph("init").code()).isZero();
        Shell.Said lost = project.run(
                "in-place",
                "--tamper",
                "off",
                "--experiments",
                "off",
                "--keep",
                "commit",
                "--max-restarts",
                "1",
                "--containment",
                "group",
                "--command",
                "sed -i /adds/d cart.test.js; " + GitProject.DONE);
        assertThat(lost.code()).as(all(lost)).isNotZero();
        assertThat(all(lost)).contains("1 test vanished").contains("adds (passed → absent)");
    }
}
