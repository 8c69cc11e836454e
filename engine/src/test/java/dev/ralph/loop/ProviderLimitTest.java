package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.AgentStatement.Cure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An agent whose usage limit is reached.
class ProviderLimitTest {
    private static final Instant LATER = NOW.plus(Duration.ofHours(3));

    @Test
    void the_loop_waits_until_the_stated_time_and_then_tries_again() {
        LoopState limited = after(POLICY, started(1), hindered(1, Cure.WAIT, LATER));

        assertThat(limited.decision()).isEqualTo(new Decision.WaitForLimit(LATER, Duration.ofHours(3)));
        LoopState again = limited.after(new Event.LimitEnded(LATER));
        assertThat(again.decision()).isInstanceOfSatisfying(Decision.StartAttempt.class, next -> {
            assertThat(next.attempt()).isEqualTo(2);
            assertThat(next.assignment().limited()).isEqualTo(1);
        });
    }

    @Test
    void a_limited_attempt_uses_up_none_of_the_allowed_ones() {
        LoopState state = after(atMost(1), started(1), hindered(1, Cure.WAIT, LATER), new Event.LimitEnded(LATER));

        assertThat(state.decision()).isInstanceOf(Decision.StartAttempt.class);
        LoopState used = state.after(started(2)).after(exited(2, 1)).after(rested());
        assertThat(used.decision()).isInstanceOf(Decision.LookAgain.class);
    }

    @Test
    void it_is_no_failure_for_the_breaker() {
        LoopState state = after(
                breaking(2),
                started(1),
                exited(1, 1),
                rested(),
                started(2),
                hindered(2, Cure.WAIT, LATER),
                new Event.LimitEnded(LATER));

        assertThat(state.failure()).isEqualTo(new RepeatedFailure(new AttemptFailure.ExitCode(1), 1));
        assertThat(state.after(started(3)).after(exited(3, 1)).decision())
                .isEqualTo(finish(new Reason.SameFailure(new AttemptFailure.ExitCode(1), 2)));
    }

    @Test
    void so_often_in_a_row_and_the_loop_is_blocked() {
        Caps twice = caps(Caps.DEFAULT, 0, 2);
        Policy policy = POLICY.with(Policy.Limits.DEFAULT.with(twice));
        LoopState once = after(policy, started(1), hindered(1, Cure.WAIT, LATER), new Event.LimitEnded(LATER));

        LoopState state = once.after(started(2)).after(hindered(2, Cure.WAIT, LATER));

        assertThat(state.decision()).isEqualTo(finish(new Reason.ProviderLimited("hindered", 2)));
    }

    @Test
    void an_attempt_that_works_in_between_begins_the_count_anew() {
        Policy policy = POLICY.with(Policy.Limits.DEFAULT.with(caps(Caps.DEFAULT, 0, 2)));
        LoopState worked = after(
                policy,
                started(1),
                hindered(1, Cure.WAIT, LATER),
                new Event.LimitEnded(LATER),
                started(2),
                exited(2, 1),
                rested());

        LoopState again = worked.after(started(3)).after(hindered(3, Cure.WAIT, LATER));

        assertThat(again.decision()).isInstanceOf(Decision.WaitForLimit.class);
        assertThat(again.usage().limited()).isEqualTo(1);
    }

    @Test
    void a_promise_given_before_the_limit_still_counts() {
        AttemptReport report = testified(AttemptReport.How.EXITED, Signal.PROMISE, statement(Cure.WAIT, LATER, null));

        LoopState state = after(POLICY, started(1), new Event.AttemptEnded(1, report));

        assertThat(state.phase()).isInstanceOf(Phase.AwaitingChildren.class);
        assertThat(state.usage().free()).as("such an attempt counts").isZero();
    }

    @Test
    void a_stop_ends_the_wait() {
        LoopState limited = after(POLICY, started(1), hindered(1, Cure.WAIT, LATER));

        assertThat(limited.after(stop(Event.StopKind.STOP)).decision())
                .isEqualTo(finish(new Reason.StoppedBy(Event.StopKind.STOP, "ann")));
        assertThat(limited.after(seen(Signal.DONE)).phase()).isInstanceOf(Phase.AwaitingChildren.class);
    }

    @Test
    void the_wait_survives_the_death_of_the_engine() {
        LoopState resumed = after(POLICY, started(1), hindered(1, Cure.WAIT, LATER), resumed(POLICY));

        assertThat(resumed.decision()).isEqualTo(new Decision.WaitForLimit(LATER, Duration.ofHours(3)));
    }

    @Test
    void a_limit_that_a_lost_attempt_had_met_is_waited_for_and_uses_up_none_of_the_allowed_ones() {
        LoopState lost = after(atMost(1), started(1), lost(1, statement(Cure.WAIT, LATER, null)));

        assertThat(lost.decision()).isEqualTo(new Decision.WaitForLimit(LATER, Duration.ofHours(3)));
        assertThat(lost.usage().limited()).isEqualTo(1);
        assertThat(lost.after(new Event.LimitEnded(LATER)).decision()).isInstanceOf(Decision.StartAttempt.class);
    }

    @Test
    void a_single_attempt_that_was_lost_in_a_limit_has_failed() {
        assertThat(after(once(), started(1), lost(1, statement(Cure.WAIT, LATER, null)))
                        .decision())
                .isInstanceOfSatisfying(
                        Decision.Finish.class, end -> assertThat(end.outcome()).isEqualTo(Outcome.FAILED));
    }

    @Test
    void a_limit_that_was_over_before_the_lost_attempt_was_found_is_not_waited_for() {
        LoopState lost = after(POLICY, started(1), lost(1, statement(Cure.WAIT, NOW.minusSeconds(1), null)), rested());

        assertThat(lost.decision()).isInstanceOf(Decision.StartAttempt.class);
        assertThat(lost.usage().free()).isEqualTo(1);
    }

    @Test
    void who_stops_the_loop_and_resumes_it_need_not_wait_nor_who_gives_it_another_agent() {
        LoopState stopped = after(
                POLICY,
                started(1),
                hindered(1, Cure.WAIT, LATER),
                stop(Event.StopKind.STOP),
                over(Outcome.STOPPED),
                resumed(POLICY));
        assertThat(stopped.decision()).isInstanceOf(Decision.StartAttempt.class);
        assertThat(stopped.usage().limited()).isZero();

        Policy other = POLICY.withAgents(List.of(Policy.AgentCommand.program("another")));
        assertThat(after(POLICY, started(1), hindered(1, Cure.WAIT, LATER), resumed(other))
                        .decision())
                .isInstanceOf(Decision.StartAttempt.class);
    }

    @Test
    void only_a_wait_has_a_time() {
        assertThatThrownBy(() -> new AgentStatement.Hindrance(Cure.WAIT, "limited", "words", null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AgentStatement.Hindrance(Cure.RETRY, "failed", "words", LATER))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
