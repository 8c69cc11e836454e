package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What people mistype: it is refused before anything runs or is written, with the thing they most likely meant.
class BadInputTest extends WithShell {
    private void refused(Shell.Said said, String... words) {
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).startsWith("ralph: ").contains(words).doesNotContain("\tat ");
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(folder.resolve(".ralph/ralph.db")).doesNotExist();
        assertThat(folder.resolve(".ralph/tasks")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--max-restart 5        | unknown flag --max-restart; did you mean '--max-restarts'?",
                "--restart-dealy 5s     | unknown flag --restart-dealy; did you mean '--restart-delay'?",
                "--idle-timout=5s       | unknown flag --idle-timout; did you mean '--idle-timeout'?",
                "--chek true            | unknown flag --chek; did you mean '--check'?",
            })
    void a_flag_that_does_not_exist_is_refused_with_the_nearest_real_one(String words, String message) {
        String[] all = (words + " --command").split(" ");
        String[] given = Arrays.copyOf(all, all.length + 1);
        given[all.length] = "touch ran";

        refused(shell.run(given), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max_restart: 3       | :1:1: unknown key 'max_restart'; did you mean 'max_restarts'?",
                "idle-timout: 5s      | :1:1: unknown key 'idle-timout'; did you mean 'idle_timeout'?",
                "max_restarts: -1     | :1:15: max_restarts: found the number -1, expected a whole number from 0 to 1000000",
                "max_restarts: 1e9    | :1:15: max_restarts: found the number 1e9, expected a whole number from 0 to 1000000",
                "restart_delay: 5     | :1:16: restart_delay: '5' has no unit after 5",
                "idle_timeout: 0s     | :1:15: idle_timeout: found '0s', expected a duration longer than 0s",
                "output_limit: 0      | :1:15: output_limit: '0' has no unit",
            })
    void a_configuration_that_is_wrong_is_refused_with_its_place(String text, String message) throws Exception {
        Path file = folder.resolve(".ralph/config.yaml");
        Files.createDirectory(folder.resolve(".ralph"));
        Files.writeString(file, text + "\n");

        Shell.Said run = shell.run("--command", "touch ran");
        Shell.Said status = shell.ralph("status");
        Shell.Said check = shell.ralph("config", "check");

        refused(run, "config.yaml" + message);
        assertThat(status.code()).isEqualTo(2);
        assertThat(check.code()).isEqualTo(2);
        assertThat(Files.readString(file)).isEqualTo(text + "\n");
    }

    @Test
    void no_attempts_at_all_runs_nothing_and_says_so() {
        Shell.Said said = shell.run("--max-restarts", "0", "--command", "touch ran");

        assertThat(said.code()).isEqualTo(3);
        assertThat(said.out()).contains("EXHAUSTED after 0 attempts: max restarts (0) exceeded");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../up", "a/b", "..", "/etc", "a\\b"})
    void a_task_that_is_no_name_of_a_folder_is_refused_by_every_command(String task) {
        for (String command : new String[] {"run", "status", "logs", "stop", "cancel", "pause", "resume"}) {
            Shell.Said said = command.equals("run")
                    ? shell.ralph("run", "--task", task, "--prompt", "x", "--command", "touch ran")
                    : shell.ralph(command, "--task", task);
            refused(said, "task", task);
        }
        refused(shell.ralph("task", "show", task), "task", task);
        refused(shell.ralph("bus", "post", "--task", task, "hello"), "task", task);
        assertThat(folder.resolveSibling("up")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "logs", "stop", "cancel", "pause", "resume", "task show"})
    void a_task_that_is_given_twice_is_refused(String command) {
        String[] words = (command + " --task one two").split(" ");

        refused(shell.ralph(words), "the task is given twice, as --task one and as 'two'; keep one");
    }

    @Test
    void what_was_typed_or_lies_on_the_disk_cannot_control_the_terminal_of_who_reads_a_message() throws Exception {
        String evil = "\033]0;evil\007";
        Path project = Files.createDirectories(folder.resolve(evil));
        Files.createDirectory(project.resolve(".ralph"));
        Files.writeString(project.resolve(".ralph/config.yaml"), "no_such_key: 1\n");

        for (Shell.Said said : new Shell.Said[] {
            shell.ralph(evil),
            shell.ralph("status", "--" + evil),
            shell.ralph("status", evil),
            shell.ralph("logs", "t", "--run", evil),
            shell.ralph("completion", evil),
            shell.ralph("bus", "post", "--project-bus", "--file", evil),
            new Shell(project).ralph("status"),
            new Shell(project).ralph("config", "check"),
        }) {
            assertThat(said.code()).isEqualTo(2);
            assertThat(said.out() + said.err()).contains("evil").doesNotContain("\033", "\007");
        }
    }

    @Test
    void an_agent_that_is_nowhere_given_is_asked_for() {
        refused(
                shell.ralph("run", "--task", "t1", "--prompt", "x", "--profile", "restart"),
                "No agent. Use --agent NAME or -- PROGRAM");
        refused(
                shell.ralph(
                        "run",
                        "--root",
                        folder.resolve("runs").toString(),
                        "--task",
                        "t1",
                        "--prompt",
                        "x",
                        "--profile",
                        "restart"),
                "or set `agent` in " + folder.resolve(".ralph").resolve("config.yaml"));
    }

    @Test
    void a_prompt_that_says_nothing_is_refused() throws Exception {
        Path file = Files.writeString(folder.resolve("empty.md"), " \n");

        for (String[] words : new String[][] {{"--prompt", ""}, {"--prompt-file", file.toString()}, {" "}}) {
            String[] all = Stream.of(new String[] {"run", "--task", "t1", "--command", "touch ran"}, words)
                    .flatMap(Stream::of)
                    .toArray(String[]::new);
            refused(shell.ralph(all), "the prompt is empty: say what the agent should do");
        }
    }

    @Test
    void a_file_where_a_folder_is_needed_is_named() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "mine");

        refused(new Shell(file).run("--command", "touch ran"), "the project folder " + file + " is a file");
        Shell.Said root = shell.run("--root", file.toString(), "--command", "touch ran");

        assertThat(root.code()).isEqualTo(1);
        assertThat(root.err()).contains(file + "/").contains("move the file away");
        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(file).hasContent("mine");
    }

    @Test
    void a_project_folder_that_does_not_exist_is_named() {
        Path missing = folder.resolve("missing");
        Shell.Said said = new Shell(missing).ralph("run", "--task", "t1", "--prompt", "x", "--command", "touch ran");

        refused(said, "the project folder " + missing + " does not exist: create it, or give another --dir");
        assertThat(missing).doesNotExist();
    }
}
