package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Agents that make the checks see less, and honest ones, from the command line.
class TamperGuardLoopTest {
    private static final String GUARD = "{\"type\":\"tamper\"}";
    private static final String LOWER = "sed -i 's/90/50/' ruff.toml";
    private static final String TESTS = """
            import pytest
            from app import add


            def test_adds():
                assert add(2, 2) == 4
            """;

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void aProjectWithTests() throws Exception {
        project = GitProject.of(base);
        project.write("app.py", "def add(a, b):\n    return a - b\n");
        project.write("tests/test_sum.py", TESTS);
        project.write("tests/data/expected.txt", "4\n");
        project.write("ruff.toml", "line-length = 100\nfail_under = 90\n");
        project.write("tests/sum.snap", "== 4\n");
        project.write("pom.xml", "<project><dependencies/></project>\n");
        project.commit("tests");
    }

    private Shell.Said run(String workspace, String agent, String... more) {
        String[] words = new String[6 + more.length];
        System.arraycopy(
                new String[] {"--max-restarts", "1", "--check", GUARD, "--command", agent + "; " + GitProject.DONE},
                0,
                words,
                0,
                6);
        System.arraycopy(more, 0, words, 6, more.length);
        return project.run(workspace, words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "worktree"})
    void an_agent_that_lowers_a_threshold_is_refused_with_file_line_rule_and_the_way_to_allow_it(String workspace)
            throws Exception {
        Shell.Said said = run(workspace, LOWER);
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(3);
        assertThat(said.out() + said.err())
                .contains("ruff.toml:2: the threshold `fail_under` is 50, and was 90 (coverage-lowered)")
                .contains("{\"type\":\"tamper\",\"coverage-lowered\":\"allow\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-place", "overlay"})
    void an_agent_that_changes_what_the_next_loops_are_checked_by_needs_a_human(String workspace) throws Exception {
        project.write(".ralph/config.yaml", "checks:\n  - test -e made\n");
        Shell.Said said = run(workspace, "echo x > made; echo 'checks: [\"true\"]' > .ralph/config.yaml");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out()).contains("the tamper guard needs a human: .ralph/config.yaml: ", "(ralph-config)");

        Shell.Said resumed = project.ralph("resume", "--task", "task-001");
        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isEqualTo(4);
        assertThat(resumed.err()).contains(".ralph/config.yaml is not what it was when the loop began");

