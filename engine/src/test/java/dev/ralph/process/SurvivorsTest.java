package dev.ralph.process;

import static dev.ralph.process.SupervisorFixture.await;
import static dev.ralph.process.SupervisorFixture.exit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Nothing an agent starts outlives it.
class SurvivorsTest {
    private static final RunLimits SHORT_GRACE = SupervisorFixture.limits(Duration.ofMillis(300));

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "NAMESPACE, child",
        "NAMESPACE, deaf-child",
        "NAMESPACE, setsid",
        "NAMESPACE, daemon",
        "NAMESPACE, no-environment",
        "NAMESPACE, not-dumpable",
        "NAMESPACE, nested",
        "SUBREAPER, child",
        "SUBREAPER, deaf-child",
        "SUBREAPER, setsid",
        "SUBREAPER, daemon",
        "SUBREAPER, no-environment",
        "SUBREAPER, not-dumpable",
        "SUBREAPER, nested",
        "GROUP, child",
        "GROUP, deaf-child",
        "GROUP, setsid",
        "GROUP, daemon"
    })
    void nothing_is_left_when_an_agent_is_stopped(Containment containment, String mode) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunningProcess agent = fixture.nasty(SHORT_GRACE, mode);
            fixture.awaitReady();
            assertThat(fixture.survivors()).as("the danger is real").hasSizeGreaterThanOrEqualTo(2);
            agent.end(EndCause.STOPPED);
            Exit exit = exit(agent);
            assertThat(fixture.survivors()).isEmpty();
            assertThat(exit.ending()).isEqualTo(EndCause.STOPPED);
            assertThat(exit.proof()).isEqualTo(proofOf(containment));
            assertThat(fixture.leases()).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void a_bomb_of_two_hundred_processes_is_cleared_away(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunningProcess agent = fixture.nasty(SHORT_GRACE, "bomb", "200");
            fixture.awaitReady();
            assertThat(fixture.survivors()).hasSizeGreaterThan(150);
            agent.end(EndCause.STOPPED);
            exit(agent);
            assertThat(fixture.survivors()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "NAMESPACE, 0", "NAMESPACE, 2000", "NAMESPACE, 20000",
        "SUBREAPER, 0", "SUBREAPER, 2000", "SUBREAPER, 20000"
    })
    void a_process_that_keeps_changing_its_pid_is_caught(Containment containment, String micros) throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Path heart = folder.resolve("heart");
            RunningProcess agent = fixture.nasty(SHORT_GRACE, "hop", micros, heart.toString());
            fixture.awaitReady();
            await("it hops", () -> Files.exists(heart));
            agent.end(EndCause.STOPPED);
            exit(agent);
            long beats = Files.size(heart);
            SupervisorFixture.pause(150);
            assertThat(Files.size(heart)).as("no heartbeat after the proof").isEqualTo(beats);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void what_is_left_after_an_own_exit_is_ended_too(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Exit exit = exit(fixture.nasty("holds-stdout", "child", "daemon", "exit", "7"));
            assertThat(fixture.survivors()).isEmpty();
            assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(7));
            assertThat(exit.ending()).isEqualTo(EndCause.OWN_EXIT);
            if (containment != Containment.NAMESPACE) { // there the kernel may be faster than our look
                assertThat(exit.leaked()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void an_agent_that_leaves_nothing_has_not_leaked(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            Exit exit = exit(fixture.nasty("exit-now", "0"));
            assertThat(exit.leaked()).isFalse();
            assertThat(exit.proof()).isEqualTo(proofOf(containment));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void a_zombie_counts_as_dead(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunningProcess agent = fixture.nasty("zombie");
            fixture.awaitReady();
            await(
                    "there is a zombie",
                    () -> ProcFiles.pids().stream().map(ProcFiles::stat).anyMatch(SupervisorFixture::isZombie));
            agent.end(EndCause.STOPPED);
            assertThat(exit(agent).proof()).isEqualTo(proofOf(containment));
            assertThat(fixture.survivors()).isEmpty();
        }
    }

    @Test
    void closing_the_supervisor_ends_everything_that_runs() {
        List<RunningProcess> agents = new ArrayList<>();
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            for (int i = 0; i < 5; i++) {
                agents.add(fixture.nasty(SHORT_GRACE, "child", "daemon", "deaf"));
            }
            fixture.awaitReady();
            fixture.supervisor.close();
            assertThat(fixture.survivors()).isEmpty();
            fixture.supervisor.close();
        }
        assertThat(agents).allSatisfy(agent -> assertThat(agent.exit()).isDone());
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void what_is_being_started_while_the_supervisor_closes_is_ended_too(Containment containment) throws Exception {
        List<Thread> starters = new ArrayList<>();
        AtomicInteger started = new AtomicInteger();
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            for (int i = 0; i < 4; i++) {
                starters.add(Thread.ofPlatform().start(() -> startUntilClosed(fixture, started)));
            }
            await("some were started", () -> started.get() > 8);
            fixture.supervisor.close();
            for (Thread starter : starters) {
                starter.join();
            }
            assertThat(fixture.survivors()).isEmpty();
        }
    }

    private static void startUntilClosed(SupervisorFixture fixture, AtomicInteger started) {
        try {
            while (started.get() < 200) {
                fixture.nasty(SHORT_GRACE, "slow", "0");
                started.incrementAndGet();
            }
        } catch (IllegalStateException closed) {
            return;
        }
    }

    @Test
    void control_the_process_api_of_the_jdk_leaves_most_of_it_alive() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            Process process = new ProcessBuilder(
                            fixture.nasty.toString(), "setsid", "daemon", "no-environment", "child")
                    .redirectOutput(folder.resolve("out").toFile())
                    .start();
            await(
                    "it is ready",
                    () -> SupervisorFixture.text(folder.resolve("out")).contains("ready"));
            process.destroyForcibly().waitFor();
            assertThat(fixture.survivors()).hasSizeGreaterThanOrEqualTo(3);
            fixture.killSurvivors();
        }
    }

    @Test
    void control_a_group_kill_misses_every_session_of_its_own() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            assumeTrue(ContainmentProbe.onPath("setsid") != null, "not run: 'setsid' of util-linux is missing");
            Process process = new ProcessBuilder("setsid", fixture.nasty.toString(), "setsid", "daemon", "child")
                    .redirectOutput(folder.resolve("out").toFile())
                    .start();
            await(
                    "it is ready",
                    () -> SupervisorFixture.text(folder.resolve("out")).contains("ready"));
            SystemCalls.kill(-(int) process.pid(), SystemCalls.SIGKILL);
            process.waitFor();
            assertThat(fixture.survivors()).hasSize(2);
            fixture.killSurvivors();
        }
    }

    @Test
    void at_group_an_agent_that_hides_is_called_best_effort_and_not_proven() throws IOException {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            RunningProcess agent = fixture.nasty(SHORT_GRACE, "no-environment");
            fixture.awaitReady();
            agent.end(EndCause.STOPPED);
            assertThat(exit(agent).proof()).isEqualTo(ProofOfEnd.BEST_EFFORT);
            assertThat(fixture.survivors())
                    .as("the known weakness of this tier")
                    .hasSize(1);
        }
    }

    private static ProofOfEnd proofOf(Containment containment) {
        return switch (containment) {
            case NAMESPACE -> ProofOfEnd.NAMESPACE_GONE;
            case SUBREAPER -> ProofOfEnd.NO_CHILDREN_LEFT;
            case AUTO, GROUP -> ProofOfEnd.BEST_EFFORT;
        };
    }
}
