package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The idle limit tells a silent build from a silent model.
class CpuActivityTest {
    private static final RunLimits LIMITS =
            new RunLimits(Duration.ofSeconds(2), null, Duration.ofSeconds(1), 1 << 20, null, true);

    private static final String BUSY = "sh -c 'while :; do :; done'";

    @ParameterizedTest
    @EnumSource(
            value = Containment.class,
            names = {"GROUP", "NAMESPACE"})
    @Retention(RetentionPolicy.RUNTIME)
    private @interface HoweverContained {}

    @TempDir
    Path folder;

    @HoweverContained
    void a_silent_agent_whose_child_computes_is_left_alone(Containment containment) throws Exception {
        // The agent itself only waits; what works is its grandchild. It ends by itself after more than two idle limits.
        endsByItself(run(containment, "(timeout 4.5 " + BUSY + "); exit 7", LIMITS));
    }

    @HoweverContained
    void a_silent_agent_that_waits_is_ended(Containment containment) throws Exception {
        Exit exit = run(containment, "sleep 30", LIMITS);

        assertThat(exit.ending()).isEqualTo(EndCause.IDLE_LIMIT);
    }

    @HoweverContained
    void a_silent_agent_whose_child_only_sleeps_is_ended(Containment containment) throws Exception {
        Exit exit = run(containment, "sleep 30 & sleep 31; exit 7", LIMITS);

        assertThat(exit.ending()).isEqualTo(EndCause.IDLE_LIMIT);
    }

    @ParameterizedTest
    @EnumSource(
            value = Containment.class,
            names = {"SUBREAPER", "GROUP", "NAMESPACE"})
    void what_was_put_into_the_background_for_good_counts_as_long_as_it_computes(Containment containment)
            throws Exception {
        // The one that works has another session, and its parent is gone.
        endsByItself(run(containment, "(setsid timeout 4.5 " + BUSY + " &); sleep 4.5; exit 7", LIMITS));
    }

    private static void endsByItself(Exit exit) {
        assertThat(exit.ending()).isEqualTo(EndCause.OWN_EXIT);
        assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(7));
    }

    @HoweverContained
    void a_heartbeat_is_no_work(Containment containment) throws Exception {
        // As an event loop with a timer: awake five times a second, for about a hundredth of the time.
        Exit exit = run(containment, "while :; do sleep 0.2; done", LIMITS);

        assertThat(exit.ending()).isEqualTo(EndCause.IDLE_LIMIT);
    }

    @ParameterizedTest
    @EnumSource(
            value = Containment.class,
            names = {"GROUP"})
    void where_only_output_counts_work_does_not(Containment containment) throws Exception {
        RunLimits output = new RunLimits(Duration.ofSeconds(1), null, Duration.ofSeconds(1), 1 << 20);

        Exit exit = run(containment, "timeout 20 " + BUSY, output);

        assertThat(exit.ending()).isEqualTo(EndCause.IDLE_LIMIT);
    }

    private Exit run(Containment containment, String line, RunLimits limits) throws Exception {
        Path prompt = Files.writeString(folder.resolve("prompt"), "");
        try (Supervisor supervisor = Supervisor.open(containment, Files.createDirectories(folder.resolve("leases")))) {
            return supervisor
                    .start(new Launch(
                            "pulse-" + containment + "-" + folder.getFileName(),
                            List.of("/bin/sh", "-c", line),
                            Map.of("PATH", "/usr/bin:/bin"),
                            folder,
                            prompt,
                            folder.resolve("out"),
                            folder.resolve("err"),
                            limits))
                    .exit()
                    .get(60, TimeUnit.SECONDS);
        }
    }
}
