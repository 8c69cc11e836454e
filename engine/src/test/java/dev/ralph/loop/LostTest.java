package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.budget.Cost;
import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.loop.Event.AttemptLost;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What an attempt whose engine died leaves in the books.
class LostTest {
    private static final Policy TALKING =
            POLICY.with(new ConversationPolicy(ConversationPolicy.Session.RESUME, null, true));

    @Test
    void the_only_attempt_on_which_tests_decide_was_lost_not_used_up() {
        Policy single = POLICY.with(POLICY.limits().withAttempts(1));
        Policy tested = single.with(single.conversation().decidedByChecks());

        assertThat(after(tested, started(1), new AttemptLost(1, NOW)).decision())
                .isEqualTo(new Decision.Finish(new Reason.AttemptFailed(new AttemptFailure.Lost())));
    }

    @Test
    void its_conversation_goes_on() {
        LoopState state = after(TALKING, started(1), lost(null), rested());

        assertThat(((Decision.StartAttempt) state.decision()).assignment().session())
                .isEqualTo("conversation-1");
    }

    @Test
    void what_it_spent_counts_against_the_caps() {
        Caps caps =
                new Caps(Caps.Budget.UNLIMITED, new Caps.Budget(null, new BigDecimal("0.20")), null, null, 0, 5, false);

        assertThat(after(POLICY.with(Policy.Limits.DEFAULT.with(caps)), started(1), lost(null))
                        .decision())
                .isEqualTo(finish(reached(Reason.Cap.DOLLARS, "0.20", "0.25")));
    }

    @Test
    void its_promise_is_judged_like_any_other() {
        assertThat(after(TALKING, started(1), lost(Signal.PROMISE)).phase()).isEqualTo(new Phase.AwaitingChildren());
    }

    @Test
    void one_that_had_given_up_ends_the_loop() {
        assertThat(after(TALKING, started(1), lost(Signal.GAVE_UP)).decision()).isEqualTo(finish(new Reason.GaveUp()));
    }

    @Test
    void a_stop_that_was_asked_for_is_stronger_than_its_promise() {
        Event stop = new Event.StopRequested(Event.StopKind.STOP, "me");

        LoopState state = after(TALKING, started(1), stop, lost(Signal.PROMISE));

        assertThat(state.decision()).isEqualTo(finish(new Reason.StoppedBy(Event.StopKind.STOP, "me")));
        assertThat(state.usage().spent().dollars()).isEqualByComparingTo("0.25");
    }

    @Test
    void a_file_is_no_word_of_it() {
        assertThatThrownBy(() -> lost(Signal.DONE)).hasMessageContaining("only its words are left, not a DONE");
    }

    private static AttemptLost lost(@Nullable Signal signal) {
        Spent spent = new Spent(Map.of("m", new Tokens(1, 2, 3, 4)), new BigDecimal("0.25"), false);
        AgentStatement said =
                new AgentStatement("claude", null, "conversation-1", "m", spent, Counters.FRESH, 1, 0, null, null);
        return new AttemptLost(1, NOW, said, signal, null, null);
    }

    @Test
    void what_a_loop_cost_is_known_in_full_only_while_no_attempt_was_lost() {
        LoopState whole = after(POLICY, started(1), spoke(1, "session"));
        LoopState lost = after(POLICY, started(1), spoke(1, "session"), rested(), started(2), new AttemptLost(2, NOW));

        assertThat(whole.cost())
                .isEqualTo(new Cost(whole.usage().spent(), whole.usage().busy(), 1));
        assertThat(lost.cost()).isEqualTo(new Cost(whole.usage().spent().atLeast(), null, 2));
        Duration most = Duration.ofMinutes(3);
        LoopState timed = after(POLICY, started(1), new AttemptLost(1, NOW, null, null, null, null, List.of(), most));
        assertThat(timed.cost()).isEqualTo(new Cost(Spent.NOTHING.atLeast(), most, 1));
    }
}
