package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a loop may use up.
class CapsTest {

    @Test
    void no_attempt_starts_once_the_dollars_are_spent() {
        Policy policy = spending(new Caps.Budget(null, new BigDecimal("1")));

        LoopState state = after(policy, started(1), cost(1, "0.60"), rested(), started(2), cost(2, "0.45"));

        assertThat(state.decision()).isEqualTo(finish(reached(Reason.Cap.DOLLARS, "1.00", "1.05")));
    }

    @Test
    void what_reviewers_cost_counts_as_what_agents_do() {
        Policy policy = spending(new Caps.Budget(null, new BigDecimal("1"))).withChecks(List.of("review"));
        List<Verdict.Result> rejected = List.of(new Verdict.Result("review", 1, Duration.ZERO, "", ""));
        Event verdict = new Event.ChecksEnded(
                new Verdict(rejected, new ReviewCost(1, used("1.20").spent())));

        LoopState state = after(policy, started(1), claimed(1), childrenEnded(), verdict);

        assertThat(state.over()).hasValue(reached(Reason.Cap.DOLLARS, "1.00", "1.20"));
        assertThat(state.after(refused(1)).decision()).isEqualTo(finish(reached(Reason.Cap.DOLLARS, "1.00", "1.20")));
    }

    @Test
    void the_next_attempt_may_spend_what_is_left() {
        Policy policy = spending(new Caps.Budget(5000L, new BigDecimal("1")));

        LoopState state = after(policy, started(1), cost(1, "0.60"), rested());

        Caps.Budget left =
                ((Decision.StartAttempt) state.decision()).assignment().left();
        assertThat(left.dollars()).isEqualByComparingTo("0.40");
        assertThat(left.tokens()).isEqualTo(4000L);
    }

    @Test
    void tokens_time_and_output_are_bounded_too() {
        assertThat(after(spending(new Caps.Budget(1000L, null)), started(1), cost(1, "0.01"))
                        .decision())
                .isEqualTo(finish(reached(Reason.Cap.TOKENS, "1000", "1000")));
        Caps quick = new Caps(Caps.Budget.UNLIMITED, Caps.Budget.UNLIMITED, Duration.ofSeconds(10), null, 0, 5, false);
        assertThat(after(POLICY.with(Policy.Limits.DEFAULT.with(quick)), started(1), exited(1, 1))
                        .decision())
                .isEqualTo(finish(reached(Reason.Cap.TIME, "10", "10")));
    }

    @Test
    void the_next_attempt_may_run_for_what_is_left_of_the_loops_time() {
        Caps hour = new Caps(Caps.Budget.UNLIMITED, Caps.Budget.UNLIMITED, Duration.ofHours(1), null, 0, 5, false);

        LoopState state = after(POLICY.with(Policy.Limits.DEFAULT.with(hour)), started(1), exited(1, 1), rested());

        assertThat(((Decision.StartAttempt) state.decision()).assignment().time())
                .isEqualTo(Duration.ofSeconds(3590));
    }

    @Test
    void output_and_disk_are_bounded_over_all_attempts() {
        Caps.Budget budget = new Caps.Budget(null, null, 1000L, 5000L);
        Event first = took(1, 600, 1000);

        Caps.Budget left = ((Decision.StartAttempt)
                        after(spending(budget), started(1), first, rested()).decision())
                .assignment()
                .left();
        assertThat(left).isEqualTo(new Caps.Budget(null, null, 400L, 4000L));
        assertThat(after(spending(budget), started(1), first, rested(), started(2), took(2, 400, 0))
                        .decision())
                .isEqualTo(finish(reached(Reason.Cap.OUTPUT, "1000", "1000")));
        assertThat(after(spending(budget), started(1), first, rested(), started(2), took(2, 1, 4500))
                        .decision())
                .isEqualTo(finish(reached(Reason.Cap.DISK, "5000", "5500")));
    }

    @Test
    void every_default_is_finite() {
        Policy.Limits limits = Policy.Limits.DEFAULT;

        assertThat(limits.idle()).isNotNull();
        assertThat(limits.wall()).isNotNull();
        assertThat(limits.caps()).hasNoNullFieldsOrProperties();
        assertThat(limits.caps().attempt()).hasNoNullFieldsOrProperties();
        assertThat(limits.caps().loop()).hasNoNullFieldsOrProperties();
    }

