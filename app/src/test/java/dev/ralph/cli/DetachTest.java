package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `ralph run --detach`, `ralph attach`, and a terminal that is closed: real processes in sessions of their own.
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DetachTest extends WithShell {
    /// Works until somebody says that it may end.
    private static final String PATIENT =
            "echo begun; touch running; while ! test -e enough; do sleep 0.05; done; touch \"$TASK_FOLDER/DONE\"";

    private static final Pattern PID = Pattern.compile("pid\\W+(\\d+)");

    private final List<Long> pids = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        shell.ralph("stop", "--task", "task-001");
        for (long pid : pids) {
            Optional<ProcessHandle> left = ProcessHandle.of(pid);
            if (left.isPresent()) {
                left.get().onExit().get(60, TimeUnit.SECONDS);
            }
        }
    }

    private List<String> ralph(String... words) {
        List<String> all = Shell.java(Main.class.getName(), "--dir", folder.toString());
        all.addAll(List.of(words));
        return all;
    }

    private List<String> run(String agent, String... more) {
        List<String> words = ralph("run", "--task", "task-001", "--prompt", "Do it", "--profile", "restart");
        words.addAll(List.of("--containment", "group", "--poll-interval", "50ms"));
        words.addAll(List.of(more));
        words.addAll(List.of("--command", agent));
        return words;
    }

    private Shell.Said said(List<String> words) throws Exception {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        words.add(1, "-Djava.io.tmpdir=" + temporary);
        Shell.Said said = Shell.other(folder, Map.of(), words);
        Matcher pid = PID.matcher(said.out());
        if (pid.find()) {
            pids.add(Long.parseLong(pid.group(1)));
        }
        try (var left = Files.list(temporary)) {
            assertThat(left.map(Path::getFileName).map(Path::toString))
                    .noneMatch(name -> name.startsWith("ralph-detach"));
        }
        return said;
    }

    /// As a shell starts it: whoever started these tests with `nohup` would have it ignore a closed terminal.
    private Process start(String log, List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP,INT"));
        command.addAll(words);
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(log).toFile())
                .start();
    }

    private boolean says(String log, String words) throws IOException {
        return Files.exists(folder.resolve(log))
                && Files.readString(folder.resolve(log)).contains(words);
    }

    private static void signal(long pid, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void a_detached_loop_goes_on_in_a_session_of_its_own_and_is_shown_until_it_ends() throws Exception {
        Shell.Said detached = said(run(PATIENT, "--detach"));

        assertThat(detached.code()).as(detached.out() + detached.err()).isZero();
        assertThat(detached.out()).contains("ralph attach task-001", "ralph stop task-001");
        long pid = pids.getLast();
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        assertThat(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3]).isEqualTo(Long.toString(pid));

        Process attached = start("attached", ralph("attach", "-v"));
        Waiting.until(() -> says("attached", "begun"));
        Files.createFile(folder.resolve("enough"));
        assertThat(attached.waitFor()).isZero();
        String shown = Files.readString(folder.resolve("attached"));
        assertThat(shown).contains("Starting agent", "COMPLETED after 1 attempt", "What happened");
        assertThat(List.of(detached.out(), shown))
                .allMatch(text -> text.contains("\nNOT CONFINED, IN PLACE: the agent works on your files directly"));
        assertThat(shell.ralph("attach", "task-001").out()).contains("COMPLETED after 1 attempt", "What happened");
    }

    @Test
    void what_prevents_a_loop_is_told_with_its_exit_code() throws Exception {
        Shell.Said noText =
                said(ralph("run", "--task", "task-001", "--detach", "--profile", "restart", "--command", "true"));
        assertThat(noText.code()).isEqualTo(2);
        assertThat(noText.err()).contains("has no text");
        assertThat(said(run(PATIENT, "--detach")).code()).isZero();
        Shell.Said held = said(run(PATIENT, "--detach"));
        assertThat(held.code()).isEqualTo(7);
        assertThat(held.err()).contains("`ralph stop --task task-001` ends it");
    }

    @Test
    void somebody_who_leaves_stops_nothing() throws Exception {
        said(run(PATIENT, "--detach"));
        Process attached = start("attached", ralph("attach", "task-001"));
        Waiting.until(() -> says("attached", "Starting agent"));
        signal(attached.pid(), "INT");

        assertThat(attached.waitFor()).isEqualTo(6);
        assertThat(says("attached", "detached; task task-001 continues")).isTrue();
        assertThat(shell.ralph("status").out()).contains("running");
        assertThat(shell.ralph("stop").code()).isZero();
    }

    @Test
    void an_engine_that_is_killed_is_not_waited_for() throws Exception {
        said(run(PATIENT, "--detach"));
        long pid = pids.getLast();
        Process attached = start("attached", ralph("attach", "task-001"));
        Waiting.until(() -> says("attached", "Starting agent"));
        signal(pid, "KILL");

        assertThat(attached.waitFor()).isEqualTo(1);
        assertThat(says("attached", "task task-001 is not running. Continue: ralph resume"))
                .isTrue();
    }

    @Test
    void a_program_reads_what_was_detached() throws Exception {
        Shell.Said said = said(run(PATIENT, "--detach", "--json"));
        assertThat(said.out().lines().toList().getLast())
                .matches("\\{\"type\":\"detached\",\"stream\":\"[^\"]+\",\"task\":\"task-001\",\"pid\":\\d+}");
    }

    @Test
    void a_closed_terminal_stops_a_loop_and_the_journal_says_so() throws Exception {
        Process loop = start("said", run(PATIENT));
        Waiting.until(() -> Files.exists(folder.resolve("running")));
        signal(loop.pid(), "HUP");

        assertThat(loop.waitFor()).isEqualTo(6);
        assertThat(shell.ralph("status", "task-001").out()).contains("a closed terminal (SIGHUP)");
    }

    @Test
    void a_closed_terminal_leaves_a_loop_alone_where_that_is_wanted() throws Exception {
        Process loop = start("said", run(PATIENT, "--on-hangup", "continue"));
        Waiting.until(() -> Files.exists(folder.resolve("running")));
        signal(loop.pid(), "HUP");
        Path bus = shell.task("task-001").resolve("TASK-MESSAGE-BUS.md");
        Waiting.until(() ->
                Files.exists(bus) && Files.readString(bus).contains("the terminal was closed; the loop continues"));

        Files.createFile(folder.resolve("enough"));
        assertThat(loop.waitFor()).isZero();
        assertThat(shell.ralph("attach", "task-001").out()).contains("COMPLETED after 1 attempt");
    }

    @Test
    void ctrl_c_still_stops_a_loop_that_outlives_its_terminal() throws Exception {
        Process loop = start("said", run(PATIENT, "--on-hangup", "continue"));
        Waiting.until(() -> Files.exists(folder.resolve("running")));
        signal(loop.pid(), "INT");
        assertThat(loop.waitFor()).isEqualTo(6);
    }
}
