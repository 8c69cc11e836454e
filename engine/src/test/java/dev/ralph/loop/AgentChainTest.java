package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.loop.AgentStatement.Cure;
import dev.ralph.loop.Policy.AgentCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Several agents, the preferred one first.
class AgentChainTest {
    private static final Instant LATER = NOW.plus(Duration.ofHours(3));
    private static final Policy CHAIN = POLICY.withAgents(
            List.of(AgentCommand.known("claude", null, List.of()), AgentCommand.known("codex", "m", List.of())));

    @Test
    void the_next_agent_works_while_the_preferred_one_is_limited() {
        LoopState state = after(CHAIN, started(1), hindered(1, Cure.WAIT, LATER));

        assertThat(state.phase()).isEqualTo(new Phase.Resting(NOW.plusSeconds(1)));
        assertThat(agentOf(state.after(rested()))).isEqualTo(1);
    }

    @Test
    void the_preferred_one_works_again_once_its_limit_is_over() {
        LoopState second = after(CHAIN, started(1), hindered(1, Cure.WAIT, NOW.minusSeconds(1)), rested());

        assertThat(agentOf(second)).isZero();
    }

    @Test
    void when_all_are_limited_the_first_that_comes_back_is_waited_for() {
        LoopState state = bothLimited(LATER, LATER.minusSeconds(60));

        assertThat(waitedFor(state)).isEqualTo(LATER.minusSeconds(60));
        assertThat(agentOf(state.after(new Event.LimitEnded(LATER.minusSeconds(60)))))
                .isEqualTo(1);
        assertThat(agentOf(state.after(new Event.LimitEnded(LATER)))).isZero();
    }

    @Test
    void the_preferred_one_is_waited_for_when_it_comes_back_before_the_one_that_was_limited_last() {
        LoopState state = bothLimited(LATER, LATER.plusSeconds(60));

        assertThat(waitedFor(state)).isEqualTo(LATER);
        assertThat(agentOf(state.after(new Event.LimitEnded(LATER)))).isZero();
    }

    private static LoopState bothLimited(Instant first, Instant second) {
        return after(
                CHAIN, started(1), hindered(1, Cure.WAIT, first), rested(), started(2), hindered(2, Cure.WAIT, second));
    }

    private static Instant waitedFor(LoopState state) {
        return ((Decision.WaitForLimit) state.decision()).until();
    }

    @Test
    void a_missing_program_is_not_asked_again() {
        LoopState state = after(CHAIN, started(1), ended(1, AttemptReport.How.NOT_STARTED, -1, null), rested());
        assertThat(agentOf(state)).isEqualTo(1);

        LoopState none = state.after(started(2)).after(ended(2, AttemptReport.How.NOT_STARTED, -1, null));
        assertThat(none.decision())
                .isEqualTo(finish(new Reason.NoAgent(new AttemptFailure.Told("ended by NOT_STARTED"))));
    }

    @Test
    void an_attempt_whose_program_is_missing_uses_up_none_of_the_allowed_ones() {
        Policy once = CHAIN.with(LIMITS.withAttempts(1));

        LoopState state = after(once, started(1), ended(1, AttemptReport.How.NOT_STARTED, -1, null), rested());

        assertThat(agentOf(state)).isEqualTo(1);
    }

    @Test
    void one_without_a_login_gives_way_to_the_next_and_alone_is_fatal() {
        assertThat(agentOf(after(CHAIN, started(1), hindered(1, Cure.NEXT, null), rested())))
                .isEqualTo(1);
        assertThat(after(POLICY, started(1), hindered(1, Cure.NEXT, null)).decision())
                .isEqualTo(finish(new Reason.NoAgent(new AttemptFailure.Told("hindered"))));
    }

    @Test
    void one_that_fails_the_same_way_three_times_gives_way_for_a_while() {
        LoopState state = after(
                CHAIN,
                started(1),
                exited(1, 1),
                rested(),
                started(2),
                exited(2, 1),
                rested(),
                started(3),
                exited(3, 1));

        LoopState next = state.after(rested());
        assertThat(agentOf(next)).isEqualTo(1);
        assertThat(next.failure()).isEqualTo(RepeatedFailure.NONE);
        assertThat(next.chain().slots().getFirst().away()).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
    }