        Shell.Said answered =
                project.ralph("resume", "task-001", "--check", "{\"type\":\"tamper\",\"ralph-config\":\"allow\"}");
        assertThat(answered.out()).contains("COMPLETED");
    }

    @Test
    void an_agent_that_writes_the_first_configuration_needs_a_human() {
        Shell.Said said = run("in-place", "echo 'checks: [\"true\"]' > .ralph/config.yaml");

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out()).contains("(ralph-config)");
    }

    @Test
    void an_agent_that_commits_the_cheat_and_puts_the_file_back_is_refused_too() {
        String hidden =
                LOWER + "; git -c user.name=a -c user.email=a@b commit -qam x; git show HEAD~:ruff.toml > ruff.toml";
        Shell.Said said = run("in-place", hidden);
        assertThat(said.code()).isEqualTo(3);
        assertThat(said.out() + said.err()).contains("(coverage-lowered)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "test-deleted | rm tests/test_sum.py",
                "interpreter-config | echo 'import os; os._exit(0)' > sitecustomize.py",
                "shadowed-tool | mkdir bin; printf '#!/bin/sh\\nexit 0\\n' > bin/pytest",
                "fake-report | mkdir target; echo '<testsuite tests=\"1\"/>' > target/junit.xml",
                "build-checks | echo '<project><properties><skipTests>true</skipTests></properties></project>' > pom.xml",
                "unreadable | head -c 2000000 /dev/zero > tests/test_sum.py",
                "unreadable | ln -sf /dev/null tests/test_sum.py"
            })
    void a_cheat_is_refused_by_its_rule(String rule, String agent) {
        Shell.Said said = run("in-place", agent);
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(3);
        assertThat(said.out() + said.err()).contains("(" + rule + ")");
    }

    @Test
    void one_content_under_many_names_counts_as_often_as_it_is_there() {
        Shell.Said said = run(
                "in-place",
                "head -c 900000 /dev/zero | tr '\\0' '\\n' > tests/test_1.py; "
                        + "for i in 2 3 4 5 6 7 8 9 10 11 12; do cp tests/test_1.py tests/test_$i.py; done");
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(3);
        assertThat(said.out() + said.err()).contains("(unreadable)");
    }

    @Test
    void what_only_a_human_can_judge_ends_the_loop_with_a_question_that_resume_answers() {
        Shell.Said said = run("in-place", "sed -i 's/== 4/== 0/' tests/sum.snap");
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out() + said.err())
                .contains("the tamper guard needs a human: tests/sum.snap:", "(snapshot-changed)")
                .contains("ralph resume task-001 --check '{\"type\":\"tamper\",\"snapshot-changed\":\"allow\"}'");
        Shell.Said answered =
                project.ralph("resume", "task-001", "--check", "{\"type\":\"tamper\",\"snapshot-changed\":\"allow\"}");
        assertThat(answered.code()).as(answered.out() + answered.err()).isZero();
    }

    @Test
    void a_human_is_asked_when_nothing_else_is_left_to_do() throws Exception {
        Shell.Said said = project.run(
                "in-place",
                "--max-restarts",
                "3",
                "--check",
                GUARD,
                "--check",
                "grep -q 'a + b' app.py",
                "--check",
                "{\"type\":\"review\",\"command\":\"touch asked\"}",
                "--command",
                "cat > prompt; if grep -q '== 0' tests/sum.snap; then sed -i 's/a - b/a + b/' app.py; fi;"
                        + " sed -i 's/== 4/== 0/' tests/sum.snap; " + GitProject.DONE);

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        assertThat(said.out())
                .contains("failed (exit 1)", "BLOCKED: the tamper guard needs a human", "BLOCKED after 2 attempts\n")
                .contains("(all other checks passed)");
        assertThat(Files.readString(project.path("prompt")))
                .contains("failed (exit 1)")
                .contains("Also: the tamper guard needs a human: tests/sum.snap:");
        assertThat(project.path("asked")).doesNotExist();
    }

    @Test
    void the_answer_that_is_offered_keeps_what_was_said_of_other_rules() {
        Shell.Said said = project.run(
                "in-place",
                "--max-restarts",
                "1",
                "--check",
                "{\"type\":\"tamper\",\"build-file\":\"block\"}",
                "--command",
                "sed -i 's/== 4/== 0/' tests/sum.snap; " + GitProject.DONE);
        assertThat(said.out() + said.err())
                .contains("--check '{\"type\":\"tamper\",\"build-file\":\"block\",\"snapshot-changed\":\"allow\"}'");
    }

    @Test
    void it_is_there_by_itself_for_a_task_whose_only_check_came_with_it() {
        assertThat(project.ralph("task", "add", "Do it", "--task", "own", "--accept", "grep -q 'a + b' app.py")
                        .code())
                .isZero();
        Shell.Said said = project.ralph(
                "run",
                "--task",
                "own",
                "--max-restarts",
                "1",
                "--command",
                LOWER + "; sed -i 's/a - b/a + b/' app.py; " + GitProject.DONE);
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(3);
        assertThat(said.out() + said.err()).contains("(coverage-lowered)");
    }

    @Test
    void honest_work_passes_and_what_is_worth_knowing_is_told() {
        String honest = "sed -i 's/a - b/a + b/' app.py;"
                + " printf '\\n\\ndef test_more():\\n    assert add(1, 1) == 2\\n' >> tests/test_sum.py;"
                + " echo '<project><dependencies><dependency><artifactId>x</artifactId></dependency></dependencies></project>' > pom.xml";
        Shell.Said said = run("in-place", honest, "--check", "grep -q 'a + b' app.py");
        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.out() + said.err()).contains("tamper guard: pom.xml:1:", "(build-file)");
    }

    @Test
    void an_edited_test_and_a_hook_into_the_runner_are_told() {
        Shell.Said said =
                run("in-place", "sed -i 's/== 4/== 5/' tests/test_sum.py; echo 'import pytest' > conftest.py");
        assertThat(said.code()).as(said.out() + said.err()).isZero();
        assertThat(said.out() + said.err())
                .contains("tests/test_sum.py:6: the file of tests is edited (test-edited)", "(test-hooks)");
    }

    @Test
    void the_users_own_uncommitted_changes_are_not_the_agents() throws Exception {
        project.write("tests/sum.snap", "== 5\n");
        assertThat(run("in-place", "sed -i 's/a - b/a + b/' app.py").code()).isZero();
    }

    @Test
    void a_rule_can_be_turned_down_and_another_up() {
        Shell.Said allowed = project.run(
                "in-place",
                "--max-restarts",
                "1",
                "--command",
                LOWER + "; " + GitProject.DONE,
                "--check",
                "{\"type\":\"tamper\",\"all\":\"warn\"}");
        assertThat(allowed.code()).as(allowed.out() + allowed.err()).isZero();
        assertThat(allowed.out() + allowed.err()).contains("tamper guard: ruff.toml:2:");
    }

    @Test
    void a_rule_that_does_not_exist_is_named() {
        Shell.Said said =
                project.run("in-place", "--command", "true", "--check", "{\"type\":\"tamper\",\"tests\":\"warn\"}");
        assertThat(said.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(said.err()).contains("`tests` is not known here", "test-deleted");
    }

    @Test
    void without_a_repository_the_attempts_themselves_are_compared() throws Exception {
        GitProject plain = GitProject.plain(Files.createDirectory(base.resolve("plain")));
        plain.write("ruff.toml", "fail_under = 90\n");
        Shell.Said said = plain.run(
                "in-place",
                "--max-restarts",
                "1",
                "--snapshots",
                "always",
                "--check",
                GUARD,
                "--command",
                LOWER + "; " + GitProject.DONE);
        assertThat(said.out() + said.err()).contains("(coverage-lowered)");
    }
}
