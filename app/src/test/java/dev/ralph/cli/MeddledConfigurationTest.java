package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent that rewrites `.ralph/config.yaml`, deletes a test and kills its engine: whatever the next command says of
/// checks, nothing comes in of what the agent wrote.
class MeddledConfigurationTest {
    private static final String AGENT =
            "echo x >> count; %s; [ $(wc -l < count) = 1 ] && cp .git/theirs .ralph/config.yaml && rm tests/test_sum.py && kill -9 $PPID && sleep 5; true"
                    .formatted(GitProject.DONE);

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void a_project_with_a_test() throws Exception {
        project = GitProject.of(base).asProgram();
        project.write("tests/test_sum.py", "def test_adds():\n    assert 2 + 2 == 4\n");
        project.write(".gitignore", "count\n.ralph/\n").commit("tests");
        project.write(".ralph/config.yaml", "checks:\n  - test -e count\n");
    }

    /// @param theirs what the agent writes
    /// @param more   what the user says both times
    private Shell.Said again(String theirs, String... more) throws Exception {
        Files.writeString(project.path(".git/theirs"), theirs);
        List<String> words = new ArrayList<>(List.of("--containment", "group", "--max-restarts", "2"));
        words.addAll(List.of("--command", AGENT));
        words.addAll(List.of(more));
        project.run("in-place", words.toArray(String[]::new));
        assertThat(project.path("count")).hasContent("x\n");
        return project.run("in-place", words.toArray(String[]::new));
    }

    private static void assertRefused(Shell.Said said) {
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(3);
        assertThat(said.out()).contains("(test-deleted)");
    }

    @Test
    void a_guard_that_the_agent_wrote_takes_no_place_of_the_loops_own() throws Exception {
        assertRefused(again("checks:\n  - test -e count\n  - {type: tamper, all: allow}\n", "--tamper", "on"));
    }

    @Test
    void no_guard_goes_where_the_agent_wrote_that_there_is_none() throws Exception {
        assertRefused(again("tamper: off\n", "--check", "off", "--check", "test -e count"));
    }

    @Test
    void a_guard_that_the_agent_took_out_of_the_file_stays() throws Exception {
        project.write(".ralph/config.yaml", "checks:\n  - test -e count\n  - {type: tamper, ci-config: allow}\n");
        assertRefused(again("checks: []\n", "--tamper", "off"));
    }

    @Test
    void so_does_a_plain_one() throws Exception {
        project.write(".ralph/config.yaml", "checks:\n  - test -e count\n  - {type: tamper}\n");
        assertRefused(again("checks: []\n", "--tamper", "off"));
    }

    @Test
    void what_the_agent_wrote_for_a_check_or_a_reviewer_is_not_run() throws Exception {
        project.write(
                ".git/review.sh",
                "mark=$(sed -n 's/.*<verdict id=\"\\([0-9a-f]*\\)\">approve.*/\\1/p'); echo \"<verdict id=\\\"$mark\\\">approve</verdict>\"\n");
        project.write(
                ".ralph/config.yaml", "checks: [test -e count]\nroles: {reviewer: {command: sh .git/review.sh}}\n");
        String theirs = "checks: [touch checked]\nroles: {reviewer: {command: touch reviewed}}\n";
        String guard = "{\"type\":\"tamper\",\"all\":\"allow\"}";
        Shell.Said said = again(
                theirs,
                "--clean-room",
                "off",
                "--check",
                "test -e count",
                "--check",
                guard,
                "--check",
                "{\"type\":\"review\"}");

        assertThat(said.out()).as(said.err()).contains("COMPLETED");
        assertThat(project.path("checked")).doesNotExist();
        assertThat(project.path("reviewed")).doesNotExist();
    }

    @Test
    void a_root_that_the_agent_wrote_leaves_no_loop_behind() throws Exception {
        Shell.Said said = again("root: .git/other\ntamper: off\nchecks: [test -e count]\n");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(2);
        assertThat(said.err()).contains("task task-001 has an open loop in").contains("ralph resume task-001");
    }

    /// Nobody meddled here.
    @Test
    void a_guard_that_the_configuration_names_stays_when_its_user_goes_on_without_the_one_that_is_there_by_itself()
            throws Exception {
        project.write(".ralph/config.yaml", "checks:\n  - test -e count\n  - {type: tamper}\n");
        project.run("in-place", "--max-restarts", "1", "--command", "true");
        String agent = "touch count; rm tests/test_sum.py; " + GitProject.DONE;

        assertRefused(project.ralph(
                "resume", "--task", "task-001", "--tamper", "off", "--max-restarts", "2", "--command", agent));
    }
}
