package dev.ralph.process;

import static dev.ralph.process.Scene.await;
import static dev.ralph.process.Scene.exit;
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
    private static final Limits SHORT_GRACE = Scene.limits(Duration.ofMillis(300));

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
        "GROUP, daemon",
        "BASIC, child",
        "BASIC, deaf-child",
        "BASIC, setsid"
    })
    void nothing_is_left_when_an_agent_is_stopped(Containment containment, String mode) {
        try (Scene scene = new Scene(folder, containment)) {
            Running agent = scene.nasty(SHORT_GRACE, mode);
            scene.awaitReady();
            assertThat(scene.survivors()).as("the danger is real").hasSizeGreaterThanOrEqualTo(2);
            agent.end(Ending.STOPPED);
            Exit exit = exit(agent);
            assertThat(scene.survivors()).isEmpty();
            assertThat(exit.ending()).isEqualTo(Ending.STOPPED);
            assertThat(exit.proof()).isEqualTo(proofOf(containment));
            assertThat(scene.leases()).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void a_bomb_of_two_hundred_processes_is_cleared_away(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            Running agent = scene.nasty(SHORT_GRACE, "bomb", "200");
            scene.awaitReady();
            assertThat(scene.survivors()).hasSizeGreaterThan(150);
            agent.end(Ending.STOPPED);
            exit(agent);
            assertThat(scene.survivors()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "NAMESPACE, 0", "NAMESPACE, 2000", "NAMESPACE, 20000",
        "SUBREAPER, 0", "SUBREAPER, 2000", "SUBREAPER, 20000"
    })
    void a_process_that_keeps_changing_its_pid_is_caught(Containment containment, String micros) throws Exception {
        try (Scene scene = new Scene(folder, containment)) {
            Path heart = folder.resolve("heart");
            Running agent = scene.nasty(SHORT_GRACE, "hop", micros, heart.toString());
            scene.awaitReady();
            await("it hops", () -> Files.exists(heart));
            agent.end(Ending.STOPPED);
            exit(agent);
            long beats = Files.size(heart);
            Scene.pause(150);
            assertThat(Files.size(heart)).as("no heartbeat after the proof").isEqualTo(beats);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void what_is_left_after_an_own_exit_is_ended_too(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            Exit exit = exit(scene.nasty("holds-stdout", "child", "daemon", "exit", "7"));
            assertThat(scene.survivors()).isEmpty();
            assertThat(exit.status()).isEqualTo(new Status.Exited(7));
            assertThat(exit.ending()).isEqualTo(Ending.OWN_EXIT);
            if (containment != Containment.NAMESPACE) { // there the kernel may be faster than our look
                assertThat(exit.leaked()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP", "BASIC"})
    void an_agent_that_leaves_nothing_has_not_leaked(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            Exit exit = exit(scene.nasty("exit-now", "0"));
            assertThat(exit.leaked()).isFalse();
            assertThat(exit.proof()).isEqualTo(proofOf(containment));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void a_zombie_counts_as_dead(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            Running agent = scene.nasty("zombie");
            scene.awaitReady();
            await(
                    "there is a zombie",
                    () -> Proc.pids().stream().map(Proc::stat).anyMatch(Scene::isZombie));
            agent.end(Ending.STOPPED);
            assertThat(exit(agent).proof()).isEqualTo(proofOf(containment));
            assertThat(scene.survivors()).isEmpty();
        }
    }

    @Test
    void closing_the_supervisor_ends_everything_that_runs() {
        List<Running> agents = new ArrayList<>();
        try (Scene scene = new Scene(folder, Containment.GROUP)) {
            for (int i = 0; i < 5; i++) {
                agents.add(scene.nasty(SHORT_GRACE, "child", "daemon", "deaf"));
            }
            scene.awaitReady();
            scene.supervisor.close();
            assertThat(scene.survivors()).isEmpty();
            scene.supervisor.close();
        }
        assertThat(agents).allSatisfy(agent -> assertThat(agent.exit()).isDone());
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP", "BASIC"})
    void what_is_being_started_while_the_supervisor_closes_is_ended_too(Containment containment) throws Exception {
        List<Thread> starters = new ArrayList<>();
        AtomicInteger started = new AtomicInteger();
        try (Scene scene = new Scene(folder, containment)) {
            for (int i = 0; i < 4; i++) {
                starters.add(Thread.ofPlatform().start(() -> startUntilClosed(scene, started)));
            }
            await("some were started", () -> started.get() > 8);
            scene.supervisor.close();
            for (Thread starter : starters) {
                starter.join();
            }
            assertThat(scene.survivors()).isEmpty();
        }
    }

    private static void startUntilClosed(Scene scene, AtomicInteger started) {
        try {
            while (started.get() < 200) {
                scene.nasty(SHORT_GRACE, "slow", "0");
                started.incrementAndGet();
            }
        } catch (IllegalStateException closed) {
            return;
        }
    }

    @Test
    void control_the_process_api_of_the_jdk_leaves_most_of_it_alive() throws Exception {
        try (Scene scene = new Scene(folder, Containment.BASIC)) {
            Process process = new ProcessBuilder(scene.nasty.toString(), "setsid", "daemon", "no-environment", "child")
                    .redirectOutput(folder.resolve("out").toFile())
                    .start();
            await("it is ready", () -> Scene.text(folder.resolve("out")).contains("ready"));
            process.destroyForcibly().waitFor();
            assertThat(scene.survivors()).hasSizeGreaterThanOrEqualTo(3);
            scene.killSurvivors();
        }
    }

    @Test
    void control_a_group_kill_misses_every_session_of_its_own() throws Exception {
        try (Scene scene = new Scene(folder, Containment.BASIC)) {
            assumeTrue(Probe.onPath("setsid") != null, "not run: 'setsid' of util-linux is missing");
            Process process = new ProcessBuilder("setsid", scene.nasty.toString(), "setsid", "daemon", "child")
                    .redirectOutput(folder.resolve("out").toFile())
                    .start();
            await("it is ready", () -> Scene.text(folder.resolve("out")).contains("ready"));
            Sys.kill(-(int) process.pid(), Sys.SIGKILL);
            process.waitFor();
            assertThat(scene.survivors()).hasSize(2);
            scene.killSurvivors();
        }
    }

    @Test
    void at_group_an_agent_that_hides_is_called_best_effort_and_not_proven() throws IOException {
        try (Scene scene = new Scene(folder, Containment.GROUP)) {
            Running agent = scene.nasty(SHORT_GRACE, "no-environment");
            scene.awaitReady();
            agent.end(Ending.STOPPED);
            assertThat(exit(agent).proof()).isEqualTo(Proof.BEST_EFFORT);
            assertThat(scene.survivors()).as("the known weakness of this tier").hasSize(1);
        }
    }

    private static Proof proofOf(Containment containment) {
        return switch (containment) {
            case NAMESPACE -> Proof.NAMESPACE_GONE;
            case SUBREAPER -> Proof.NO_CHILDREN_LEFT;
            case AUTO, GROUP, BASIC -> Proof.BEST_EFFORT;
        };
    }
}
