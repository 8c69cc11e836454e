package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `ralph stop`, `pause`, `resume` and `status` from another terminal, of loops and of jobs.
class SteeringTest extends WithShell {
    /// A program of its own whose agent runs until it is ended, or for a minute.
    private Process started(String command, String task) throws Exception {
        // Who runs the tests in the background, or under nohup, has made these signals ignored.
        List<String> words = new ArrayList<>(List.of("env", "--default-signal=HUP,INT"));
        words.addAll(Shell.quickJava(Main.class.getName(), "--dir", folder.toString(), command, "--task", task));
        words.addAll(List.of(
                "--prompt",
                "x",
                "--containment",
                "group",
                "--command",
                "touch started; for i in $(seq 600); do [ -e end ] && exit 1; sleep 0.1; done"));
        Process process = new ProcessBuilder(words)
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
        Waiting.until(() -> Files.exists(folder.resolve("started")));
        return process;
    }

    @Test
    void a_second_loop_in_place_is_warned_of_the_first() throws Exception {
        Process loop = started("run", "t1");
        try {
            String words = "task t1 also runs in this folder and changes the same files";
            assertThat(shell.run("--max-restarts", "0", "--command", "true").err())
                    .contains(words);
        } finally {
            Files.createFile(folder.resolve("end"));
            assertThat(shell.ralph("stop", "t1").code()).isZero();
            assertThat(loop.waitFor(Waiting.LONG)).isTrue();
        }
        assertThat(shell.run("--max-restarts", "0", "--command", "true").err())
                .doesNotContain("changes the same files");
    }

    @Test
    void programs_get_an_object_for_whatever_they_ask_of_a_loop() throws Exception {
        Process loop = started("run", "t1");
        try {
            assertThat(shell.ralph("pause", "t1", "--json").out()).isEqualTo("{\"task\":\"t1\",\"asked\":\"hold\"}\n");
            assertThat(shell.ralph("resume", "t1", "--json").out())
                    .isEqualTo("{\"task\":\"t1\",\"asked\":\"release\"}\n");
            assertThat(shell.ralph("stop", "t1", "--json").out())
                    .startsWith("{\"task\":\"t1\",\"loop\":\"")
                    .contains("\"outcome\":\"stopped\",\"reason\":\"stopped_by\",\"message\":\"stopped by "
                            + System.getProperty("user.name"));
            assertThat(loop.waitFor(Waiting.LONG)).isTrue();
            assertThat(loop.exitValue()).isEqualTo(6);
        } finally {
            loop.destroyForcibly();
        }
    }

    @Test
    void a_paused_loop_is_called_so() throws Exception {
        Process loop = started("run", "t1");
        try {
            shell.ralph("pause", "t1");
            Files.createFile(folder.resolve("end"));
            Waiting.until(() -> shell.ralph("status").out().contains("t1    paused"));
            assertThat(shell.ralph("task", "show", "t1").out()).contains("): paused");
            assertThat(shell.ralph("task", "show", "t1", "--json").out()).contains("\"state\":\"paused\"");
            shell.ralph("cancel", "t1");
            assertThat(loop.waitFor(Waiting.LONG)).isTrue();
            assertThat(loop.exitValue()).isEqualTo(6);
        } finally {
            loop.destroyForcibly();
        }
    }

