package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Event.StopKind;
import dev.ralph.machine.IllegalEvent;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResumeTest {

    @Test
    void an_ended_loop_does_nothing_more() {
        LoopState ended = after(POLICY, stop(StopKind.STOP), over(Outcome.STOPPED));

        assertThat(ended.hasEnded()).isTrue();
        assertThat(ended.decision()).isEqualTo(new Decision.Ended(reason(Outcome.STOPPED)));
    }

    @Test
    void a_resumed_loop_counts_what_was_spent() {
        LoopState resumed = after(
                atMost(2), started(1), exited(1, 1), stop(StopKind.STOP), over(Outcome.STOPPED), resumed(atMost(2)));

        assertThat(resumed.attempts()).isEqualTo(1);
        assertThat(resumed.decision()).isEqualTo(new Decision.StartAttempt(2, null, true));
        assertThat(resumed.after(started(2)).after(exited(2, 1)).after(rested()).decision())
                .isEqualTo(new Decision.LookAgain());
    }

    @Test
    void an_exhausted_loop_goes_on_when_it_is_resumed_with_more_attempts() {
        LoopState resumed = after(atMost(0), new Event.NothingSeen(), over(Outcome.EXHAUSTED), resumed(atMost(1)));

        assertThat(resumed.decision()).isEqualTo(new Decision.StartAttempt(1, null, true));
    }

    @Test
    void a_resumed_loop_removes_the_wait_marker_and_forgets_the_hold() {
        LoopState resumed = after(
                POLICY,
                started(1),
                hold(),
                ended(1, AttemptReport.How.EXITED, 42, Signal.WAIT_EXIT),
                over(Outcome.WAITING),
                resumed(POLICY));

        assertThat(resumed.decision()).isEqualTo(new Decision.StartAttempt(2, null, true));
    }

    @Test
    void a_resumed_loop_counts_equal_failures_anew() {
        LoopState resumed = after(
                breaking(1),
                started(1),
                exited(1, 1),
                over(Outcome.BLOCKED),
                resumed(breaking(2)),
                started(2),
                exited(2, 1));

        assertThat(resumed.phase()).isInstanceOf(Phase.Resting.class);
    }

    @Test
    void a_loop_that_is_about_to_keep_its_work_makes_checks_first_that_are_new() {
        Policy keeps = POLICY.with(Policy.Keep.COMMIT);
        Policy checked = keeps.withChecks(List.of("test"));
        LoopState unchecked = after(keeps, started(1), leftDone(1), childrenEnded());

        assertThat(unchecked.decision()).isEqualTo(new Decision.KeepWork(1));
        assertThat(unchecked.after(resumed(checked)).decision()).isEqualTo(new Decision.RunChecks(1));

        LoopState proven = after(checked, started(1), leftDone(1), childrenEnded(), checked(checked, 0));
        assertThat(proven.after(resumed(checked)).decision()).isEqualTo(new Decision.KeepWork(1));
        assertThat(proven.after(resumed(checked.withChecks(List.of("test", "lint"))))
                        .decision())
                .isEqualTo(new Decision.RunChecks(1));
    }

    @Test
    void what_is_about_to_be_kept_is_checked_by_scripts_and_in_rooms_as_they_were_named_last() {
        Policy checked = POLICY.with(Policy.Keep.COMMIT)
                .withChecks(List.of("sh check.sh"))
                .with(new ProofBasis("1234", null, Map.of("check.sh", "old", "rules", "a"), ProofBasis.Room.OFF, null));
        List<Event> proven = past(checked, started(1), leftDone(1), childrenEnded(), checked(checked, 0));
        ProofBasis proof = checked.proof();

        assertThat(goingOn(proven, checked.with(proof.pinning(Map.of("check.sh", "new", "rules", "a")))))
                .isEqualTo(new Decision.RunChecks(1));
        assertThat(goingOn(
                        proven, checked.with(new ProofBasis("1234", null, proof.pins(), ProofBasis.Room.AUTO, null))))
                .isEqualTo(new Decision.RunChecks(1));
        assertThat(goingOn(proven, checked.with(proof.pinning(Map.of("check.sh", "old", "rules", "b")))))
                .isEqualTo(new Decision.KeepWork(1));
    }

    @Test
    void what_is_about_to_be_kept_is_reviewed_against_the_task_as_it_was_named_last() {
        Policy reviewed = POLICY.with(Policy.Keep.COMMIT)
                .withChecks(List.of("{\"type\":\"review\"}"))
                .with(ProofBasis.NONE.pinning(Map.of(ProofBasis.TASK, "old")));
        List<Event> proven = past(reviewed, started(1), leftDone(1), childrenEnded(), checked(reviewed, 0));

        assertThat(goingOn(proven, reviewed.with(ProofBasis.NONE.pinning(Map.of(ProofBasis.TASK, "new")))))
                .isEqualTo(new Decision.RunChecks(1));
        assertThat(goingOn(proven, reviewed)).isEqualTo(new Decision.KeepWork(1));
    }

    /// Whoever wrote the journal went on keeping then.
    @Test
    void what_an_earlier_ralph_kept_with_other_scripts_can_still_be_read() {
        Policy checked = POLICY.with(Policy.Keep.COMMIT).withChecks(List.of("sh check.sh"));
        Policy pinned = checked.with(checked.proof().pinning(Map.of("check.sh", "new")));

        LoopState kept = after(
                checked,
                started(1),
                leftDone(1),
                childrenEnded(),
                checked(checked, 0),
                resumed(pinned),
                new Event.WorkKept("1234"));

        assertThat(kept.decision()).isEqualTo(new Decision.Finish(new Reason.Proven()));
    }

    @Test
    void words_that_nobody_answered_are_checked_before_another_attempt_is_made() {
        Policy checked = atMost(1).withChecks(List.of("test"));
        Event promise = ended(1, AttemptReport.How.EXITED, 0, Signal.PROMISE);
        Event asked = new Event.TroubleFound(new Reason.Questions(List.of("a question"), false));
        Event over = over(Outcome.BLOCKED);

        assertThat(goingOn(past(checked, started(1), promise, childrenEnded(), asked, over), checked))
                .isEqualTo(new Decision.AwaitChildren(checked.pace().childWait()));
        assertThat(goingOn(past(checked, started(1), promise, stop(StopKind.STOP), over(Outcome.STOPPED)), checked))
                .isEqualTo(new Decision.AwaitChildren(checked.pace().childWait()));
        Event later = stop(StopKind.AFTER_ATTEMPT);
        assertThat(goingOn(past(checked, started(1), later, promise, over(Outcome.STOPPED)), checked))
                .isEqualTo(new Decision.AwaitChildren(checked.pace().childWait()));
        assertThat(goingOn(past(checked, started(1), leftDone(1), childrenEnded(), asked, over), checked))
                .as("a file is found again by whoever looks")
                .isEqualTo(new Decision.LookAgain());
    }

    @Test
    void words_that_were_refused_are_answered() {
        Policy checked = POLICY.withChecks(List.of("test"));
        Event promise = ended(1, AttemptReport.How.EXITED, 0, Signal.PROMISE);

        assertThat(goingOn(
                        past(
                                checked,
                                started(1),
                                promise,
                                childrenEnded(),
                                checked(checked, 1),
                                stop(StopKind.STOP),
                                over(Outcome.STOPPED)),
                        checked))
                .isInstanceOf(Decision.StartAttempt.class);
        assertThatThrownBy(() -> after(POLICY, stop(StopKind.STOP), over(Outcome.STOPPED))
                        .after(new Event.LoopResumed(POLICY, "bob", true)))
                .as("there is no claim")
                .isInstanceOf(IllegalEvent.class);
    }

    /// Whoever wrote the journal asked nobody about the promise when it was resumed.
    @Test
    void words_that_an_earlier_ralph_passed_over_are_not_brought_up_again() {
        Policy checked = atMost(1).withChecks(List.of("test"));
        Event promise = ended(1, AttemptReport.How.EXITED, 0, Signal.PROMISE);
        Event asked = new Event.TroubleFound(new Reason.Questions(List.of("a question"), false));
        List<Event> passedOver = past(
                checked,
                started(1),
                promise,
                childrenEnded(),
                asked,
                over(Outcome.BLOCKED),
                stop(StopKind.STOP),
                resumed(checked));
        Decision another = new Decision.StartAttempt(2, null, true);

        assertThat(goingOn(plus(passedOver, new Event.NothingSeen(), over(Outcome.EXHAUSTED)), atMost(2)))
                .isEqualTo(another);
        assertThat(goingOn(plus(passedOver, seen(Signal.WAIT_MARKER), over(Outcome.WAITING)), atMost(2)))
                .isEqualTo(another);
        assertThat(goingOn(plus(passedOver, stop(StopKind.STOP), over(Outcome.STOPPED)), atMost(2)))
                .isEqualTo(another);
    }

    @Test
    void words_are_not_answered_by_resuming_a_loop_that_was_interrupted_in_its_checks() {
        Policy checked = atMost(1).withChecks(List.of("test"));
        Event promise = ended(1, AttemptReport.How.EXITED, 0, Signal.PROMISE);
        List<Event> stopped = past(
                checked,
                started(1),
                promise,
                childrenEnded(),
                resumed(checked),
                stop(StopKind.STOP),
                over(Outcome.STOPPED));

        assertThat(goingOn(stopped, checked))
                .isEqualTo(new Decision.AwaitChildren(checked.pace().childWait()));
    }

    @Test
    void words_that_were_withdrawn_are_not_brought_up_again() {
        Policy checked = atMost(1).withChecks(List.of("test"));
        Event promise = ended(1, AttemptReport.How.EXITED, 0, Signal.PROMISE);
        List<Event> open = past(checked, started(1), promise, stop(StopKind.STOP), over(Outcome.STOPPED));
        List<Event> withdrawn = plus(open, UnansweredSignal.withdrawn(checked, "bob"));

        assertThat(UnansweredSignal.of(open).signal()).isEqualTo(Signal.PROMISE);
        assertThat(UnansweredSignal.of(withdrawn).signal()).isNull();
        assertThat(LoopState.replay(withdrawn).decision()).isEqualTo(new Decision.LookAgain());
    }

    @Test
    void done_is_an_attempt_s_until_somebody_looked_and_it_was_gone() {
        Policy checked = atMost(1).withChecks(List.of("test"));
        Event asked = new Event.TroubleFound(new Reason.Questions(List.of("a question"), false));
        Event over = over(Outcome.BLOCKED);
        List<Event> open = past(checked, started(1), leftDone(1), childrenEnded(), asked, over);
        List<Event> again = plus(open, resumed(checked), seen(Signal.DONE), childrenEnded(), asked, over);
        List<Event> gone = plus(again, resumed(checked), new Event.NothingSeen(), over(Outcome.EXHAUSTED));

        assertThat(UnansweredSignal.of(open).signal()).isEqualTo(Signal.DONE);
        assertThat(UnansweredSignal.of(again).signal()).isEqualTo(Signal.DONE);
        assertThat(UnansweredSignal.of(gone).signal()).isNull();
        assertThat(UnansweredSignal.of(plus(gone, resumed(checked), seen(Signal.DONE), childrenEnded(), asked, over))
                        .signal())
                .as("the user's own")
                .isNull();
    }

    private static List<Event> plus(List<Event> past, Event... more) {
        return Stream.concat(past.stream(), Stream.of(more)).toList();
    }

    private static Decision goingOn(List<Event> past, Policy policy) {
        return LoopState.replay(past)
                .after(Event.LoopResumed.of(past, policy, "bob"))
                .decision();
    }

    @Test
    void a_completed_loop_cannot_be_resumed() {
        LoopState completed = after(POLICY, seen(Signal.DONE), childrenEnded(), over(Outcome.COMPLETED));

        assertThatThrownBy(() -> completed.after(resumed(POLICY))).isInstanceOf(IllegalEvent.class);
    }

    @Test
    void every_outcome_but_two_can_be_resumed() {
        for (Outcome outcome : Outcome.values()) {
            assertThat(outcome.resumable()).isEqualTo(outcome != Outcome.COMPLETED && outcome != Outcome.REJECTED);
        }
    }

    @Test
    void an_interrupted_loop_goes_on_where_it_stood() {
        Policy checked = POLICY.withChecks(List.of("test"));
        LoopState checking = after(checked, started(1), leftDone(1), childrenEnded());

        assertThat(checking.after(resumed(checked)).decision()).isEqualTo(checking.decision());
    }

    @Test
    void a_journal_begins_with_loop_started() {
        assertThatThrownBy(() -> LoopState.replay(List.of()))
                .isInstanceOf(IllegalEvent.class)
                .hasMessage("a journal begins with LoopStarted, but this one is empty");
        assertThatThrownBy(() -> LoopState.replay(List.of(rested())))
                .isInstanceOf(IllegalEvent.class)
                .hasMessage("a journal begins with LoopStarted, but this one begins with RestEnded[]");
    }

    @Test
    void exit_codes_are_what_the_manual_says() {
        assertThat(List.of(Outcome.values()))
                .extracting(outcome -> outcome + " " + outcome.exitCode())
                .containsExactly(
                        "COMPLETED 0",
                        "EXHAUSTED 3",
                        "STOPPED 6",
                        "WAITING 5",
                        "CANCELLED 6",
                        "FAILED 1",
                        "FATAL 1",
                        "BLOCKED 4",
                        "REJECTED 8");
    }
}