    @Test
    void that_dollars_cannot_be_limited_is_told_once_and_by_the_attempt_that_shows_it() {
        Policy policy = spending(new Caps.Budget(null, new BigDecimal("5")));
        AttemptReport unpriced = testified(AttemptReport.How.EXITED, null, used(null));
        LoopState first = after(policy, started(1), new Event.AttemptEnded(1, unpriced));
        LoopState second = first.after(rested()).after(started(2)).after(new Event.AttemptEnded(2, unpriced));
        Caps caps = policy.limits().caps();

        assertThat(first.usage().unpriced(unpriced, caps))
                .contains(new Usage.Unpriced(new BigDecimal("5"), "claude", new TreeSet<>(Set.of("m"))));
        assertThat(second.usage().unpriced(unpriced, caps)).isEmpty();
        assertThat(first.usage()
                        .unpriced(
                                unpriced,
                                spending(Caps.Budget.UNLIMITED).limits().caps()))
                .isEmpty();
    }

    @Test
    void an_agent_that_says_nothing_of_its_use_is_told_by_name() {
        Policy policy = spending(new Caps.Budget(null, new BigDecimal("5")));
        AttemptReport silent = testified(AttemptReport.How.EXITED, null, statement(null, null, null));
        AttemptReport failed =
                testified(AttemptReport.How.EXITED, null, statement(AgentStatement.Cure.RETRY, null, null));
        AttemptReport program = report(AttemptReport.How.EXITED, 0, null, null);

        assertThat(unpriced(policy, silent))
                .contains(new Usage.Unpriced(new BigDecimal("5"), "claude", new TreeSet<>()));
        assertThat(unpriced(policy, program)).contains(new Usage.Unpriced(new BigDecimal("5"), null, new TreeSet<>()));
        assertThat(unpriced(policy, failed)).as("it may have used nothing").isEmpty();
        assertThat(unpriced(POLICY, program)).as("nobody asked for it").isEmpty();
    }

    private static Optional<Usage.Unpriced> unpriced(Policy policy, AttemptReport report) {
        return after(policy, started(1), new Event.AttemptEnded(1, report))
                .usage()
                .unpriced(report, policy.limits().caps());
    }

    @Test
    void an_attempt_that_was_ended_early_does_not_make_the_limit_in_dollars_blind() {
        Spent early = used("0.60").spent().atLeast();
        AgentStatement said = new AgentStatement("claude", null, "s", "m", early, Counters.FRESH, 1, 0, null, null);
        AttemptReport report = testified(AttemptReport.How.WALL_LIMIT, null, said);
        Policy policy = spending(new Caps.Budget(null, new BigDecimal("1")));

        LoopState state = after(policy, started(1), new Event.AttemptEnded(1, report));

        assertThat(state.usage().unpriced(report, policy.limits().caps())).isEmpty();
    }

    @Test
    void done_in_the_attempt_that_reached_a_cap_still_counts() {
        Policy policy = spending(new Caps.Budget(1000L, null));
        AttemptReport report = testified(AttemptReport.How.EXITED, Signal.DONE, used("0.01"));

        assertThat(after(policy, started(1), new Event.AttemptEnded(1, report)).phase())
                .isInstanceOf(Phase.AwaitingChildren.class);
    }

    @Test
    void nobody_waits_for_a_providers_limit_after_which_nothing_may_start() {
        Policy policy = spending(new Caps.Budget(1000L, null));
        AgentStatement.Hindrance limit =
                new AgentStatement.Hindrance(AgentStatement.Cure.WAIT, "limited", "test", NOW.plusSeconds(60));
        AgentStatement used = used("0.01");
        AgentStatement limited =
                new AgentStatement("claude", null, "s", "m", used.spent(), Counters.FRESH, 1, 0, limit, null);

        assertThat(after(
                                policy,
                                started(1),
                                new Event.AttemptEnded(1, testified(AttemptReport.How.EXITED, null, limited)))
                        .decision())
                .isEqualTo(finish(reached(Reason.Cap.TOKENS, "1000", "1000")));
    }

