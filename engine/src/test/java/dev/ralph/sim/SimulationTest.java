package dev.ralph.sim;

import static dev.ralph.sim.SimAttempt.exits;
import static dev.ralph.sim.SimAttempt.hangs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Caps;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Policy.Keep;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Users test their own loops like this.
class SimulationTest {
    private static final Policy POLICY = Policy.of(AgentCommand.program("my-agent"));
    private static final Policy CHECKED = POLICY.withChecks(List.of("mvn -q verify"));

    @Test
    void the_example_of_the_documentation_works() {
        Policy policy = Policy.of(AgentCommand.program("my-agent")).withChecks(List.of("mvn -q verify"));

        SimEnd ending = Simulation.of(policy)
                .attempts(exits(1), exits(0).leavingDone().butWrong(), hangs(), exits(0).leavingDone())
                .run();

        assertThat(ending.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(ending.executions()).isEqualTo(4);
    }

    @Test
    void an_agent_that_fills_the_disk_is_ended_in_its_middle_and_the_loop_at_its_own_limit() {
        Caps caps = new Caps(
                new Caps.Budget(null, null, null, 600L),
                new Caps.Budget(null, null, null, 1000L),
                null,
                null,
                0,
                5,
                false);

        SimEnd ending = Simulation.of(POLICY.with(POLICY.limits().with(caps)))
                .attempts(exits(0).taking(Duration.ofMinutes(10)).using(new SimUsage(0, 0, 1200, true)))
                .run();

        assertThat(ending.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(ending.reason())
                .isEqualTo(new Reason.CapReached(Reason.Cap.DISK, new BigDecimal("1000"), new BigDecimal("1000")));
        assertThat(ending.executions()).isEqualTo(2);
    }

    @Test
    void what_a_stage_sends_back_is_told_wherever_its_engine_dies() {
        Policy looking = CHECKED.with(CHECKED.conversation().rejecting());

        assertThat(Simulation.of(looking)
                        .attempts(exits(1), exits(0).rejecting("no test for 0"))
                        .runWithACrashAtEveryStep())
                .hasSizeGreaterThan(10)
                .extracting(SimEnd::outcome)
                .containsOnly(Outcome.REJECTED);
        assertThat(Simulation.of(looking)
                        .attempts(exits(0).leavingDone().rejecting("no test for 0"))
                        .run()
                        .reason())
                .isEqualTo(new Reason.Rejected(List.of("no test for 0")));
    }

    @Test
    void done_before_the_start_means_the_agent_never_runs() {
        SimEnd ending = Simulation.of(POLICY).before(OutsideEvent.done()).run();

        assertThat(ending.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(ending.executions()).isZero();
        assertThat(ending.took()).isZero();
    }

    @Test
    void done_and_a_live_child_means_waiting_for_it_without_running_the_agent() {
        SimEnd ending = Simulation.of(POLICY)
                .before(OutsideEvent.done(), OutsideEvent.child(Duration.ofMinutes(2)))
                .run();

        assertThat(ending.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(ending.executions()).isZero();
        assertThat(ending.took()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void a_single_attempt_is_made_although_done_is_there_and_a_failed_check_puts_it_aside() {
        Policy once = new Policy(
                "job",
                Policy.Mode.ONCE,
                POLICY.agent(),
                POLICY.limits(),
                POLICY.pace(),
                CHECKED.checks(),
                Keep.IN_PLACE);

        SimEnd ending = Simulation.of(once)
                .before(OutsideEvent.done())
                .attempts(exits(0).butWrong())
                .run();

        assertThat(ending.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(ending.executions()).isEqualTo(1);
        assertThat(ending.history().count(SimFact.Renamed.class)).isEqualTo(1);
    }

    @Test
    void a_child_that_outlives_the_wait_is_left_alone_and_the_loop_succeeds() {
        SimEnd ending = Simulation.of(POLICY)
                .attempts(exits(0).leavingDone().withChild(Duration.ofHours(2)))
                .run();

        assertThat(ending.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(ending.took()).isEqualTo(Duration.ofSeconds(310));
    }

    @Test
    void a_hanging_agent_is_cut_by_the_idle_limit() {
        SimEnd ending =
                Simulation.of(POLICY).attempts(hangs(), exits(0).leavingDone()).run();

        assertThat(ending.executions()).isEqualTo(2);
        assertThat(ending.took()).isEqualTo(Duration.ofSeconds(300 + 1 + 10));
    }

    @Test
    void an_agent_that_hangs_after_done_is_ended_after_the_grace() {
        SimEnd ending = Simulation.of(POLICY)
                .attempts(hangs().leaving(Signal.DONE, Duration.ofSeconds(20)))
                .run();

        assertThat(ending.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(ending.took()).isEqualTo(Duration.ofSeconds(50));
    }

    @Test
    void exit_42_means_waiting_and_resuming_goes_on() {
        Simulation loop = Simulation.of(POLICY).attempts(exits(42), exits(0).leavingDone());

        assertThat(loop.run().outcome()).isEqualTo(Outcome.WAITING);
        assertThat(loop.thenResumed(POLICY).run().outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void a_clock_set_back_by_a_year_does_not_make_the_rest_longer() {
        SimEnd ending = Simulation.of(POLICY)
                .attempts(exits(1), exits(0).leavingDone())
                .during(Decision.Rest.class, OutsideEvent.clockJump(Duration.ofDays(-365)))
                .run();

        assertThat(ending.took()).isEqualTo(Duration.ofSeconds(21));
    }

    @Test
    void a_held_loop_waits_for_its_release() {
        SimEnd ending = Simulation.of(POLICY)
                .attempts(exits(1), exits(0).leavingDone())
                .during(Decision.AttendAttempt.class, OutsideEvent.hold())
                .during(Decision.Hold.class, OutsideEvent.release())
                .run();

        assertThat(ending.outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void wherever_the_engine_dies_work_is_committed_once() {
        List<SimEnd> endings = Simulation.of(CHECKED.with(Keep.COMMIT))
                .attempts(exits(0).leavingDone().butWrong(), exits(0).leavingDone())
                .runWithACrashAtEveryStep();

        assertThat(endings).hasSizeGreaterThan(40);
        assertThat(endings).allSatisfy(ending -> {
            assertThat(ending.outcome()).isEqualTo(Outcome.COMPLETED);
            assertThat(ending.commits()).isEqualTo(1);
        });
    }

    @Test
    void wherever_the_engine_dies_a_stop_is_a_stop_in_every_window() {
        List<Class<? extends Decision>> windows = List.of(
                Decision.StartAttempt.class,
                Decision.AttendAttempt.class,
                Decision.Rest.class,
                Decision.AwaitChildren.class,
                Decision.RunChecks.class,
                Decision.RefuseSignal.class,
                Decision.KeepWork.class);
        for (Class<? extends Decision> window : windows) {
            List<SimEnd> endings = Simulation.of(CHECKED.with(Keep.COMMIT))
                    .attempts(exits(0).leavingDone().butWrong(), exits(0).leavingDone())
                    .during(window, OutsideEvent.stop())
                    .runWithACrashAtEveryStep();

            assertThat(endings.getFirst().outcome()).isEqualTo(Outcome.STOPPED);
            // A crash may lose the attempt that would have opened the window: then nobody asked.
            assertThat(endings)
                    .as(window.getSimpleName())
                    .allSatisfy(ending -> assertThat(ending.outcome())
                            .isEqualTo(asked(ending) ? Outcome.STOPPED : Outcome.COMPLETED));
        }
    }

    private static boolean asked(SimEnd ending) {
        return ending.history().count(SimFact.Asked.class) > 0;
    }

    @Test
    void an_agent_that_hangs_for_ever_is_reported_with_what_is_missing() {
        Policy endless = POLICY.with(new Policy.Limits(1, null, null, 1 << 20, 0));

        assertThatThrownBy(() -> Simulation.of(endless).attempts(hangs()).run())
                .isInstanceOf(PromiseBroken.class)
                .hasMessageContaining("neither an idle timeout nor a timeout")
                .hasMessageContaining("play it again: the same simulation with .run(Crashes.never())");
    }

    @Test
    void a_loop_that_nobody_releases_is_reported() {
        assertThatThrownBy(() -> Simulation.of(POLICY)
                        .during(Decision.StartAttempt.class, OutsideEvent.hold())
                        .run())
                .isInstanceOf(PromiseBroken.class)
                .hasMessageContaining("held for ever");
    }

    @Test
    void a_broken_promise_is_named_with_one_line_that_plays_it_again() {
        for (long seed = 1; seed <= 3_000; seed++) {
            SimHistory history = Simulation.history(seed, PlantedBugs.ONE_ATTEMPT_TOO_MANY);
            if (!PromiseChecks.broken(history).isEmpty()) {
                assertThatThrownBy(() -> PromiseChecks.kept(history))
                        .isInstanceOf(PromiseBroken.class)
                        .hasMessageContaining("AttemptsAreBounded (N allowed attempts mean at most N executions)")
                        .hasMessageContaining("play it again: Simulation.fromSeed(" + seed + "L)\n");
                return;
            }
        }
        throw new AssertionError("the planted bug broke no promise");
    }

    @Test
    void crashes_say_how_to_make_them_again() {
        assertThat(CrashPlan.at(12)).hasToString("Crashes.at(12)");
        assertThat(CrashPlan.seeded(7, 0.25, 3)).hasToString("Crashes.seeded(7L, 0.25, 3)");
    }

    @Test
    void the_same_crashes_happen_again_when_they_are_used_again() {
        Simulation loop = Simulation.of(POLICY).attempts(exits(0).leavingDone());
        CrashPlan crashes = CrashPlan.at(4);

        SimEnd first = loop.run(crashes);

        assertThat(first.crashes()).isEqualTo(1);
        assertThat(loop.run(crashes)).isEqualTo(first);
    }

    @Test
    void a_seed_plays_a_whole_loop() {
        assertThat(Simulation.fromSeed(7L).history().entries()).isNotEmpty();
    }
}
