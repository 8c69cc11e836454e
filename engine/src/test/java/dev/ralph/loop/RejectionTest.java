package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Event.AttemptEnded;
import dev.ralph.loop.Event.AttemptLost;
import dev.ralph.loop.Event.LoopEnded;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.machine.IllegalEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Loops of stages that may send the work of others back.
class RejectionTest {
    private static final List<String> FINDINGS = List.of("no test for 0", "the name is wrong");
    private static final Policy LOOKING = POLICY.withChecks(List.of("test"))
            .with(Policy.Keep.COMMIT)
            .with(POLICY.conversation().rejecting());

    private static Event rejected(AttemptReport.How how, int code, @Nullable Signal signal) {
        AttemptReport plain = ((AttemptEnded) ended(1, how, code, signal)).report();
        return new AttemptEnded(1, plain.rejecting(FINDINGS));
    }

    private static Event lost(@Nullable Signal signal) {
        return new AttemptLost(1, NOW, null, signal, null, null, FINDINGS, null);
    }

    @Test
    void an_attempt_that_sends_the_work_back_ends_the_loop_without_a_check() {
        LoopState over = after(LOOKING, started(1), rejected(AttemptReport.How.EXITED, 0, null));

        assertThat(over.decision()).isEqualTo(finish(new Reason.Rejected(FINDINGS)));
        assertThat(over.after(new LoopEnded(new Reason.Rejected(FINDINGS))).decision())
                .isEqualTo(new Decision.Ended(new Reason.Rejected(FINDINGS)));
    }

    @Test
    void it_is_stronger_than_a_promise_a_file_a_question_and_a_failure() {
        for (Event said : List.of(
                rejected(AttemptReport.How.EXITED, 0, Signal.PROMISE),
                rejected(AttemptReport.How.EXITED, 0, Signal.DONE),
                rejected(AttemptReport.How.EXITED, 0, Signal.GAVE_UP),
                rejected(AttemptReport.How.EXITED, 42, Signal.WAIT_EXIT),
                rejected(AttemptReport.How.EXITED, 1, null),
                rejected(AttemptReport.How.WALL_LIMIT, -1, null))) {
            assertThat(after(LOOKING, started(1), said).decision())
                    .as(said.toString())
                    .isEqualTo(finish(new Reason.Rejected(FINDINGS)));
        }
    }

    @Test
    void the_only_attempt_of_a_loop_may_send_the_work_back_too() {
        Policy once = once().with(POLICY.conversation().rejecting());

        assertThat(after(once, started(1), rejected(AttemptReport.How.EXITED, 0, null))
                        .decision())
                .isEqualTo(finish(new Reason.Rejected(FINDINGS)));
    }

    @Test
    void what_an_attempt_sent_back_before_its_engine_died_is_not_lost() {
        assertThat(after(LOOKING, started(1), lost(null)).decision()).isEqualTo(finish(new Reason.Rejected(FINDINGS)));
        assertThat(after(LOOKING, started(1), lost(Signal.PROMISE)).decision())
                .isEqualTo(finish(new Reason.Rejected(FINDINGS)));
    }

    @Test
    void in_a_loop_that_may_not_send_anything_back_nobody_hears_of_it() {
        Policy plain = LOOKING.with(POLICY.conversation());

        assertThat(after(plain, started(1), rejected(AttemptReport.How.EXITED, 0, Signal.DONE))
                        .phase())
                .isEqualTo(new Phase.AwaitingChildren());
        assertThat(after(plain, started(1), lost(null)).phase()).isInstanceOf(Phase.Resting.class);
    }

    @Test
    void a_stop_wins_over_what_the_running_attempt_sends_back() {
        for (StopKind kind : StopKind.values()) {
            Reason stopped = new Reason.StoppedBy(kind, "ann");
            assertThat(after(LOOKING, started(1), stop(kind), rejected(AttemptReport.How.EXITED, 0, null))
                            .decision())
                    .isEqualTo(finish(stopped));
            assertThat(after(LOOKING, started(1), stop(kind), lost(null)).decision())
                    .isEqualTo(finish(stopped));
        }
    }

    @Test
    void who_resumes_a_stopped_loop_does_not_check_a_promise_that_came_with_findings() {
        Event leave = stop(StopKind.AFTER_ATTEMPT);
        List<Event> past = past(
                LOOKING,
                started(1),
                leave,
                rejected(AttemptReport.How.EXITED, 0, Signal.PROMISE),
                new LoopEnded(new Reason.StoppedBy(StopKind.AFTER_ATTEMPT, "ann")));

        assertThat(Event.LoopResumed.of(past, LOOKING, "bob").recheck()).isFalse();
    }

    @Test
    void a_loop_that_sent_the_work_back_has_nothing_to_resume() {
        LoopState ended = after(
                LOOKING,
                started(1),
                rejected(AttemptReport.How.EXITED, 0, null),
                new LoopEnded(new Reason.Rejected(FINDINGS)));

        assertThat(Outcome.REJECTED.resumable()).isFalse();
        assertThatThrownBy(() -> ended.after(resumed(LOOKING))).isInstanceOf(IllegalEvent.class);
    }

    @Test
    void who_sends_work_back_says_why() {
        assertThatThrownBy(() -> new Reason.Rejected(List.of())).hasMessage("who sends work back says why");
    }

    @Test
    void what_no_journal_wrote_down_is_no_finding() {
        assertThat(new AttemptLost(1, NOW).findings()).isEmpty();
        assertThat(report(AttemptReport.How.EXITED, 0, null, null).findings()).isEmpty();
        assertThat(POLICY.conversation().mayReject()).isFalse();
        assertThat(POLICY.conversation()
                        .rejecting()
                        .with(ConversationPolicy.OnQuestion.PARK)
                        .mayReject())
                .isTrue();
    }
}
