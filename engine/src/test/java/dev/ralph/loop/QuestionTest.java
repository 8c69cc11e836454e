package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.budget.Grant;
import dev.ralph.loop.ConversationPolicy.OnQuestion;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.machine.MachineEvent;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An agent that asks.
class QuestionTest {
    private static final Policy PARKS = POLICY.with(POLICY.conversation().with(OnQuestion.PARK));
    private static final Event ASKS = ended(1, AttemptReport.How.EXITED, 42, Signal.WAIT_EXIT);
    private static final Event ASKED = new Event.Asked("q-1", "Which database?");
    private static final Event ANSWERED = new Event.Answered("q-1", "SQLite", "ann");

    @Test
    void a_question_parks_the_loop_and_the_next_attempt_is_told_the_answer() {
        LoopState asking = after(PARKS, started(1), ASKS);
        LoopState parked = asking.after(ASKED);
        LoopState back = parked.after(ANSWERED);

        assertThat(asking.decision()).isEqualTo(new Decision.Ask(1, Signal.WAIT_EXIT));
        assertThat(ASKED.asks()).isEqualTo(new MachineEvent.Question("q-1", "Which database?"));
        assertThat(parked.isParked()).isTrue();
        assertThat(parked.hasEnded()).isFalse();
        assertThat(parked.decision()).isEqualTo(new Decision.AwaitAnswer("q-1"));
        assertThat(parked.reason()).isEqualTo(new Reason.AgentAsks("q-1", "Which database?"));
        Decision.StartAttempt next = (Decision.StartAttempt) back.decision();
        assertThat(next.attempt()).isEqualTo(2);
        assertThat(next.clearWait()).isTrue();
        assertThat(next.answers()).isEqualTo(List.of(new LoopState.Answer("Which database?", "SQLite")));
    }

    @Test
    void an_answer_may_bring_a_lower_limit_and_the_loop_ends_where_that_is_reached() {
        LoopState parked = after(PARKS, started(1), ASKS, ASKED);

        LoopState less = parked.after(new Event.Answered("q-1", "SQLite", "ann", new Grant(null, 7L, null)));
        assertThat(less.policy().limits().caps().loop().tokens()).isEqualTo(7L);
        assertThat(less.decision()).isInstanceOf(Decision.StartAttempt.class);

        LoopState nothing = parked.after(new Event.Answered("q-1", "SQLite", "ann", Grant.NOTHING));
        assertThat(nothing.decision())
                .isEqualTo(new Decision.Finish(
                        new Reason.CapReached(Reason.Cap.TOKENS, BigDecimal.ZERO, BigDecimal.ZERO)));
    }

    @Test
    void attempts_that_change_nothing_ask_too() {
        Policy policy = PARKS.with(PARKS.limits().with(caps(Caps.DEFAULT, 2, 5)));
        LoopState asking = after(
                policy,
                started(1),
                CapsTest.left(1, "a"),
                rested(),
                started(2),
                CapsTest.left(2, "a"),
                rested(),
                started(3),
                CapsTest.left(3, "a"));

        assertThat(asking.decision()).isEqualTo(new Decision.Ask(3, null));
        assertThat(asking.reason()).isEqualTo(new Reason.NoChange(2));
        LoopState back = asking.after(ASKED).after(ANSWERED);
        assertThat(back.decision()).isInstanceOf(Decision.StartAttempt.class);
        assertThat(back.after(started(4)).after(CapsTest.left(4, "a")).decision())
                .as("what was counted in a row begins anew")
                .isInstanceOf(Decision.Rest.class);
    }

    @Test
    void an_answer_is_told_to_later_attempts_too() {
        LoopState later = after(PARKS, started(1), ASKS, ASKED, ANSWERED, started(2), exited(2, 1));

        assertThat(later.answers()).hasSize(1);
    }

    @Test
    void what_a_person_says_unasked_is_told_once_to_every_later_attempt() {
        Event told = new Event.Told("Leave the API alone");
        LoopState later = after(PARKS, started(1), told, told, exited(1, 1), rested());

        Decision.StartAttempt next = (Decision.StartAttempt) later.decision();
        assertThat(next.answers()).isEqualTo(List.of(new LoopState.Answer(null, "Leave the API alone")));
        assertThat(after(PARKS, started(1), ASKS, ASKED, told).decision())
                .as("a question still waits for its own answer")
                .isEqualTo(new Decision.AwaitAnswer("q-1"));
    }

    @Test
    void how_the_checks_stand_is_known_before_the_first_attempt_only() {
        Event tried = new Event.ChecksTried(List.of(new Event.TriedCheck("make test", 1, 12, 1)));

        assertThat(after(PARKS, tried).decision()).isEqualTo(after(PARKS).decision());
        assertThatThrownBy(() -> after(PARKS, started(1), tried)).isInstanceOf(IllegalEvent.class);
    }

    @Test
    void a_stop_beats_the_answer() {
        LoopState stopped = after(PARKS, started(1), ASKS, ASKED, stop(Event.StopKind.STOP));

        assertThat(stopped.decision()).isInstanceOf(Decision.Finish.class);
        assertThat(((Decision.Finish) stopped.decision()).outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(((Decision.Finish) after(PARKS, started(1), ASKS, stop(Event.StopKind.STOP))
                                .decision())
                        .outcome())
                .isEqualTo(Outcome.STOPPED);
    }

    @Test
    void nobody_is_asked_when_no_attempt_is_left_that_could_be_told() {
        Policy last = PARKS.with(PARKS.limits().withAttempts(1));

        assertThat(after(last, started(1), ASKS).decision())
                .isEqualTo(new Decision.Finish(new Reason.AgentWaits(Signal.WAIT_EXIT)));
    }

    @Test
    void a_loop_that_is_resumed_while_it_is_parked_still_waits_for_the_answer() {
        LoopState resumed = after(PARKS, started(1), ASKS, ASKED, new Event.LoopResumed(PARKS, "ann", false));

        assertThat(resumed.decision()).isEqualTo(new Decision.AwaitAnswer("q-1"));
    }

    @Test
    void failures_in_a_row_count_anew_after_an_answer() {
        Policy breaker = PARKS.with(new Policy.Limits(9, null, null, 1 << 20, 2));
        Event marker = seen(Signal.WAIT_MARKER);

        assertThat(after(breaker, started(1), exited(1, 1), marker, ASKED, ANSWERED, started(2), exited(2, 1))
                        .hasEnded())
                .isFalse();
        assertThat(after(breaker, started(1), exited(1, 1), marker, ASKED, ANSWERED, started(2), exited(2, 1))
                        .failure()
                        .times())
                .isEqualTo(1);
    }
}