    @Test
    void what_a_conversation_had_used_goes_with_it_and_a_new_one_begins_at_nothing() {
        Counters used = new Counters(true, Map.of("thread", new Counters.Figure(new Tokens(5, 0, 0, 1), null)));
        AgentStatement said = new AgentStatement("codex", null, "s-1", null, Spent.UNKNOWN, used, 1, 0, null, null);
        Event spoke = new Event.AttemptEnded(1, testified(AttemptReport.How.EXITED, null, said));
        Policy resuming = POLICY.with(new ConversationPolicy(ConversationPolicy.Session.RESUME, null, true));

        assertThat(countersOf(after(resuming, started(1), spoke, rested()))).isEqualTo(used);
        assertThat(countersOf(after(POLICY, started(1), spoke, rested()))).isEqualTo(Counters.FRESH);
    }

    private static Counters countersOf(LoopState state) {
        return ((Decision.StartAttempt) state.decision()).assignment().counters();
    }

    @Test
    void one_that_is_only_limited_is_waited_for_when_the_others_cannot_work_at_all() {
        LoopState second = after(CHAIN, started(1), hindered(1, Cure.WAIT, LATER), rested(), started(2));

        LoopState missing = second.after(ended(2, AttemptReport.How.NOT_STARTED, -1, null));
        assertThat(missing.decision()).isEqualTo(new Decision.WaitForLimit(LATER, Duration.ofHours(3)));
        assertThat(agentOf(missing.after(new Event.LimitEnded(LATER)))).isZero();

        LoopState loggedOut = second.after(hindered(2, Cure.NEXT, null));
        assertThat(loggedOut.decision()).isEqualTo(new Decision.WaitForLimit(LATER, Duration.ofHours(3)));
    }

    @Test
    void what_no_agent_can_mend_ends_the_loop() {
        assertThat(after(CHAIN, started(1), hindered(1, Cure.FATAL, null)).decision())
                .isEqualTo(finish(new Reason.NoAgent(new AttemptFailure.Told("hindered"))));
    }

    @Test
    void the_preferred_one_is_asked_again_after_the_other_ones_promise_was_refused() {
        Policy checked = CHAIN.withChecks(List.of("make test"));
        LoopState claimed = after(
                checked, started(1), hindered(1, Cure.WAIT, NOW.plusSeconds(1)), rested(), started(2), leftDone(2));

        LoopState refused = claimed.after(childrenEnded())
                .after(checked(checked, 1))
                .after(new Event.SignalRefused("DONE.rejected-2", NOW.plusSeconds(2)))
                .after(rested());

        assertThat(agentOf(refused)).isZero();
    }

    @Test
    void each_agent_goes_on_with_its_own_conversation() {
        Policy resuming = CHAIN.with(new ConversationPolicy(ConversationPolicy.Session.RESUME, null, true));
        LoopState first = after(resuming, started(1), spoke(1, "first"), rested());
        assertThat(sessionOf(first)).isEqualTo("first");

        LoopState second = first.after(started(2))
                .after(hindered(2, Cure.WAIT, NOW.plusSeconds(5)))
                .after(rested());
        assertThat(sessionOf(second)).isNull();

        LoopState forgotten =
                first.after(started(2)).after(hindered(2, Cure.FRESH, null)).after(rested());
        assertThat(sessionOf(forgotten)).isNull();
    }

    @Test
    void fresh_conversations_are_never_resumed() {
        assertThat(sessionOf(after(CHAIN, started(1), spoke(1, "first"), rested())))
                .isNull();
    }

    private static int agentOf(LoopState state) {
        return ((Decision.StartAttempt) state.decision()).assignment().agent();
    }

    private static @Nullable String sessionOf(LoopState state) {
        return ((Decision.StartAttempt) state.decision()).assignment().session();
    }
}