    @Test
    void a_task_that_runs_says_who_holds_it_and_takes_no_other_settings() throws Exception {
        Process loop = started("run", "t1");
        try {
            Shell.Said second = shell.ralph("run", "--task", "t1", "--prompt", "x", "--command", "touch ran");
            assertThat(second.code()).isEqualTo(7);
            assertThat(second.err())
                    .startsWith("ralph: task t1 is held by process " + loop.pid() + " of ")
                    .endsWith("; `ralph stop --task t1` ends it, `ralph logs -f` follows it\n");
            Shell.Said resume = shell.ralph("resume", "t1", "--max-restarts", "200");
            assertThat(resume.code()).isEqualTo(2);
            assertThat(resume.err())
                    .contains("task t1 is running; its settings cannot change. Stop it first: ralph stop --task t1");
            assertThat(folder.resolve("ran")).doesNotExist();
        } finally {
            loop.destroy();
            assertThat(loop.waitFor(Waiting.LONG)).isTrue();
        }
        assertThat(loop.exitValue()).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource({"HUP, a closed terminal (SIGHUP)", "INT, Ctrl-C", "TERM, SIGTERM"})
    void a_loop_that_a_signal_stops_says_which(String signal, String by) throws Exception {
        Process loop = started("run", "t1");
        try {
            assertThat(new ProcessBuilder("kill", "-" + signal, "" + loop.pid())
                            .start()
                            .waitFor())
                    .isZero();
            assertThat(loop.waitFor(Waiting.LONG)).isTrue();
            assertThat(loop.exitValue()).isEqualTo(6);
            assertThat(shell.ralph("status", "t1").out()).contains("stopped by " + by + "\n");
        } finally {
            loop.destroyForcibly();
        }
    }

    @Test
    void a_job_is_listed_and_can_be_stopped() throws Exception {
        Process job = started("job", "j1");
        try {
            assertThat(shell.ralph("status").out()).contains("j1    running attempt 1  1/1");
            Shell.Said stopped = shell.ralph("stop");
            assertThat(stopped.code()).isZero();
            assertThat(stopped.out()).startsWith("task j1: STOPPED, stopped by ");
            assertThat(job.waitFor(Waiting.LONG)).isTrue();
            assertThat(job.exitValue()).isEqualTo(6);
            assertThat(shell.ralph("status", "j1").out())
                    .contains("j1    STOPPED")
                    .containsPattern(" stopped +\\S")
                    .doesNotContain("-1 ");
            assertThat(Files.readString(folder.resolve("out.txt"))).doesNotContain("ralph resume");
        } finally {
            job.destroyForcibly();
        }
    }

    @Test
    void a_job_whose_engine_died_is_told_so_and_settled() throws Exception {
        Process job = started("job", "j1");
        job.destroyForcibly().waitFor();

        assertThat(shell.ralph("status").out()).contains("j1    interrupted");
        assertThat(shell.ralph("task", "show", "j1").out()).contains("): interrupted");
        assertThat(shell.ralph("stop", "j1").out()).isEqualTo("task j1: FAILED, Ralph was killed during the attempt\n");
        assertThat(shell.ralph("status").out()).contains("j1    FAILED");
    }

    @Test
    void a_job_whose_engine_died_is_not_taken_for_another_one_with_a_longer_name() throws Exception {
        started("job", "j1").destroyForcibly().waitFor();
        Files.delete(folder.resolve("started"));
        Process other = started("job", "j1-2");
        try {
            assertThat(shell.ralph("status").out())
                    .contains("j1-2  running attempt 1")
                    .contains("j1    interrupted");
        } finally {
            other.destroy();
            assertThat(other.waitFor(Waiting.LONG)).isTrue();
        }
    }

    @Test
    void a_task_with_a_loop_is_not_hidden_by_its_jobs() {
        shell.run("--max-restarts", "1", "--command", "exit 1");
        shell.ralph("job", "--task", "task-001", "--prompt", "x", "--containment", "group", "--command", "true");

        assertThat(shell.ralph("status").out())
                .contains("task-001  EXHAUSTED  1/1")
                .doesNotContain("COMPLETED");
    }

    @Test
    void a_task_that_was_done_before_says_how_to_run_it_again() {
        shell.run("--command", "touch \"$TASK_FOLDER/DONE\"");

        Shell.Said again = shell.run("--command", "touch ran");

        assertThat(again.code()).isZero();
        assertThat(again.out()).contains("COMPLETED after 0 attempts").contains("remove the file DONE");
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void an_answer_that_cannot_be_written_whole_is_an_error() throws Exception {
        shell.run("--max-restarts", "1", "--command", "seq 1 100000; exit 1");
        for (String command : List.of("status", "status --json", "logs task-001", "--help", "config show")) {
            Shell.Said said = Shell.other(
                    folder, Map.of(), List.of("sh", "-c", Shell.program(folder) + " " + command + " > /dev/full"));
            assertThat(said.code()).as(command).isEqualTo(1);
            assertThat(said.err()).isEqualTo("ralph: could not write all output; disk full?\n");
        }
        Shell.Said head = Shell.other(
                folder, Map.of(), List.of("sh", "-c", Shell.program(folder) + " logs task-001 | head -n 1"));
        assertThat(head).isEqualTo(new Shell.Said(0, "1\n", ""));
    }

    @Test
    void the_version_is_json_for_programs() {
        assertThat(shell.ralph("--version", "--json").out()).isEqualTo("{\"version\":\"" + Main.VERSION + "\"}\n");
    }
}
