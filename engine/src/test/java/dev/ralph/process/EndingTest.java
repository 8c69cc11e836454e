package dev.ralph.process;

import static dev.ralph.process.Scene.exit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// How agents are asked, given time, and ended.
class EndingTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP", "BASIC"})
    void who_ignores_term_is_killed_after_the_grace_and_not_before(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            Running agent = scene.nasty(Scene.limits(Duration.ofMillis(700)), "deaf");
            scene.awaitReady();
            long asked = System.nanoTime();
            agent.end(Ending.STOPPED);
            Exit exit = exit(agent);
            assertThat(Duration.ofNanos(System.nanoTime() - asked)).isGreaterThanOrEqualTo(Duration.ofMillis(690));
            assertThat(exit.status()).isEqualTo(new Status.Signaled(Sys.SIGKILL));
            assertThat(scene.survivors()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP", "BASIC"})
    void who_needs_a_second_to_clean_up_gets_it(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            Running agent = scene.nasty(Scene.limits(Duration.ofSeconds(20)), "slow", "1");
            scene.awaitReady();
            agent.end(Ending.COMPLETED);
            Exit exit = exit(agent);
            assertThat(exit.status()).isEqualTo(new Status.Exited(9));
            assertThat(exit.ending()).isEqualTo(Ending.COMPLETED);
            assertThat(Scene.text(scene.stdout())).endsWith("cleaned\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void a_stopped_agent_is_woken_to_hear_the_request(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            Running agent = scene.nasty(Scene.limits(Duration.ofSeconds(20)), "slow", "0", "stopped");
            scene.awaitReady();
            agent.end(Ending.STOPPED);
            assertThat(exit(agent).status()).isEqualTo(new Status.Exited(9));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP", "BASIC"})
    void silence_ends_an_agent_and_output_on_either_stream_keeps_it_alive(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            Limits limits = Limits.of(Duration.ofMillis(1500), null);
            Running busy = scene.shell(limits, "for i in 1 2 3; do sleep 0.4; echo $i; sleep 0.4; echo $i >&2; done");
            Running silent = scene.shell(limits, "echo once; exec sleep 50");
            Exit ended = exit(silent);
            assertThat(ended.ending()).isEqualTo(Ending.IDLE_LIMIT);
            assertThat(ended.took()).isGreaterThanOrEqualTo(Duration.ofMillis(1400));
            assertThat(exit(busy).ending()).isEqualTo(Ending.OWN_EXIT);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP", "BASIC"})
    void the_wall_limit_ends_an_agent_however_busy_it_is(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            Limits limits = Limits.of(Duration.ofSeconds(30), Duration.ofMillis(800));
            Exit exit = exit(scene.shell(limits, "while :; do echo busy; sleep 0.05; done"));
            assertThat(exit.ending()).isEqualTo(Ending.WALL_LIMIT);
            assertThat(exit.took()).isBetween(Duration.ofMillis(800), Duration.ofSeconds(20));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP", "BASIC"})
    void an_end_right_after_the_start_leaves_nothing(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            for (int i = 0; i < 10; i++) {
                Running agent = scene.nasty(Scene.limits(Duration.ofMillis(500)), "child");
                agent.end(Ending.STOPPED);
                assertThat(exit(agent).ending()).isEqualTo(Ending.STOPPED);
            }
            assertThat(scene.survivors()).isEmpty();
            assertThat(scene.leases()).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP", "BASIC"})
    void ending_twice_or_from_many_threads_is_ending_once(Containment containment) throws Exception {
        try (Scene scene = new Scene(folder, containment)) {
            Running agent = scene.nasty("slow", "0");
            scene.awaitReady();
            agent.end(Ending.COMPLETED);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                threads.add(Thread.ofVirtual().start(() -> agent.end(Ending.STOPPED)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            Exit exit = exit(agent);
            assertThat(exit.ending()).isEqualTo(Ending.COMPLETED);
            assertThat(exit.status()).isEqualTo(new Status.Exited(9));
            agent.end(Ending.STOPPED);
            assertThat(exit(agent)).isEqualTo(exit);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"GROUP", "BASIC"})
    void a_callers_timeout_does_not_spoil_the_exit_for_others(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            Running agent = scene.nasty("slow", "0");
            agent.exit().cancel(true);
            agent.end(Ending.STOPPED);
            assertThat(exit(agent).ending()).isEqualTo(Ending.STOPPED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"GROUP", "BASIC"})
    void a_closed_supervisor_starts_nothing(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            scene.supervisor.close();
            assertThatThrownBy(() -> scene.nasty("child"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP", "BASIC"})
    void limits_beyond_all_measure_are_no_limits(Containment containment) {
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        try (Scene scene = new Scene(folder, containment)) {
            Limits limits = new Limits(forever, forever, forever, Limits.KEPT_BYTES);
            assertThat(exit(scene.shell(limits, "sleep 0.3; exit 4")).ending()).isEqualTo(Ending.OWN_EXIT);
            Running agent = scene.nasty(limits, "slow", "1");
            scene.awaitReady();
            agent.end(Ending.STOPPED, forever);
            assertThat(exit(agent).status()).isEqualTo(new Status.Exited(9));
        }
    }

    @Test
    void an_own_exit_cannot_be_asked_for() {
        try (Scene scene = new Scene(folder, Containment.GROUP)) {
            Running agent = scene.nasty("slow", "0");
            assertThatThrownBy(() -> agent.end(Ending.OWN_EXIT)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
