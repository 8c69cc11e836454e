package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.machine.IllegalEvent;
import dev.ralph.signal.PromiseRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignalTest {
    private static final Policy CHECKED = POLICY.withChecks(List.of("lint", "test"));

    @Test
    void each_wait_signal_of_an_attempt_ends_the_loop_as_waiting() {
        for (Signal signal : List.of(Signal.WAIT_EXIT, Signal.WAIT_MESSAGE, Signal.WAIT_MARKER)) {
            assertThat(after(POLICY, started(1), ended(1, AttemptReport.How.EXITED, 42, signal))
                            .decision())
                    .isEqualTo(finish(new Reason.AgentWaits(signal)));
        }
    }

    @Test
    void a_wait_marker_found_before_an_attempt_or_during_the_rest_ends_the_loop_as_waiting() {
        assertThat(after(POLICY, seen(Signal.WAIT_MARKER)).phase()).isInstanceOf(Phase.Finishing.class);
        assertThat(after(POLICY, started(1), exited(1, 0), seen(Signal.WAIT_MARKER))
                        .decision())
                .isEqualTo(finish(new Reason.AgentWaits(Signal.WAIT_MARKER)));
    }

    @Test
    void children_that_outlive_the_wait_do_not_take_the_success_away() {
        LoopState state = after(POLICY, seen(Signal.DONE), new Event.ChildrenEnded(2, List.of("run-7")));

        assertThat(state.phase()).isEqualTo(new Phase.Finishing(new Reason.Unverified()));
    }

    @Test
    void with_checks_a_signal_only_asks_for_a_verdict() {
        assertThat(after(CHECKED, started(1), leftDone(1), childrenEnded()).phase())
                .isEqualTo(new Phase.Checking(0));
    }

    @Test
    void when_every_check_passed_the_loop_is_completed() {
        assertThat(after(CHECKED, started(1), leftDone(1), childrenEnded(), checked(CHECKED, 0, 0))
                        .decision())
                .isEqualTo(finish(new Reason.Proven()));
    }

    @Test
    void a_refused_signal_is_put_aside_and_the_next_prompt_says_why() {
        LoopState refusing = after(CHECKED, started(1), leftDone(1), childrenEnded(), checked(CHECKED, 0, 2));
        Reason.Refusal reason = failed(CHECKED.checks().getLast(), 2);

        assertThat(refusing.decision()).isEqualTo(new Decision.RefuseSignal(1));
        assertThat(refusing.after(refused(1)).after(rested()).decision())
                .isEqualTo(new Decision.StartAttempt(2, reason, false));
    }

    @Test
    void after_a_refused_signal_the_restart_delay_counts_from_the_refusal() {
        assertThat(after(CHECKED, seen(Signal.DONE), childrenEnded(), checked(CHECKED, 1), refused(0))
                        .decision())
                .isEqualTo(new Decision.Rest(NOW.plusSeconds(1), Duration.ofSeconds(1)));
    }

    @Test
    void a_verdict_that_left_a_check_out_proves_nothing() {
        LoopState checking = after(CHECKED, started(1), leftDone(1), childrenEnded());

        assertThatThrownBy(() -> checking.after(checked(CHECKED, 0)))
                .isInstanceOf(IllegalEvent.class)
                .hasMessageContaining("test");
        assertThatThrownBy(() -> checking.after(checked(CHECKED))).isInstanceOf(IllegalEvent.class);
    }

    @Test
    void accepted_work_is_kept_before_the_loop_completes() {
        LoopState keeping = after(CHECKED.with(Policy.Keep.COMMIT), started(1), leftDone(1), childrenEnded())
                .after(checked(CHECKED, 0, 0));

        assertThat(keeping.decision()).isEqualTo(new Decision.KeepWork(1));
        assertThat(keeping.after(new Event.WorkKept("c0ffee")).decision()).isEqualTo(finish(new Reason.Proven()));
    }

    @Test
    void what_turns_out_to_be_something_else_is_checked_again_before_it_is_kept() {
        Policy policy = CHECKED.with(Policy.Keep.COMMIT);
        LoopState keeping = after(policy, started(1), leftDone(1), childrenEnded(), checked(policy, 0, 0));

        LoopState again = keeping.after(new Event.BranchMoved());

        assertThat(again.decision()).isEqualTo(new Decision.RunChecks(1));
        assertThat(again.after(checked(policy, 0, 0)).decision()).isEqualTo(new Decision.KeepWork(1));
        assertThat(again.after(checked(policy, 0, 2)).decision()).isInstanceOf(Decision.RefuseSignal.class);
    }

    @Test
    void a_branch_that_moves_again_and_again_is_given_up_however_often_the_engine_died_meanwhile() {
        Policy policy = CHECKED.with(Policy.Keep.COMMIT);
        List<Event> past =
                new ArrayList<>(past(policy, started(1), leftDone(1), childrenEnded(), checked(policy, 0, 0)));
        for (int move = 1; move <= 5; move++) {
            past.add(new Event.BranchMoved());
            past.add(checked(policy, 0, 0));
            assertThat(LoopState.replay(past).decision()).as("move " + move).isEqualTo(new Decision.KeepWork(1));
        }
        past.add(new Event.BranchMoved());

        assertThat(LoopState.replay(past).decision()).isEqualTo(finish(new Reason.BranchMoves(5)));
    }

    @Test
    void an_agent_that_wrote_done_or_said_its_last_word_may_go_on_until_a_time_that_is_in_the_journal() {
        Instant endBy = NOW.plus(POLICY.pace().doneGrace());
        Event finished = new Event.AgentFinished(1, NOW);

        assertThat(after(POLICY, started(1), seen(Signal.DONE)).decision())
                .isEqualTo(new Decision.AttendAttempt(1, true, endBy));
        assertThat(after(POLICY, started(1), finished).decision())
                .isEqualTo(new Decision.AttendAttempt(1, false, endBy));
        assertThat(after(POLICY, started(1), finished, new Event.AgentFinished(1, NOW.plusSeconds(9)))
                        .decision())
                .isEqualTo(new Decision.AttendAttempt(1, false, endBy.plusSeconds(9)));
        assertThat(after(POLICY, started(1), seen(Signal.DONE), new Event.AgentFinished(1, NOW.plusSeconds(9)))
                        .decision())
                .isEqualTo(new Decision.AttendAttempt(1, true, endBy));
    }

    @Test
    void one_attempt_that_exits_0_completes_without_a_signal() {
        assertThat(after(once(), started(1), exited(1, 0), childrenEnded()).phase())
                .isEqualTo(new Phase.Finishing(new Reason.Unverified()));
    }

    @Test
    void one_attempt_that_had_said_its_last_word_and_was_ended_completes() {
        AttemptReport report = report(AttemptReport.How.ENDED_AFTER_SIGNAL, -1, null, null);

        assertThat(after(once(), started(1), new Event.AttemptEnded(1, report)).phase())
                .isInstanceOf(Phase.AwaitingChildren.class);
    }

    @Test
    void one_attempt_that_fails_is_not_repeated() {
        assertThat(after(once(), started(1), exited(1, 3)).decision())
                .isEqualTo(finish(new Reason.AttemptFailed(new AttemptFailure.ExitCode(3))));
    }

    @Test
    void one_attempt_that_is_lost_is_not_repeated() {
        assertThat(after(once(), started(1), lost(1)).decision())
                .isEqualTo(finish(new Reason.AttemptFailed(new AttemptFailure.Lost())));
    }

    @Test
    void one_attempt_whose_check_fails_is_not_repeated() {
        Policy checked = once().withChecks(List.of("test"));

        assertThat(after(checked, started(1), exited(1, 0), childrenEnded(), checked(checked, 1), refused(1))
                        .decision())
                .isEqualTo(finish(failed("test", 1)));
    }

    private static Reason.Refusal failed(String check, int code) {
        return new Reason.ChecksFailed(List.of(new Verdict.Result(check, code, Duration.ofSeconds(1), "", "")));
    }

    @Test
    void a_signal_that_does_not_count_is_none() {
        Policy words =
                POLICY.with(new ConversationPolicy(ConversationPolicy.Session.FRESH, PromiseRule.stage("DONE"), true)
                        .with(EnumSet.of(Signal.WAIT_MARKER)));

        assertThat(after(words, started(1), leftDone(1)).phase()).isInstanceOf(Phase.Resting.class);
        assertThat(after(words, started(1), ended(1, AttemptReport.How.EXITED, 0, Signal.PROMISE))
                        .phase())
                .isInstanceOf(Phase.AwaitingChildren.class);
        assertThatThrownBy(() -> after(words, seen(Signal.DONE))).isInstanceOf(IllegalEvent.class);
        assertThat(after(words, seen(Signal.WAIT_MARKER)).phase()).isInstanceOf(Phase.Finishing.class);
    }

    @Test
    void a_policy_in_which_nothing_says_that_the_task_is_done_is_refused() {
        assertThatThrownBy(() -> POLICY.conversation().with(EnumSet.of(Signal.WAIT_MARKER)))
                .hasMessage("neither a promise nor the file DONE would end the loop: allow one");
    }
}