    @Test
    void a_loop_that_is_resumed_with_less_than_it_has_used_is_over() {
        LoopState resting = after(spending(new Caps.Budget(5000L, null)), started(1), cost(1, "0.01"));

        assertThat(resting.after(resumed(spending(new Caps.Budget(1000L, null))))
                        .decision())
                .isEqualTo(finish(reached(Reason.Cap.TOKENS, "1000", "1000")));
    }

    @Test
    void resuming_an_exhausted_loop_needs_a_larger_purse() {
        Policy poor = spending(new Caps.Budget(1000L, null));
        LoopState over = after(poor, started(1), cost(1, "0.01"), over(Outcome.EXHAUSTED));

        assertThat(over.after(resumed(poor)).decision()).isInstanceOf(Decision.Finish.class);
        assertThat(over.after(resumed(spending(new Caps.Budget(2000L, null)))).decision())
                .isInstanceOf(Decision.StartAttempt.class);
    }

    @Test
    void a_loop_that_goes_on_with_a_smaller_purse_starts_no_further_attempt() {
        LoopState resting = after(spending(new Caps.Budget(5000L, null)), started(1), cost(1, "0.01"));

        assertThat(resting.after(resumed(spending(new Caps.Budget(1000L, null))))
                        .decision())
                .isEqualTo(finish(reached(Reason.Cap.TOKENS, "1000", "1000")));
    }

    @Test
    void what_a_stopped_attempt_cost_is_counted() {
        LoopState state = after(POLICY, started(1), stop(Event.StopKind.STOP), cost(1, "0.60"));

        assertThat(state.usage().spent().dollars()).isEqualByComparingTo("0.60");
    }

    @Test
    void what_a_lost_attempt_had_cost_is_counted_and_can_end_the_loop() {
        Policy policy = spending(new Caps.Budget(null, new BigDecimal("1")));

        LoopState one = after(policy, started(1), lost(1, used("0.60")), rested());

        assertThat(((Decision.StartAttempt) one.decision()).assignment().left().dollars())
                .isEqualByComparingTo("0.40");
        assertThat(one.after(started(2)).after(lost(2, used("0.45"))).decision())
                .isEqualTo(finish(reached(Reason.Cap.DOLLARS, "1.00", "1.05")));
        assertThat(after(policy, started(1), stop(Event.StopKind.STOP), lost(1, used("0.60")))
                        .usage()
                        .spent()
                        .dollars())
                .isEqualByComparingTo("0.60");
    }

    @Test
    void attempts_that_change_nothing_block_the_loop() {
        Policy policy = POLICY.with(Policy.Limits.DEFAULT.with(caps(Caps.DEFAULT, 2, 5)));

        LoopState state = after(
                policy,
                started(1),
                left(1, "a"),
                rested(),
                started(2),
                left(2, "a"),
                rested(),
                started(3),
                left(3, "a"));

        assertThat(state.decision()).isEqualTo(finish(new Reason.NoChange(2)));
        assertThat(after(policy, started(1), left(1, "a"), rested(), started(2), left(2, "b"), rested())
                        .decision())
                .isInstanceOf(Decision.StartAttempt.class);
    }

    @Test
    void an_attempt_is_compared_with_what_it_began_with() {
        Policy policy = POLICY.with(Policy.Limits.DEFAULT.with(caps(Caps.DEFAULT, 2, 5)));

        assertThat(after(policy, started(1), moved(1, "a", "a"), rested(), started(2), moved(2, "b", "b"))
                        .decision())
                .as("somebody else changed something in between")
                .isEqualTo(finish(new Reason.NoChange(2)));
        assertThat(after(policy, started(1), moved(1, "a", "b"), rested(), started(2), moved(2, "b", "b"), rested())
                        .decision())
                .isInstanceOf(Decision.StartAttempt.class);
    }

    @Test
    void the_same_failure_tells_more_than_that_nothing_changed() {
        Policy policy = POLICY.with(new Policy.Limits(9, null, null, 1 << 20, 2, caps(Caps.DEFAULT, 2, 5)));

        assertThat(after(policy, started(1), failed(1), rested(), started(2), failed(2))
                        .decision())
                .isEqualTo(finish(new Reason.SameFailure(new AttemptFailure.ExitCode(7), 2)));
    }

