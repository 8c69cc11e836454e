package dev.ralph.process;

import static dev.ralph.process.SupervisorFixture.await;
import static dev.ralph.process.SupervisorFixture.exit;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What agents write is counted to the byte, stored within bounds, and never held in memory.
class OutputResultTest {
    private static final RunLimits SMALL = new RunLimits(null, null, RunLimits.GRACE, 1 << 20);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void the_prompt_is_stdin_and_both_streams_are_files_of_their_own(Containment containment) throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Exit exit = exit(fixture.shell(RunLimits.none(), "cat; echo bad >&2; echo \"$PWD $RALPH_RUN_ID\""));
            String text = SupervisorFixture.text(fixture.stdout());
            assertThat(text).startsWith("the prompt of run 1\n" + folder.resolve("run-1") + " test-");
            assertThat(exit.stdout()).isEqualTo(new OutputResult(text.length(), 0, sha256(fixture.stdout())));
            assertThat(exit.stderr()).isEqualTo(new OutputResult(4, 0, sha256(fixture.stderr())));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void an_agent_gets_no_descriptor_but_its_three(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            exit(fixture.shell(
                    RunLimits.none(), "for fd in 3 4 5 6 7 8 9; do [ -e /proc/$$/fd/$fd ] && echo open $fd; done"));
            assertThat(SupervisorFixture.text(fixture.stdout())).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void a_flood_is_counted_in_full_and_stored_in_part(Containment containment) throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            long bytes = 200_000_000;
            RunningProcess agent =
                    fixture.shell(SMALL, "echo first; " + fixture.nasty + " flood " + bytes + " exit-now 0; echo last");
            Exit exit = exit(agent);
            assertThat(exit.ending()).isEqualTo(EndCause.OWN_EXIT);
            assertThat(exit.stdout().bytes()).isEqualTo(bytes + 11);
            assertThat(exit.stdout().omitted()).isEqualTo(bytes + 11 - (1 << 20));
            String stored = SupervisorFixture.text(fixture.stdout());
            assertThat(stored)
                    .startsWith("first\nxxx")
                    .endsWith("xxxlast\n")
                    .contains("\n[ralph: " + exit.stdout().omitted() + " bytes omitted]\n");
            assertThat(Files.size(fixture.stdout())).isLessThan((1 << 20) + 100);
            assertThat(exit.stdout().sha256()).isEqualTo(sha256(fixture.stdout()));
            assertThat(folder.resolve("run-1")).isDirectoryNotContaining("glob:**.settling");
        }
    }

    @Test
    void a_flood_takes_no_disk_space_while_it_lasts() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            RunningProcess agent = fixture.nasty(SMALL, "flood", "200000000");
            fixture.awaitReadyAtEnd(agent);
            await("holes are punched", () -> blocks(fixture.stdout()) < 80_000_000);
            assertThat(Files.size(fixture.stdout()))
                    .as("control: its length is all of it")
                    .isGreaterThan(199_999_999);
            agent.end(EndCause.STOPPED);
            exit(agent);
        }
    }

    @Test
    void a_second_flood_into_a_file_that_was_cut_takes_no_disk_space_either() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            Path go = folder.resolve("go");
            RunningProcess agent = fixture.shell(
                    SMALL,
                    fixture.nasty + " flood 200000000 exit-now 0; until [ -e " + go + " ]; do sleep 0.02; done;"
                            + " : > stdout.txt; sleep 2; exec " + fixture.nasty + " flood 180000000");
            await(
                    "the first flood is punched",
                    () -> SupervisorFixture.size(fixture.stdout()) == 200_000_000
                            && blocks(fixture.stdout()) < 80_000_000);
            Files.createFile(go);
            await("its file was cut", () -> SupervisorFixture.size(fixture.stdout()) < 200_000_000);
            fixture.awaitReadyAtEnd(agent);
            await("the second flood is punched", () -> blocks(fixture.stdout()) < 80_000_000);
            agent.end(EndCause.STOPPED);
            assertThat(exit(agent).stdout().bytes()).isEqualTo(380_000_006);
        }
    }

    private static long blocks(Path file) {
        try {
            Process du = new ProcessBuilder("du", "-B1", file.toString()).start();
            String said = new String(du.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return Long.parseLong(said.substring(0, said.indexOf('\t')));
        } catch (java.io.IOException trouble) {
            throw new IllegalStateException(trouble);
        }
    }

    @Test
    void a_flood_of_errors_with_a_silent_stdout_neither_blocks_nor_counts_as_idle() {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            RunLimits limits = new RunLimits(Duration.ofSeconds(20), null, RunLimits.GRACE, 1 << 20);
            Exit exit = exit(fixture.nasty(limits, "flood-errors", "100000000", "exit-now", "0"));
            assertThat(exit.ending()).isEqualTo(EndCause.OWN_EXIT);
            assertThat(exit.stderr().bytes()).isEqualTo(100_000_000);
            assertThat(exit.stdout().bytes()).isZero();
        }
    }

    @Test
    void a_line_of_a_hundred_megabytes_and_broken_text_are_just_bytes() {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            String line = fixture.nasty
                    + " flood 100000000 exit-now 0; printf '\\303\\n\\000\\377\\376 Gr\\303\\274n\\033[0m\\n\\n'; sleep 30";
            RunningProcess agent = fixture.shell(SMALL, line);
            await("the last line is there", () -> agent.progress().lastLine().endsWith("Grün"));
            Progress progress = agent.progress();
            assertThat(progress.stdoutBytes()).isEqualTo(100_000_000 + 17);
            assertThat(progress.lastLine()).hasSizeLessThan(250).doesNotContain("\0", "\n");
            agent.end(EndCause.STOPPED);
            assertThat(exit(agent).stdout().bytes()).isEqualTo(100_000_000 + 17);
        }
    }

    @Test
    void a_last_line_is_bounded_even_if_it_never_ends() {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            RunningProcess agent = fixture.nasty(SMALL, "flood", "70000", "exit-now", "0");
            assertThat(exit(agent).stdout().bytes()).isEqualTo(70_000);
            assertThat(agent.progress().lastLine()).isEqualTo("x".repeat(200));
        }
        assertThat(OutputCapture.lastLineOf("é".repeat(3000).getBytes(StandardCharsets.UTF_8)))
                .hasSize(200);
        assertThat(OutputCapture.lastLineOf(new byte[0])).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void what_a_grandchild_wrote_before_it_was_ended_is_kept_and_counted(Containment containment) throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Exit exit = exit(
                    fixture.shell(RunLimits.none(), "(" + fixture.nasty + " flood 300000 child) & sleep 0.5; exit 0"));
            assertThat(exit.stdout().bytes())
                    .isEqualTo(Files.size(fixture.stdout()))
                    .isGreaterThanOrEqualTo(300_000);
            assertThat(fixture.survivors()).isEmpty();
        }
    }

    @Test
    void control_a_pipe_of_the_jdk_loses_what_a_grandchild_writes_after_the_exit() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            Process process = new ProcessBuilder(
                            "sh", "-c", "(sleep 0.4; " + fixture.nasty + " flood 300000 exit-now 0) & exit 0")
                    .start();
            process.waitFor();
            SupervisorFixture.pause(100);
            assertThat(process.getInputStream().readAllBytes()).hasSizeLessThan(300_000);
        }
    }

    @Test
    void an_agent_may_cut_or_delete_its_own_output_file() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            Path go = folder.resolve("go");
            String wait = "; until [ -e " + go + "$n ]; do sleep 0.02; done; ";
            RunningProcess agent = fixture.shell(
                    SMALL,
                    "n=1; echo 12345" + wait + ": > stdout.txt; echo 678; n=2" + wait + "rm -rf ../run-1; echo 9");
            await("the first bytes are counted", () -> agent.progress().stdoutBytes() == 6);
            Files.createFile(folder.resolve("go1"));
            await(
                    "its file was cut",
                    () -> SupervisorFixture.text(fixture.stdout()).equals("678\n"));
            Files.createFile(folder.resolve("go2"));
            Exit exit = exit(agent);
            assertThat(exit.ending()).isEqualTo(EndCause.OWN_EXIT);
            assertThat(exit.stdout().bytes()).as("never less than was seen").isBetween(6L, 12L);
            assertThat(exit.stdout().omitted())
                    .as("nothing is stored")
                    .isEqualTo(exit.stdout().bytes());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SUBREAPER", "GROUP"})
    void a_listener_hears_of_output_at_once_and_its_own_trouble_harms_nobody(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            AtomicInteger heard = new AtomicInteger();
            RunningProcess agent =
                    fixture.shell(RunLimits.none(), "sleep 0.3; echo a; sleep 0.3; echo b; sleep 0.3; echo c");
            agent.onOutput(() -> {
                if (heard.incrementAndGet() == 1) {
                    throw new IllegalStateException("a listener's own trouble, on purpose");
                }
            });
            assertThat(exit(agent).stdout().bytes()).isEqualTo(6);
            assertThat(heard.get()).isGreaterThanOrEqualTo(2);
            assertThat(exit(fixture.shell(RunLimits.none(), "exit 3")).status()).isEqualTo(new ExitStatus.Exited(3));
        }
    }

    static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
