package dev.ralph.process;

import static dev.ralph.process.SupervisorFixture.exit;
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
class EndCauseTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void who_ignores_term_is_killed_after_the_grace_and_not_before(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunningProcess agent = fixture.nasty(SupervisorFixture.limits(Duration.ofMillis(700)), "deaf");
            fixture.awaitReady();
            long asked = System.nanoTime();
            agent.end(EndCause.STOPPED);
            Exit exit = exit(agent);
            assertThat(Duration.ofNanos(System.nanoTime() - asked)).isGreaterThanOrEqualTo(Duration.ofMillis(690));
            assertThat(exit.status()).isEqualTo(new ExitStatus.Signaled(SystemCalls.SIGKILL));
            assertThat(fixture.survivors()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void who_needs_a_second_to_clean_up_gets_it(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunningProcess agent = fixture.nasty(SupervisorFixture.limits(Duration.ofSeconds(20)), "slow", "1");
            fixture.awaitReady();
            agent.end(EndCause.COMPLETED);
            Exit exit = exit(agent);
            assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(9));
            assertThat(exit.ending()).isEqualTo(EndCause.COMPLETED);
            assertThat(SupervisorFixture.text(fixture.stdout())).endsWith("cleaned\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void a_stopped_agent_is_woken_to_hear_the_request(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunningProcess agent =
                    fixture.nasty(SupervisorFixture.limits(Duration.ofSeconds(20)), "slow", "0", "stopped");
            fixture.awaitReady();
            agent.end(EndCause.STOPPED);
            assertThat(exit(agent).status()).isEqualTo(new ExitStatus.Exited(9));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void silence_ends_an_agent_and_output_on_either_stream_keeps_it_alive(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunLimits limits = RunLimits.of(Duration.ofMillis(1500), null);
            RunningProcess busy =
                    fixture.shell(limits, "for i in 1 2 3; do sleep 0.4; echo $i; sleep 0.4; echo $i >&2; done");
            RunningProcess silent = fixture.shell(limits, "echo once; exec sleep 50");
            Exit ended = exit(silent);
            assertThat(ended.ending()).isEqualTo(EndCause.IDLE_LIMIT);
            assertThat(ended.took()).isGreaterThanOrEqualTo(Duration.ofMillis(1400));
            assertThat(exit(busy).ending()).isEqualTo(EndCause.OWN_EXIT);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void the_wall_limit_ends_an_agent_however_busy_it_is(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunLimits limits = RunLimits.of(Duration.ofSeconds(30), Duration.ofMillis(800));
            Exit exit = exit(fixture.shell(limits, "while :; do echo busy; sleep 0.05; done"));
            assertThat(exit.ending()).isEqualTo(EndCause.WALL_LIMIT);
            assertThat(exit.took()).isBetween(Duration.ofMillis(800), Duration.ofSeconds(20));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void an_end_right_after_the_start_leaves_nothing(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            for (int i = 0; i < 10; i++) {
                RunningProcess agent = fixture.nasty(SupervisorFixture.limits(Duration.ofMillis(500)), "child");
                agent.end(EndCause.STOPPED);
                assertThat(exit(agent).ending()).isEqualTo(EndCause.STOPPED);
            }
            assertThat(fixture.survivors()).isEmpty();
            assertThat(fixture.leases()).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void ending_twice_or_from_many_threads_is_ending_once(Containment containment) throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunningProcess agent = fixture.nasty("slow", "0");
            fixture.awaitReady();
            agent.end(EndCause.COMPLETED);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                threads.add(Thread.ofVirtual().start(() -> agent.end(EndCause.STOPPED)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            Exit exit = exit(agent);
            assertThat(exit.ending()).isEqualTo(EndCause.COMPLETED);
            assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(9));
            agent.end(EndCause.STOPPED);
            assertThat(exit(agent)).isEqualTo(exit);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SUBREAPER", "GROUP"})
    void a_callers_timeout_does_not_spoil_the_exit_for_others(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunningProcess agent = fixture.nasty("slow", "0");
            agent.exit().cancel(true);
            agent.end(EndCause.STOPPED);
            assertThat(exit(agent).ending()).isEqualTo(EndCause.STOPPED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SUBREAPER", "GROUP"})
    void a_closed_supervisor_starts_nothing(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            fixture.supervisor.close();
            assertThatThrownBy(() -> fixture.nasty("child"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NAMESPACE", "SUBREAPER", "GROUP"})
    void limits_beyond_all_measure_are_no_limits(Containment containment) {
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            RunLimits limits = new RunLimits(forever, forever, forever, RunLimits.KEPT_BYTES);
            assertThat(exit(fixture.shell(limits, "sleep 0.3; exit 4")).ending())
                    .isEqualTo(EndCause.OWN_EXIT);
            RunningProcess agent = fixture.nasty(limits, "slow", "1");
            fixture.awaitReady();
            agent.end(EndCause.STOPPED, forever);
            assertThat(exit(agent).status()).isEqualTo(new ExitStatus.Exited(9));
        }
    }

    @Test
    void an_own_exit_cannot_be_asked_for() {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            RunningProcess agent = fixture.nasty("slow", "0");
            assertThatThrownBy(() -> agent.end(EndCause.OWN_EXIT)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
