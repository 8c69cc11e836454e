package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A task begins with a check that fails for the right reason.
class RedFirstTest {
    @TempDir
    Path folder;

    private TypedCommand add(String... more) {
        return TypedCommand.in(folder, List.of("task", "add", "Write a greeting", "--task", "greet"), more);
    }

    private Path acceptance() {
        return folder.resolve(".ralph/tasks/greet/ACCEPTANCE.json");
    }

    private Path lock() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("no-home/.local/state/ralph/locks"))) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }

    @Test
    void a_check_that_fails_is_locked_and_the_loop_ends_when_it_passes() throws Exception {
        TypedCommand add = add("--accept", "grep -q hello greeting.txt", "--accept", "test -s greeting.txt");
        assertThat(add.err()).isEmpty();
        assertThat(add.code()).isZero();
        assertThat(add.out())
                .contains("check `grep -q hello greeting.txt`: fails (exit 2), as it should\n")
                .contains("task greet added; its checks are locked as ")
                .contains("Start it: ralph run --task greet\n");
        assertThat(folder.resolve(".ralph/tasks/greet/TASK.md")).hasContent("Write a greeting\n");
        assertThat(TypedCommand.in(folder, "task", "list").out())
                .contains("greet  not begun  2       Write a greeting\n");

        TypedCommand run = TypedCommand.in(
                folder,
                "run",
                "--task",
                "greet",
                "--restart-delay",
                "0s",
                "--containment",
                "group",
                "--command",
                "echo x >> tries; if [ $(wc -l < tries) = 2 ]; then echo hello > greeting.txt; fi; touch \"$TASK_FOLDER/DONE\"");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(folder.resolve("tries")).hasContent("x\nx\n");
        assertThat(TypedCommand.in(folder, "task", "list", "--json").out())
                .contains(
                        "{\"task\":\"greet\",\"state\":\"completed\",\"priority\":null,\"acceptance_checks\":2,\"text\":\"Write a greeting\",");
    }

    @Test
    void a_check_that_passes_already_is_refused_unless_somebody_says_so() throws Exception {
        TypedCommand refused = add("--accept", "true");
        assertThat(refused.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(refused.err()).contains("already passes and would prove nothing", "--already-green");
        assertThat(folder.resolve(".ralph/tasks/greet/TASK.md")).doesNotExist();
        assertThat(add("--accept", "true", "--already-green").out()).contains("already passes\n");
        assertThat(Files.readString(acceptance())).contains("\"seen\":\"passing\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-such-program-anywhere",
                "./folder",
                "if then",
                "kill -9 $$",
                "sh -c 'no-such-program || exit 1'",
                "make -f /dev/null test",
                "python3 not-there.py",
                "sh check.sh",
                ". ./check.sh",
                "sh < check.sh",
                "perl check.pl",
                "bash 'ci/check.sh'",
                "sh ci/check.sh; exit 1",
                "bash -c '. ci/check.sh; exit 1'",
                "perl ci/check.pl; exit 1"
            })
    void a_check_that_cannot_be_run_is_no_honest_failure(String line) throws Exception {
        Files.createDirectories(folder.resolve("folder"));
        TypedCommand refused = add("--accept", line, "--already-green");
        assertThat(refused.code()).as(refused.out()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(refused.err()).contains("not because the task is open", "Fix it and try again");
        assertThat(folder.resolve(".ralph/tasks/greet")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo 'user ann: not found'; exit 1",
                "echo 'greet.sh: greeting: not found' >&2; exit 1",
                "echo 'HTTP 404: not found'; false",
                "grep hello < greeting.txt || exit 1",
                "echo 'check.sh: cannot open greeting.txt' >&2; exit 1",
                "./test",
                "sh ci/check",
                "sh tests/; echo 'cannot open x' >&2; exit 1"
            })
    void a_check_that_does_not_find_what_is_to_be_made_fails_honestly(String line) throws Exception {
        script("test", "echo 'sort: cannot open src/latest.txt' >&2; exit 1");
        script("ci/check", "echo \"sqlite: can't open checkpoint.db: No such file or directory\" >&2; exit 1");
        Files.createDirectories(folder.resolve("tests"));
        assertThat(add("--accept", line).out()).contains("fails (exit 1), as it should");
    }

    private void script(String name, String lines) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + lines + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void a_task_that_takes_the_name_of_one_that_was_removed_has_none_of_its_checks() throws Exception {
        assertThat(add("--accept", "test -e greeting.txt").code()).isZero();
        Files.delete(acceptance());
        Files.delete(folder.resolve(".ralph/tasks/greet/TASK.md"));

        assertThat(add().out()).contains("it has no check");
        TypedCommand run = TypedCommand.in(
                folder, "run", "--task", "greet", "--containment", "group", "--command", "touch \"$TASK_FOLDER/DONE\"");
        assertThat(run.code()).as(run.err()).isZero();
    }

    @Test
    void a_check_that_hangs_is_ended_and_refused() throws Exception {
        Files.createDirectories(folder.resolve(".ralph"));
        Files.writeString(folder.resolve(".ralph/config.yaml"), "check_timeout: 200ms\n");
        assertThat(add("--accept", "sleep 600").err()).contains("it did not end in time");
    }

    @Test
    void a_changed_removed_or_foreign_check_is_noticed() throws Exception {
        assertThat(add("--accept", "test -e greeting.txt").code()).isZero();
        String locked = Files.readString(acceptance());
        String[] run = {"run", "--task", "greet", "--restart-delay", "0s", "--containment", "group", "--command", "true"
        };

        Files.writeString(acceptance(), locked.replace("-e", "-n"));
        assertThat(TypedCommand.in(folder, run).err()).contains("changed since they were locked", " differs");
        Files.delete(acceptance());
        assertThat(TypedCommand.in(folder, run).err()).contains("changed since they were locked", "is gone");
        Files.writeString(acceptance(), locked);
        Files.delete(lock());
        assertThat(TypedCommand.in(folder, run).err()).contains("never seen failing");
        assertThat(TypedCommand.in(folder, run).code()).isEqualTo(ExitCode.BAD_USAGE);
    }

    @Test
    void a_script_that_a_check_rests_on_is_locked_with_it() throws Exception {
        Files.writeString(folder.resolve("accept.sh"), "test -e greeting.txt\n");
        assertThat(add("--accept", "sh accept.sh").code()).isZero();
        Files.writeString(folder.resolve("accept.sh"), "true\n");
        assertThat(TypedCommand.in(folder, "run", "--task", "greet", "--containment", "group", "--command", "true")
                        .err())
                .contains("script accept.sh of an acceptance check of task greet changed");
        Files.delete(folder.resolve("accept.sh"));
        assertThat(TypedCommand.in(folder, "run", "--task", "greet", "--command", "true")
                        .err())
                .contains("script accept.sh of an acceptance check of task greet is gone");
    }

    @Test
    void a_script_that_was_not_locked_is_told_as_that() throws Exception {
        assertThat(add("--accept", "false && sh verify.sh").code()).isZero();
        Files.writeString(folder.resolve("verify.sh"), "true\n");
        TypedCommand run =
                TypedCommand.in(folder, "run", "--task", "greet", "--containment", "group", "--command", "true");

        assertThat(run.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(run.err())
                .contains(
                        "script verify.sh of an acceptance check of task greet did not exist when the check was locked")
                .doesNotContain("changed since");
    }

    @Test
    void a_definition_is_no_shell_line() {
        assertThat(add("--accept", "{\"type\":\"file_exists\",\"path\":\"x\"}").err())
                .contains("an acceptance check is a shell line");
    }

    @Test
    void the_lock_lies_outside_the_project_and_only_for_its_owner() throws Exception {
        assertThat(add("--accept", "false").code()).isZero();
        assertThat(lock()).hasSameTextualContentAs(acceptance());
        assertThat(Files.getPosixFilePermissions(lock().getParent())).hasSize(3);
    }

    @Test
    void a_task_is_added_once_and_may_have_no_check() throws Exception {
        assertThat(add().out()).contains("task greet added; it has no check\n");
        assertThat(add().err()).contains("task greet already exists");
        assertThat(TypedCommand.in(folder, "task", "add", " ").err()).contains("the text of the task is empty");
        assertThat(TypedCommand.in(folder, "task", "add", "Another", "--json").out())
                .matches("\\{\"task\":\"[^\"]+\",\"acceptance\":\\[],\"sha256\":null}\n");
    }

    @Test
    void a_run_without_a_text_is_of_the_one_task_that_waits() throws Exception {
        assertThat(TypedCommand.in(folder, "run", "--command", "true").err())
                .contains("what should the agent do? ralph \"Fix the flaky test\"");
        assertThat(add().code()).isZero();

        assertThat(TypedCommand.in(folder, "run", "--max-restarts", "0", "--command", "true")
                        .out())
                .startsWith("task greet · loop ");
        for (String task : List.of("one", "two")) {
            assertThat(TypedCommand.in(folder, "task", "add", "--task", task, "Do " + task)
                            .code())
                    .isZero();
        }
        assertThat(TypedCommand.in(folder, "run", "--command", "true").err())
                .contains("2 tasks wait: ralph run --task one. See: ralph task list");
    }

    @Test
    void a_run_that_makes_a_task_of_its_own_points_to_one_that_waits() throws Exception {
        assertThat(add().code()).isZero();
        String words = "starting a new task; greet is still queued: ralph run --task greet";

        assertThat(TypedCommand.in(folder, "run", "Do something", "--max-restarts", "0", "--command", "true")
                        .err())
                .contains(words);
        assertThat(TypedCommand.in(folder, "run", "--task", "greet", "--max-restarts", "0", "--command", "true")
                        .err())
                .doesNotContain("waits");
        assertThat(TypedCommand.in(folder, "run", "Do more", "--max-restarts", "0", "--command", "true")
                        .err())
                .doesNotContain("waits");
    }

    @Test
    void a_task_that_nobody_has_begun_is_told_as_such() throws Exception {
        assertThat(add().code()).isZero();
        for (String command : List.of("receipts", "verify", "cost", "status", "diff")) {
            assertThat(TypedCommand.in(folder, command, "greet").err())
                    .contains("task greet has no attempts yet. Start it: ralph run --task greet");
            assertThat(TypedCommand.in(folder, command, "other").err()).contains("No task other in ");
        }
    }

    @Test
    void trials_leave_nothing_in_the_state_folder() throws Exception {
        assertThat(add("--accept", "echo noise; false").code()).isZero();
        try (Stream<Path> entries = Files.list(folder.resolve(".ralph"))) {
            assertThat(entries.map(entry -> entry.getFileName().toString()).filter(name -> name.startsWith("trial")))
                    .isEmpty();
        }
    }
}
