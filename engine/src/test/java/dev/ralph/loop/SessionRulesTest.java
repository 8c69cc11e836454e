package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.AgentStatement.Cure;
import dev.ralph.loop.ConversationPolicy.Session;
import dev.ralph.loop.ConversationPolicy.SessionRules;
import dev.ralph.machine.IllegalEvent;
import dev.ralph.signal.PromiseRule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What specification 002 adds to a loop.
class SessionRulesTest {
    private static final Duration WINDOW = Duration.ofSeconds(5);
    private static final Policy RULED =
            POLICY.with(new ConversationPolicy(Session.RESUME, PromiseRule.session("DONE"), true)
                    .with(new SessionRules(WINDOW, null, null)));

    @Test
    void after_a_failure_nothing_is_started_while_the_session_recovers() {
        assertThat(after(RULED, started(1), exited(1, 1)).decision())
                .isEqualTo(new Decision.Rest(NOW.plus(WINDOW), WINDOW));
        assertThat(after(RULED, started(1), exited(1, 0)).decision())
                .isEqualTo(new Decision.Rest(NOW.plusSeconds(1), Duration.ofSeconds(1)));
        assertThat(after(POLICY, started(1), exited(1, 1)).decision())
                .isEqualTo(new Decision.Rest(NOW.plusSeconds(1), Duration.ofSeconds(1)));
    }

    @Test
    void a_deleted_session_takes_its_loop_with_it() {
        LoopState spoke = after(RULED, started(1), spoke(1, "s-1"), rested(), started(2));

        assertThat(spoke.after(hindered(2, Cure.GONE, null)).decision())
                .isEqualTo(new Decision.Finish(
                        new Reason.StoppedBy(Event.StopKind.CANCEL, "the deletion of session s-1")));
    }

    @Test
    void a_session_that_an_attempt_may_have_failed_to_store_was_not_deleted() {
        LoopState gone = after(RULED, started(1), spoke(1, "s-1"), rested(), started(2), hindered(2, Cure.RETRY, null))
                .after(rested())
                .after(started(3))
                .after(hindered(3, Cure.GONE, null));

        assertThat(gone.chain().session()).isNull();
        assertThat(gone.decision()).isInstanceOf(Decision.Rest.class);
    }

    @Test
    void other_loops_begin_a_new_conversation_when_theirs_is_gone() {
        Policy resuming = POLICY.with(new ConversationPolicy(Session.RESUME, null, true));
        LoopState gone = after(resuming, started(1), spoke(1, "s-1"), rested(), started(2))
                .after(hindered(2, Cure.GONE, null));

        assertThat(gone.chain().session()).isNull();
        assertThat(gone.decision()).isInstanceOf(Decision.Rest.class);
    }

    @Test
    void terms_that_are_changed_hold_from_the_next_attempt_on() {
        PromiseRule promise = PromiseRule.session("SHIPPED");
        LoopState running = after(RULED, started(1), new Event.TermsChanged(1, promise, "me"));

        assertThat(running.decision()).isEqualTo(new Decision.AttendAttempt(1));
        assertThat(running.policy().conversation())
                .isEqualTo(RULED.conversation().with(promise));
        LoopState over = running.after(exited(1, 0)).after(rested());
        assertThat(over.decision()).isEqualTo(new Decision.LookAgain());
        assertThat(over.after(new Event.TermsChanged(2, promise, "me")).decision())
                .isInstanceOf(Decision.StartAttempt.class);
    }

    @Test
    void whoever_keeps_a_conversation_may_tell_more_of_its_last_turn_while_the_loop_rests() {
        LoopState resting = after(RULED, started(1), exited(1, 0));

        assertThat(resting.after(exited(1, 1)).decision()).isEqualTo(new Decision.Rest(NOW.plus(WINDOW), WINDOW));
        assertThat(resting.after(ended(1, AttemptReport.How.EXITED, 0, Signal.PROMISE))
                        .decision())
                .isInstanceOf(Decision.AwaitChildren.class);
        assertThat(resting.after(exited(1, 1)).attempts()).isEqualTo(1);
        assertThatThrownBy(() -> resting.after(exited(2, 0))).isInstanceOf(IllegalEvent.class);
        assertThatThrownBy(() -> after(POLICY, started(1), exited(1, 0), exited(1, 1)))
                .isInstanceOf(IllegalEvent.class);
    }
}
