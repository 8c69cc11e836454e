package dev.ralph.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every checker earns its place: a bug is planted, and the promise it breaks is named within a few thousand seeds.
class PlantedBugsTest {
    private static final int SEEDS = 3_000;

    @SuppressWarnings("ImmutableEnumChecker")
    enum Bug {
        STOP_IGNORED_WHILE_RESTING(PlantedBugs.STOP_IGNORED_WHILE_RESTING, StopLeadsToStopped.class),
        STOP_IGNORED_SO_SOMETHING_STARTS(PlantedBugs.STOP_IGNORED_WHILE_RESTING, StopStartsNothing.class),
        ONE_ATTEMPT_TOO_MANY(PlantedBugs.ONE_ATTEMPT_TOO_MANY, AttemptsAreBounded.class),
        CAPS_FORGOTTEN(PlantedBugs.CAPS_FORGOTTEN, CapsAreKept.class),
        SIGNAL_OF_THE_LAST_ATTEMPT_IGNORED(PlantedBugs.SIGNAL_OF_THE_LAST_ATTEMPT_IGNORED, SignalsCount.class),
        HOLD_IGNORED(PlantedBugs.HOLD_IGNORED, HeldStartsNothing.class),
        DELAY_SKIPPED(PlantedBugs.DELAY_SKIPPED, DelayIsRespected.class),
        FAILED_CHECK_BELIEVED(PlantedBugs.FAILED_CHECK_BELIEVED, CompletedMeansProven.class),
        CHECKS_NOT_RUN(PlantedBugs.CHECKS_NOT_RUN, CompletedMeansProven.class),
        MOVED_BRANCH_KEPT(PlantedBugs.MOVED_BRANCH_KEPT, CompletedMeansProven.class),
        WAIT_SIGNAL_IGNORED(PlantedBugs.WAIT_SIGNAL_IGNORED, WaitIsObeyed.class),
        MISSING_PROGRAM_TRIED_AGAIN(PlantedBugs.MISSING_PROGRAM_TRIED_AGAIN, HopelessStops.class),
        REJECTION_PASSED_OVER(PlantedBugs.REJECTION_PASSED_OVER, RejectionEndsTheLoop.class),
        FAILURE_TAKEN_FOR_A_REJECTION(PlantedBugs.FAILURE_TAKEN_FOR_A_REJECTION, RejectionEndsTheLoop.class),
        START_JOURNALED_AFTER_THE_START(PlantedBugs.START_JOURNALED_AFTER_THE_START, EveryExecutionIsJournaled.class),
        FINISH_FORGOTTEN(PlantedBugs.FINISH_FORGOTTEN, OutcomeIsTold.class),
        END_RECORDED_TWICE(PlantedBugs.END_RECORDED_TWICE, EndedStaysEnded.class),
        END_OF_AN_ATTEMPT_RECORDED_TWICE(PlantedBugs.END_OF_AN_ATTEMPT_RECORDED_TWICE, AttemptsEndOnce.class),
        ILLEGAL_JOURNAL(PlantedBugs.END_OF_AN_ATTEMPT_RECORDED_TWICE, AnyPrefixReplays.class),
        ENTRY_NOT_COUNTED(PlantedBugs.ENTRY_NOT_COUNTED, SeqsHaveNoGaps.class),
        COMMIT_REPEATED(PlantedBugs.COMMIT_REPEATED, CommitsHappenOnce.class),
        REFUSED_DONE_LEFT_THERE(PlantedBugs.REFUSED_DONE_LEFT_THERE, RefusedIsPutAside.class),
        ENDLESS_REFUSAL(PlantedBugs.REFUSED_DONE_LEFT_THERE, LoopComesToItsEnd.class),
        AGENT_LEFT_ALIVE(PlantedBugs.AGENT_LEFT_ALIVE, NothingIsLeftAlive.class),
        KILLED_BEFORE_THE_REQUEST_WAS_JOURNALED(
                PlantedBugs.KILLED_BEFORE_THE_REQUEST_WAS_JOURNALED, KillsAreJournaledFirst.class),
        REQUEST_FORGOTTEN_TOO_EARLY(PlantedBugs.REQUEST_FORGOTTEN_TOO_EARLY, StopLeadsToStopped.class),
        LOST_ATTEMPT_RUN_AGAIN(PlantedBugs.LOST_ATTEMPT_RUN_AGAIN, EveryExecutionIsJournaled.class),
        DISCARD_ONLY_SAID(PlantedBugs.DISCARD_ONLY_SAID, RefusedIsDiscarded.class),
        ANSWER_LOST(PlantedBugs.ANSWER_LOST, AnswersAreTold.class),
        ANSWER_NOT_LOOKED_FOR(PlantedBugs.ANSWER_NOT_LOOKED_FOR, LoopComesToItsEnd.class),
        PARKED_LOOP_KEEPS_ITS_ENGINE(PlantedBugs.PARKED_LOOP_KEEPS_ITS_ENGINE, ParkedHoldsNothing.class),
        ACKNOWLEDGED_BEFORE_IT_IS_DURABLE(PlantedBugs.ACKNOWLEDGED_BEFORE_IT_IS_DURABLE, ToldIsDurable.class);

        private final SimParts engine;
        private final Class<? extends PromiseCheck> broken;

        Bug(SimParts engine, Class<? extends PromiseCheck> broken) {
            this.engine = engine;
            this.broken = broken;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_planted_bug_is_caught_by_the_promise_it_breaks(Bug bug) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (PromiseChecks.Broken broken : PromiseChecks.broken(Simulation.history(seed, bug.engine))) {
                if (broken.promise().equals(bug.broken.getSimpleName())) {
                    assertThat(broken.how()).isNotBlank();
                    return;
                }
            }
        }
        throw new AssertionError(bug + ": " + SEEDS + " seeds, and " + bug.broken.getSimpleName() + " saw nothing");
    }

    @Test
    void every_promise_has_a_planted_bug_that_breaks_it() {
        Set<String> all = new TreeSet<>();
        PromiseChecks.all().forEach(promise -> all.add(promise.name()));
        Set<String> shown = new TreeSet<>();
        for (Bug bug : Bug.values()) {
            shown.add(bug.broken.getSimpleName());
        }

        assertThat(shown).isEqualTo(all);
    }

    @Test
    void what_was_there_before_the_start_is_watched_too() {
        SimHistory history = Simulation.of(Policy.of(AgentCommand.program("agent")))
                .before(OutsideEvent.done())
                .simRun(CrashPlan.never(), PlantedBugs.SIGNALS_OVERLOOKED)
                .play("by hand");

        assertThat(PromiseChecks.broken(history))
                .extracting(PromiseChecks.Broken::promise)
                .contains(SignalsCount.class.getSimpleName());
    }

    @Test
    void the_open_heart_is_sound_until_somebody_breaks_it() {
        for (long seed = 1; seed <= 1_000; seed++) {
            assertThat(PromiseChecks.broken(Simulation.history(seed, new BuggyHeart())))
                    .as("seed " + seed)
                    .isEmpty();
        }
    }
}