    @Test
    void a_breaker_of_one_tells_of_one_time() {
        Policy policy = POLICY.with(new Policy.Limits(9, null, null, 1 << 20, 1, caps(Caps.DEFAULT, 0, 5)));

        assertThat(after(policy, started(1), failed(1)).decision())
                .isEqualTo(finish(new Reason.SameFailure(new AttemptFailure.ExitCode(7), 1)));
    }

    private static Event failed(int attempt) {
        return new Event.AttemptEnded(
                attempt,
                report(AttemptReport.How.EXITED, 7, null, new AttemptFailure.ExitCode(7))
                        .with(null, new AttemptEffect("a", "a", 0)));
    }

    @Test
    void attempts_that_only_claim_to_be_done_block_the_loop_too() {
        Policy policy = POLICY.with(Policy.Limits.DEFAULT.with(caps(Caps.DEFAULT, 2, 5)))
                .withChecks(List.of("test"));
        Event[] claim = {
            started(1),
            claimed(1),
            childrenEnded(),
            checked(policy, 1),
            refused(1),
            rested(),
            started(2),
            claimed(2),
            childrenEnded(),
            checked(policy, 1),
            refused(2)
        };

        assertThat(after(policy, claim).decision()).isEqualTo(finish(new Reason.NoChange(2)));
    }

    @Test
    void an_agent_that_says_it_cannot_go_on_blocks_the_loop() {
        AttemptReport report = testified(AttemptReport.How.EXITED, Signal.GAVE_UP, used("0.01"));

        assertThat(after(POLICY, started(1), new Event.AttemptEnded(1, report)).decision())
                .isEqualTo(finish(new Reason.GaveUp()));
    }

    @Test
    void a_remark_about_the_promise_reaches_the_next_prompt() {
        AttemptReport report =
                testified(AttemptReport.How.EXITED, null, statement(null, null, new Reason.PromiseWithoutWork()));

        Decision next = after(POLICY, started(1), new Event.AttemptEnded(1, report), rested())
                .decision();

        assertThat(((Decision.StartAttempt) next).refusal()).isEqualTo(new Reason.PromiseWithoutWork());
    }

    @Test
    void caps_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> new Caps.Budget(0L, null)).hasMessageContaining("token limit");
        assertThatThrownBy(() -> new Caps.Budget(null, BigDecimal.ZERO)).hasMessageContaining("dollar limit");
        assertThatThrownBy(() -> caps(Caps.DEFAULT, -1, 5)).hasMessageContaining("no-change");
        assertThatThrownBy(() -> caps(Caps.DEFAULT, 0, 0)).hasMessageContaining("provider limits");
    }

    private static Policy spending(Caps.Budget budget) {
        Caps caps = new Caps(Caps.Budget.UNLIMITED, budget, null, null, 0, 5, false);
        return POLICY.with(Policy.Limits.DEFAULT.with(caps));
    }

    private static AgentStatement used(@Nullable String dollars) {
        BigDecimal cost = dollars == null ? null : new BigDecimal(dollars);
        Spent spent = new Spent(Map.of("m", new Tokens(900, 0, 0, 100)), cost, true);
        return new AgentStatement("claude", null, "s", "m", spent, Counters.FRESH, 1, 0, null, null);
    }

    private static Event cost(int attempt, String dollars) {
        return new Event.AttemptEnded(attempt, testified(AttemptReport.How.EXITED, null, used(dollars)));
    }

    static Event left(int attempt, String tree) {
        return left(attempt, null, new AttemptEffect(null, tree, 0), 0);
    }

    private static Event moved(int attempt, String before, String after) {
        return left(attempt, null, new AttemptEffect(before, after, 0), 0);
    }

    private static Event claimed(int attempt) {
        return left(attempt, Signal.DONE, new AttemptEffect("a", "a", 0), 0);
    }

    private static Event took(int attempt, long output, long disk) {
        return left(attempt, null, new AttemptEffect(null, null, disk), output);
    }

    static Event left(int attempt, @Nullable Signal signal, AttemptEffect effect, long output) {
        AttemptReport report = report(AttemptReport.How.EXITED, 0, signal, null)
                .with(
                        new AttemptReport.Captured(output / 2, 0, ""),
                        new AttemptReport.Captured(output - output / 2, 0, ""))
                .with(null, effect);
        return new Event.AttemptEnded(attempt, report);
    }
}
