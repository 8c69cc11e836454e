package dev.ralph.process;

import static dev.ralph.process.SupervisorFixture.exit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a program prints is stored as it comes through its sieve, and not otherwise.
class OutputFilterTest {
    @TempDir
    Path folder;

    /// Makes x of every a.
    private static OutputStream changed(OutputStream file) {
        return new FilterOutputStream(file) {
            @Override
            public void write(int value) throws IOException {
                out.write(value == 'a' ? 'x' : value);
            }
        };
    }

    private static RunningProcess start(SupervisorFixture fixture, Path at, OutputFilter filter, String script)
            throws CannotStart {
        return fixture.supervisor.start(new Launch(
                        "test-" + UUID.randomUUID(),
                        List.of("/bin/sh", "-c", script),
                        Map.of("PATH", "/usr/bin:/bin"),
                        at,
                        Path.of("/dev/null"),
                        at.resolve("out"),
                        at.resolve("err"),
                        RunLimits.of(null, SupervisorFixture.LONG))
                .through(filter));
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void both_streams_go_through_it_and_the_report_is_about_what_is_stored(Containment containment) throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunningProcess running =
                    start(fixture, folder, OutputFilterTest::changed, "echo banana; echo llama >&2; exit 7");
            Exit exit = exit(running);
            assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(7));
            assertThat(SupervisorFixture.text(folder.resolve("out"))).isEqualTo("bxnxnx\n");
            assertThat(SupervisorFixture.text(folder.resolve("err"))).isEqualTo("llxmx\n");
            assertThat(exit.stdout()).isEqualTo(new OutputResult(7, 0, OutputResultTest.sha256(folder.resolve("out"))));
            assertThat(running.progress().lastLine()).isIn("bxnxnx", "llxmx");
        }
    }

    @Test
    void everything_a_program_and_its_children_wrote_before_the_end_is_there() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.AUTO)) {
            Exit exit = exit(start(
                    fixture,
                    folder,
                    OutputFilterTest::changed,
                    "i=0; while [ $i -lt 2000 ]; do echo aaaaaaaaa; i=$((i+1)); done; head -c 5000000 /dev/zero;"
                            + " (echo last) & wait"));
            assertThat(exit.stdout().bytes()).isEqualTo(2000 * 10 + 5_000_000 + 5);
            assertThat(SupervisorFixture.text(folder.resolve("out")))
                    .startsWith("xxxxxxxxx\n")
                    .endsWith("\0lxst\n");
        }
    }

    @Test
    void a_sieve_that_fails_does_not_hold_the_program_up() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.AUTO)) {
            Exit exit = exit(start(
                    fixture,
                    folder,
                    file -> new FilterOutputStream(file) {
                        @Override
                        public void write(int value) throws IOException {
                            throw new IOException("no space left");
                        }
                    },
                    "head -c 1000000 /dev/zero; exit 3"));
            assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(3));
            assertThat(exit.stdout().bytes()).isZero();
        }
    }

    @Test
    void under_landlock_it_works_too() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            Enclosure.Rules rules = new Enclosure.Rules(
                    List.of(),
                    List.of(Path.of("/usr"), Path.of("/bin"), Path.of("/lib"), Path.of("/lib64")),
                    Set.of(),
                    List.of());
            Exit exit = exit(fixture.supervisor.start(new Launch(
                            "test-" + UUID.randomUUID(),
                            List.of("/bin/sh", "-c", "echo banana"),
                            Map.of(),
                            Path.of("/"),
                            Path.of("/dev/null"),
                            folder.resolve("out"),
                            folder.resolve("err"),
                            RunLimits.of(null, SupervisorFixture.LONG))
                    .in(rules)
                    .through(OutputFilterTest::changed)));
            assertThat(SupervisorFixture.text(folder.resolve("out")))
                    .as(exit + SupervisorFixture.text(folder.resolve("err")))
                    .isEqualTo("bxnxnx\n");
        }
    }
}
