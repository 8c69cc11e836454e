package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.machine.IllegalEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptsTest {

    @Test
    void a_new_loop_starts_its_first_attempt() {
        assertThat(after(POLICY).decision()).isEqualTo(start(1));
    }

    @Test
    void done_before_the_start_means_the_agent_never_runs() {
        LoopState state = after(POLICY, seen(Signal.DONE), childrenEnded());

        assertThat(state.attempts()).isZero();
        assertThat(state.decision()).isEqualTo(finish(new Reason.Unverified()));
    }

    @Test
    void done_on_the_second_run_means_exactly_two_runs() {
        LoopState state = after(POLICY, started(1), exited(1, 1), rested(), started(2), leftDone(2), childrenEnded());

        assertThat(state.attempts()).isEqualTo(2);
        assertThat(state.decision()).isEqualTo(finish(new Reason.Unverified()));
    }

    @Test
    void exit_code_0_without_done_never_stops_the_loop() {
        List<Event> events = new ArrayList<>();
        for (int n = 1; n <= 99; n++) {
            events.addAll(List.of(started(n), exited(n, 0), rested()));
        }

        assertThat(after(POLICY, events.toArray(Event[]::new)).decision()).isEqualTo(start(100));
    }

    @Test
    void an_agent_that_always_fails_with_one_allowed_attempt_is_exhausted_after_one() {
        LoopState state = after(atMost(1), started(1), exited(1, 1), rested());

        assertThat(state.decision()).isEqualTo(new Decision.LookAgain());
        assertThat(state.after(new Event.NothingSeen()).decision()).isEqualTo(finish(new Reason.AttemptsUsed(1)));
    }

    @Test
    void zero_allowed_attempts_are_exhausted_before_any_run() {
        LoopState state = after(atMost(0));

        assertThat(state.decision()).isEqualTo(new Decision.LookAgain());
        assertThat(state.after(new Event.NothingSeen()).decision()).isEqualTo(finish(new Reason.AttemptsUsed(0)));
        assertThatThrownBy(() -> state.after(started(1))).isInstanceOf(IllegalEvent.class);
    }

    @Test
    void done_from_the_last_allowed_attempt_counts() {
        LoopState state = after(atMost(1), started(1), leftDone(1));

        assertThat(state.decision()).isEqualTo(new Decision.AwaitChildren(Duration.ofMinutes(5)));
        assertThat(state.after(childrenEnded()).phase()).isEqualTo(new Phase.Finishing(new Reason.Unverified()));
    }

    @Test
    void done_that_appears_during_the_last_rest_counts() {
        LoopState state = after(atMost(1), started(1), exited(1, 1), seen(Signal.DONE), childrenEnded());

        assertThat(state.phase()).isEqualTo(new Phase.Finishing(new Reason.Unverified()));
    }

    @Test
    void between_two_attempts_lies_the_restart_delay() {
        assertThat(after(POLICY, started(1), exited(1, 1)).decision())
                .isEqualTo(new Decision.Rest(NOW.plusSeconds(1), Duration.ofSeconds(1)));
    }

    @Test
    void without_a_restart_delay_the_next_attempt_follows_at_once() {
        Policy hasty = POLICY.with(POLICY.pace().withRestartDelay(Duration.ZERO));

        assertThat(after(hasty, started(1), exited(1, 1)).decision()).isEqualTo(start(2));
    }

    @Test
    void a_lost_attempt_is_spent_and_the_next_one_follows() {
        LoopState state = after(POLICY, started(1), lost(1), rested());

        assertThat(state.decision()).isEqualTo(start(2));
    }

    @Test
    void a_signal_seen_while_the_attempt_runs_waits_for_its_end() {
        LoopState state = after(POLICY, started(1), seen(Signal.DONE));

        assertThat(state.decision())
                .isEqualTo(new Decision.AttendAttempt(
                        1, true, NOW.plus(POLICY.pace().doneGrace())));
    }

    @Test
    void an_attempt_cut_by_a_limit_may_be_followed_by_another() {
        for (AttemptReport.How how :
                List.of(AttemptReport.How.IDLE_LIMIT, AttemptReport.How.WALL_LIMIT, AttemptReport.How.OUTPUT_LIMIT)) {
            assertThat(after(POLICY, started(1), ended(1, how, -1, null)).phase())
                    .isEqualTo(new Phase.Resting(NOW.plusSeconds(1)));
        }
    }

    @Test
    void an_agent_that_cannot_be_started_ends_the_loop_as_fatal_at_once() {
        AttemptReport notFound =
                report(AttemptReport.How.NOT_STARTED, -1, null, new AttemptFailure.Told("agent: not found"));

        assertThat(after(POLICY, started(1), new Event.AttemptEnded(1, notFound))
                        .decision())
                .isEqualTo(finish(new Reason.NoAgent(new AttemptFailure.Told("agent: not found"))));
    }

    @Test
    void the_same_failure_three_times_in_a_row_blocks_a_loop_whose_breaker_is_three() {
        LoopState twice = after(breaking(3), started(1), exited(1, 1), rested(), started(2), exited(2, 1), rested());

        assertThat(twice.decision()).isEqualTo(start(3));
        assertThat(twice.after(started(3)).after(exited(3, 1)).decision())
                .isEqualTo(finish(new Reason.SameFailure(new AttemptFailure.ExitCode(1), 3)));
    }

    @Test
    void failures_that_differ_only_in_ids_times_and_sums_are_the_same() {
        LoopState state =
                after(breaking(2), started(1), failed(1, "claude failed. It said: request req_0f31 at 12:30:01"));
        LoopState again = state.after(rested()).after(started(2));

        assertThat(again.after(failed(2, "claude failed. It said: request req_9a77 at 12:31:44"))
                        .decision())
                .isInstanceOf(Decision.Finish.class);
        assertThat(again.after(failed(2, "claude failed. It said: the disk is full"))
                        .failure())
                .isEqualTo(new RepeatedFailure(new AttemptFailure.Told("claude failed. It said: the disk is full"), 1));
    }

    private static Event failed(int attempt, String words) {
        return new Event.AttemptEnded(
                attempt, report(AttemptReport.How.EXITED, 1, null, new AttemptFailure.Told(words)));
    }

    @Test
    void another_failure_or_a_success_in_between_does_not_block() {
        for (int other : List.of(0, 2)) {
            LoopState state = after(
                    breaking(2),
                    started(1),
                    exited(1, 1),
                    rested(),
                    started(2),
                    exited(2, other),
                    rested(),
                    started(3),
                    exited(3, 1));

            assertThat(state.phase()).isInstanceOf(Phase.Resting.class);
        }
    }

    @Test
    void the_breaker_is_off_by_default() {
        List<Event> events = new ArrayList<>();
        for (int n = 1; n <= 50; n++) {
            events.addAll(List.of(started(n), exited(n, 1), rested()));
        }

        assertThat(after(POLICY, events.toArray(Event[]::new)).decision()).isEqualTo(start(51));
    }
}
