package dev.ralph.process;

import static dev.ralph.process.SupervisorFixture.await;
import static dev.ralph.process.SupervisorFixture.exit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Controls: what happens to a program that does it the obvious way. Should one of these fail, the danger is gone, and
/// the test that meets it proves nothing any more.
class DangersTest {
    @TempDir
    Path folder;

    @Test
    void control_an_agent_whose_errors_nobody_reads_stands_still() throws Exception {
        Process agent =
                new ProcessBuilder("sh", "-c", "head -c 1000000 /dev/zero >&2; echo done; sleep 30 <&- &").start();
        try {
            assertThat(agent.waitFor(1, TimeUnit.SECONDS))
                    .as("it waits for a reader of its stderr")
                    .isFalse();
            assertThat(agent.getInputStream().available()).isZero();
        } finally {
            end(agent);
        }
    }

    @Test
    void control_text_that_was_decoded_is_not_what_was_written() {
        byte[] written = {'a', (byte) 0xff, (byte) 0xc3, '(', 0, 'z'};
        byte[] stored = new String(written, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
        assertThat(stored).isNotEqualTo(written);
    }

    @Test
    void control_a_few_readers_that_block_leave_the_other_agents_unheard() throws Exception {
        List<Process> agents = new ArrayList<>();
        AtomicInteger heard = new AtomicInteger();
        try (ExecutorService readers = Executors.newFixedThreadPool(2)) {
            for (String line : List.of("exec sleep 30", "exec sleep 30", "echo here; exec sleep 30")) {
                Process agent = new ProcessBuilder("sh", "-c", line).start();
                agents.add(agent);
                BufferedReader output = agent.inputReader();
                var _ = readers.submit(() -> {
                    if (output.readLine() != null) {
                        heard.incrementAndGet();
                    }
                    return true;
                });
            }
            SupervisorFixture.pause(1000);
            assertThat(heard).hasValue(0);
            agents.getFirst().destroyForcibly();
            await("a reader is free", () -> heard.get() == 1);
            agents.forEach(DangersTest::end);
        }
    }

    @Test
    void control_the_jdk_tells_a_killed_process_and_an_exit_code_alike() throws Exception {
        int killed = new ProcessBuilder("sh", "-c", "kill -9 $$").start().waitFor();
        int exited = new ProcessBuilder("sh", "-c", "exit 137").start().waitFor();
        assertThat(killed).isEqualTo(exited);
    }

    @Test
    void control_an_exit_code_can_be_had_only_once() {
        int pid = new Spawn()
                .start(new Spawn.Order(
                        "/bin/sh",
                        List.of("sh", "-c", "exit 5"),
                        Map.of(),
                        "/",
                        "/dev/null",
                        "/dev/null",
                        "/dev/null",
                        -1));
        List<ExitStatus> first = new ArrayList<>();
        await("it ended", () -> {
            SystemCalls.Reaped reaped = SystemCalls.reap(pid);
            return reaped != null && first.add(ExitStatus.ofWait(reaped.status()));
        });
        SystemCalls.Reaped second = Objects.requireNonNull(SystemCalls.reap(pid));
        assertThat(first).containsExactly(new ExitStatus.Exited(5));
        assertThat(ExitStatus.ofWait(second.status())).as("whoever asks later").isNotEqualTo(new ExitStatus.Exited(5));
    }

    @Test
    void control_without_limits_a_silent_agent_and_a_busy_one_go_on() {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            RunLimits limits = RunLimits.of(Duration.ofMillis(300), Duration.ofMillis(600));
            RunningProcess silent = fixture.shell(SupervisorFixture.limits(Duration.ofSeconds(1)), "exec sleep 30");
            RunningProcess busy = fixture.shell(
                    SupervisorFixture.limits(Duration.ofSeconds(1)), "while :; do echo busy; sleep 0.05; done");
            assertThat(exit(fixture.shell(limits, "exec sleep 30")).ending()).isEqualTo(EndCause.IDLE_LIMIT);
            assertThat(exit(fixture.shell(limits, "while :; do echo busy; sleep 0.05; done"))
                            .ending())
                    .isEqualTo(EndCause.WALL_LIMIT);
            assertThat(List.of(silent.exit(), busy.exit())).noneMatch(exit -> exit.isDone());
        }
    }

    @Test
    void control_a_shell_reports_a_missing_program_as_it_reports_its_exit_code() throws Exception {
        int missing = new ProcessBuilder("sh", "-c", "no-such-program-at-all 2>/dev/null")
                .start()
                .waitFor();
        int own = new ProcessBuilder("sh", "-c", "exit 127").start().waitFor();
        assertThat(missing).isEqualTo(own);
    }

    @Test
    void control_a_stop_that_looks_for_processes_misses_the_one_being_started() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            Process starting = new ProcessBuilder("sh", "-c", "sleep 0.3; exec " + fixture.nasty + " child")
                    .redirectOutput(folder.resolve("out").toFile())
                    .start();
            assertThat(fixture.survivors()).as("there is nothing to stop yet").isEmpty();
            await("it was started all the same", () -> fixture.survivors().size() == 2);
            end(starting);
        }
    }

    @Test
    void control_every_signal_of_an_impatient_caller_arrives() throws Exception {
        Process agent = new ProcessBuilder(
                        "sh", "-c", "trap 'echo asked' TERM; echo ready; while :; do sleep 0.02; done")
                .start();
        try (BufferedReader said = agent.inputReader()) {
            assertThat(said.readLine()).isEqualTo("ready");
            for (int times = 0; times < 3; times++) {
                agent.toHandle().destroy();
                assertThat(said.readLine()).isEqualTo("asked");
            }
        } finally {
            end(agent);
        }
    }

    @Test
    void control_what_is_left_open_is_counted() throws Exception {
        String[] before = new File("/proc/self/fd").list();
        List<FileInputStream> left = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            left.add(new FileInputStream("/dev/null"));
        }
        String[] after = new File("/proc/self/fd").list();
        for (FileInputStream file : left) {
            file.close();
        }
        assertThat(after).hasSizeGreaterThanOrEqualTo(before.length + 9);
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
