package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Checks as somebody at a terminal sees them.
class ChecksFromTheShellTest extends WithShell {
    private static final String DONE = "touch \"$TASK_FOLDER/DONE\"";

    @Test
    void checks_of_a_file_are_made_and_what_refuses_is_said_and_told_to_the_agent() throws Exception {
        Files.createDirectories(folder.resolve(".ralph"));
        Files.writeString(
                folder.resolve(".ralph/config.yaml"),
                "checks:\n  - test -e made\n  - {type: file_exists, path: docs/plan.md}\n");

        Shell.Said said = shell.run(
                "--max-restarts",
                "3",
                "--command",
                "cat > told; touch made; grep -q 'docs/plan.md does not exist' told && mkdir docs && echo x >"
                        + " docs/plan.md; " + DONE);

        assertThat(said.code()).isZero();
        assertThat(said.lines())
                .containsSubsequence(
                        "Check `file docs/plan.md exists` failed: docs/plan.md does not exist",
                        "Check `file docs/plan.md exists` passed",
                        "Check `test -e made` passed");
        assertThat(said.out()).contains("COMPLETED after 2 attempts: every check passed");
    }

    @Test
    void success_that_nobody_saw_is_told_from_success_that_was_checked() {
        shell.ralph("run", "--task", "seen", "--prompt", "Do it", "--check", "true", "--command", DONE);
        shell.ralph("run", "--task", "said", "--prompt", "Do it", "--command", DONE);

        String json = shell.ralph("status", "--json").out();
        assertThat(json).containsPattern("\"task\":\"seen\"[^}]*\"verified\":true");
        assertThat(json).containsPattern("\"task\":\"said\"[^}]*\"verified\":false");
        assertThat(shell.ralph("status").out()).contains("unverified: no check configured");
    }

    @Test
    void a_script_of_a_check_that_its_owner_changed_is_fixed_anew_by_naming_the_check_again() throws Exception {
        Files.writeString(folder.resolve("check.sh"), "test -e made\n");
        shell.run("--max-restarts", "1", "--check", "sh check.sh", "--command", DONE);
        Files.writeString(folder.resolve("check.sh"), "test -e other\n");

        Shell.Said old =
                shell.ralph("resume", "--task", "task-001", "--max-restarts", "2", "--command", "touch other; " + DONE);
        assertThat(old.out()).contains("Check `sh check.sh` was not run: check.sh was changed since the loop began");

        Shell.Said fresh = shell.ralph("resume", "--task", "task-001", "--max-restarts", "3", "--check", "sh check.sh");
        assertThat(fresh.out()).contains("COMPLETED after 3 attempts: every check passed");
    }

    @Test
    void a_script_of_a_check_that_is_not_there_is_told_before_anybody_writes_it() throws Exception {
        Files.writeString(folder.resolve("test.sh"), "true\n");
        String err = shell.run(
                        "--check",
                        "sh test.sh && python3 -m pytest --version; sh -c 'test -e x'; true",
                        "--check",
                        "sh check.sh",
                        "--command",
                        "echo true > check.sh; " + DONE)
                .err();
        assertThat(err)
                .contains(
                        "check `sh check.sh` runs check.sh, which does not exist; the agent could write it and decide what passes");
        assertThat(err.lines().filter(line -> line.contains("which does not exist")))
                .hasSize(1);
    }

    @Test
    void a_time_of_a_check_has_a_unit_on_the_command_line_too() {
        String check = "{\"type\":\"command\",\"command\":\"sleep 60\",\"timeout\":\"%s\"}";
        assertThat(shell.run("--max-restarts", "1", "--check", check.formatted("200ms"), "--command", DONE)
                        .out())
                .contains("did not end in time");
        assertThat(shell.run("--check", check.formatted("soon"), "--command", DONE)
                        .err())
                .contains("`timeout` is not a time: give a number of seconds, or one with a unit, as 5m");
    }

    @Test
    void a_check_that_cannot_be_made_is_a_mistake_with_its_place() throws Exception {
        Files.createDirectories(folder.resolve(".ralph"));
        Files.writeString(folder.resolve(".ralph/config.yaml"), "verification_method: semantic\n");

        Shell.Said said = shell.ralph("config", "check");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err())
                .contains("config.yaml:1:1: checks: `verification_method` is semantic, which counts words");
    }
}
