package dev.ralph.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What each agent reports, and what must come out of it.
class UsageMeterTest {
    private static final Prices PRICES = Prices.parse("test", """
            models:
              big: {input: 10, cacheRead: 1, cacheWrite: 12, output: 50}
              small: {input: 1, cacheRead: 0.1, cacheWrite: 1, output: 5}
            """);

    private final UsageMeter meter = new UsageMeter(PRICES, Counters.FRESH);

    @Test
    void claude_repeats_the_usage_of_a_message_and_states_the_whole_at_the_end() {
        meter.model("big");
        report("msg_1", "big", new Tokens(100, 0, 50, 1), null, UsageScope.CALL);
        report("msg_1", "big", new Tokens(100, 0, 50, 1), null, UsageScope.CALL);
        report("msg_2", "big", new Tokens(20, 150, 0, 2), null, UsageScope.CALL);

        assertThat(meter.spent().tokens()).isEqualTo(new Tokens(120, 150, 50, 3));

        report("big", "big", new Tokens(120, 150, 50, 700), "0.0371", UsageScope.PROCESS);

        assertThat(meter.spent())
                .isEqualTo(new Spent(Map.of("big", new Tokens(120, 150, 50, 700)), new BigDecimal("0.0371"), true));
    }

    @Test
    void claude_states_costs_for_the_process_so_the_second_turn_is_not_added_to_the_first() {
        report("big", "big", new Tokens(100, 0, 0, 10), "0.50", UsageScope.PROCESS);
        report("big", "big", new Tokens(300, 0, 0, 30), "1.25", UsageScope.PROCESS);

        assertThat(meter.spent())
                .isEqualTo(new Spent(Map.of("big", new Tokens(300, 0, 0, 30)), new BigDecimal("1.25"), true));
    }

    @Test
    void sub_agents_count_once_whether_the_last_word_includes_them_or_not() {
        report("main", "big", new Tokens(100, 0, 0, 10), null, UsageScope.CALL);
        report("sub", "small", new Tokens(1000, 0, 0, 100), null, UsageScope.CALL);
        report("turn", null, new Tokens(100, 0, 0, 40), null, UsageScope.TURN);

        assertThat(meter.spent().models())
                .isEqualTo(Map.of("big", new Tokens(100, 0, 0, 10), "small", new Tokens(1000, 0, 0, 100)));

        report("big", "big", new Tokens(100, 0, 0, 40), "0.01", UsageScope.PROCESS);
        report("small", "small", new Tokens(1000, 0, 0, 120), "0.02", UsageScope.PROCESS);

        assertThat(meter.spent())
                .isEqualTo(new Spent(
                        Map.of("big", new Tokens(100, 0, 0, 40), "small", new Tokens(1000, 0, 0, 120)),
                        new BigDecimal("0.03"),
                        true));
    }

    @Test
    void codex_counts_over_the_thread_so_a_resumed_attempt_pays_only_the_difference() {
        meter.model("big");
        report("thread", null, new Tokens(1000, 500, 0, 200), null, UsageScope.SESSION);

        assertThat(meter.spent())
                .isEqualTo(new Spent(Map.of("big", new Tokens(1000, 500, 0, 200)), dollars("0.0205"), true));

        UsageMeter second = new UsageMeter(PRICES, meter.counters());
        second.model("big");
        second.add(new UsageReport("thread", null, new Tokens(1600, 900, 0, 350), null, UsageScope.SESSION));

        assertThat(second.spent().tokens()).isEqualTo(new Tokens(600, 400, 0, 150));
    }

    @Test
    void a_thread_that_was_begun_elsewhere_is_not_charged_for_its_past_and_says_so() {
        UsageMeter resumed = new UsageMeter(PRICES, Counters.UNKNOWN);
        resumed.model("big");
        resumed.add(new UsageReport("thread", null, new Tokens(9000, 0, 0, 100), null, UsageScope.SESSION));

        assertThat(resumed.spent()).isEqualTo(Spent.UNKNOWN);

        resumed.add(new UsageReport("thread", null, new Tokens(9500, 0, 0, 200), null, UsageScope.SESSION));

        assertThat(resumed.spent())
                .isEqualTo(new Spent(Map.of("big", new Tokens(500, 0, 0, 100)), dollars("0.0100"), false));
        assertThat(resumed.counters().figures().get("thread"))
                .isEqualTo(new Counters.Figure(new Tokens(9500, 0, 0, 200), null));
    }

    @Test
    void a_counter_that_falls_began_anew_and_nothing_is_taken_back() {
        report("thread", null, new Tokens(1000, 0, 0, 0), null, UsageScope.SESSION);
        report("thread", null, new Tokens(30, 0, 0, 0), null, UsageScope.SESSION);
        report("thread", null, new Tokens(50, 0, 0, 0), null, UsageScope.SESSION);

        assertThat(meter.spent().tokens()).isEqualTo(new Tokens(1050, 0, 0, 0));
    }

    @Test
    void money_that_falls_with_its_counter_began_anew_too() {
        report("big", "big", new Tokens(100, 0, 0, 0), "1.00", UsageScope.PROCESS);
        report("big", "big", new Tokens(10, 0, 0, 0), "0.10", UsageScope.PROCESS);

        assertThat(meter.spent())
                .isEqualTo(new Spent(Map.of("big", new Tokens(110, 0, 0, 0)), new BigDecimal("1.10"), true));
    }

    @Test
    void a_counter_that_says_nothing_once_in_between_did_not_begin_anew() {
        report("thread", "big", new Tokens(100, 0, 0, 0), null, UsageScope.SESSION);
        report("thread", "big", Tokens.NONE, null, UsageScope.SESSION);
        report("thread", "big", new Tokens(150, 0, 0, 0), null, UsageScope.SESSION);

        assertThat(meter.spent().tokens()).isEqualTo(new Tokens(150, 0, 0, 0));
    }

    @Test
    void of_equal_figures_the_one_about_the_whole_counts_because_it_names_models_and_covers_all() {
        report("m1", null, new Tokens(100, 0, 0, 0), "0.10", UsageScope.CALL);
        report("m2", null, new Tokens(100, 0, 0, 0), null, UsageScope.CALL);
        report("all", "small", new Tokens(200, 0, 0, 0), "0.10", UsageScope.PROCESS);

        assertThat(meter.spent())
                .isEqualTo(new Spent(Map.of("small", new Tokens(200, 0, 0, 0)), new BigDecimal("0.1"), true));
    }

    @Test
    void opencode_states_tokens_and_costs_step_by_step() {
        report("step-1", "big", new Tokens(10, 90, 0, 5), "0.001", UsageScope.CALL);
        report("step-2", "big", new Tokens(20, 80, 0, 6), "0.002", UsageScope.CALL);

        assertThat(meter.spent())
                .isEqualTo(new Spent(Map.of("big", new Tokens(30, 170, 0, 11)), new BigDecimal("0.003"), true));
    }

    @Test
    void a_cost_of_nothing_beside_tokens_says_nothing_so_the_table_is_asked() {
        report("step-1", "small", new Tokens(1_000_000, 0, 0, 0), "0", UsageScope.CALL);
        report("step-2", "unheard-of", new Tokens(7, 0, 0, 0), "0", UsageScope.CALL);

        assertThat(meter.spent().dollars()).isEqualByComparingTo("1");
        assertThat(meter.spent().complete()).isFalse();
    }

    @Test
    void steps_without_a_stated_cost_are_priced_and_added_to_those_with_one() {
        report("step-1", "small", new Tokens(1_000_000, 0, 0, 0), "0.75", UsageScope.CALL);
        report("step-2", "small", new Tokens(2_000_000, 0, 0, 0), null, UsageScope.CALL);

        assertThat(meter.spent().dollars()).isEqualByComparingTo("2.75");
    }

    @Test
    void a_model_whose_cost_the_agent_does_not_know_is_priced_beside_the_others() {
        report("big", "big", new Tokens(100, 0, 0, 0), "0.10", UsageScope.PROCESS);
        report("small", "small", new Tokens(1_000_000, 0, 0, 0), "0", UsageScope.PROCESS);

        assertThat(meter.spent().dollars()).isEqualByComparingTo("1.10");

        report("cost", null, Tokens.NONE, "0.20", UsageScope.PROCESS);
        assertThat(meter.spent().dollars()).as("money for all of them").isEqualByComparingTo("0.30");
    }

    @Test
    void an_acp_agent_may_state_money_for_the_session_and_tokens_for_the_turn_in_any_order() {
        Counters before = new Counters(true, Map.of("cost", new Counters.Figure(Tokens.NONE, dollars("1.00"))));
        UsageMeter resumed = new UsageMeter(PRICES, before);
        resumed.add(new UsageReport("cost", null, Tokens.NONE, dollars("1.20"), UsageScope.SESSION));
        resumed.add(new UsageReport("turn", "big", new Tokens(100, 0, 0, 10), null, UsageScope.TURN));
        resumed.add(new UsageReport("cost", null, Tokens.NONE, dollars("1.50"), UsageScope.SESSION));

        assertThat(resumed.spent())
                .isEqualTo(new Spent(Map.of("big", new Tokens(100, 0, 0, 10)), dollars("0.50"), true));
        assertThat(resumed.counters().figures().get("cost"))
                .isEqualTo(new Counters.Figure(Tokens.NONE, dollars("1.50")));
    }

    @Test
    void copilot_says_nothing_which_is_unknown_and_not_nothing() {
        meter.model("big");

        assertThat(meter.spent()).isEqualTo(Spent.UNKNOWN);
        assertThat(meter.spent()).isNotEqualTo(Spent.NOTHING);
    }

    @Test
    void a_model_without_a_price_costs_unknown_dollars_and_known_tokens() {
        report("turn", "unheard-of", new Tokens(5, 0, 0, 5), null, UsageScope.TURN);

        assertThat(meter.spent()).isEqualTo(new Spent(Map.of("unheard-of", new Tokens(5, 0, 0, 5)), null, true));
    }

    @Test
    void what_no_model_is_named_for_was_used_by_the_agents_own_model() {
        report("turn", null, new Tokens(1_000_000, 0, 0, 0), null, UsageScope.TURN);
        assertThat(meter.spent().models()).containsOnlyKeys(Spent.UNNAMED);

        meter.model("small");
        assertThat(meter.spent().models()).containsOnlyKeys("small");
        assertThat(meter.spent().dollars()).isEqualByComparingTo("1");
    }

    @Test
    void the_calls_tell_which_models_a_figure_without_a_model_is_about() {
        meter.model("big");
        report("c1", "big", new Tokens(10, 0, 0, 1), null, UsageScope.CALL);
        report("c2", "small", new Tokens(90, 0, 0, 1), null, UsageScope.CALL);
        report("turn", null, new Tokens(100, 0, 0, 30), null, UsageScope.TURN);

        assertThat(meter.spent().models())
                .isEqualTo(Map.of("big", new Tokens(10, 0, 0, 29), "small", new Tokens(90, 0, 0, 1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1e999999999", "1e-999999999", "1000000001"})
    void absurd_money_is_refused_and_the_rest_is_not_complete(String absurd) {
        report("turn", "small", new Tokens(1_000_000, 0, 0, 0), absurd, UsageScope.TURN);

        assertThat(meter.spent().dollars()).isEqualByComparingTo("1");
        assertThat(meter.spent().complete()).isFalse();
    }

    @Test
    void absurd_tokens_are_refused() {
        report("turn", "small", new Tokens(Long.MAX_VALUE, Long.MAX_VALUE, 0, 1), null, UsageScope.TURN);

        assertThat(meter.spent()).isEqualTo(Spent.UNKNOWN);
    }

    @Test
    void a_flood_of_keys_and_models_takes_bounded_memory_and_is_still_counted() {
        String longName = "m".repeat(1_000);
        for (int i = 0; i < 30_000; i++) {
            report(longName + i, longName + i, new Tokens(1, 0, 0, 1), null, UsageScope.CALL);
        }

        assertThat(meter.spent().tokens()).isEqualTo(new Tokens(30_000, 0, 0, 30_000));
        assertThat(meter.spent().models()).hasSizeLessThan(70);
    }

    @Test
    void a_flood_of_counters_does_not_grow_from_attempt_to_attempt() {
        Counters counters = Counters.FRESH;
        for (int attempt = 0; attempt < 5; attempt++) {
            UsageMeter next = new UsageMeter(PRICES, counters);
            for (int i = 0; i < 1000; i++) {
                next.add(new UsageReport(attempt + "-" + i, null, new Tokens(1, 0, 0, 0), null, UsageScope.SESSION));
            }
            counters = next.counters();
        }

        assertThat(counters.figures()).hasSizeLessThanOrEqualTo(64);
    }

    @Test
    void sums_over_attempts_keep_what_is_unknown_apart_from_nothing() {
        Spent priced = new Spent(Map.of("big", new Tokens(1, 0, 0, 1)), dollars("0.25"), true);
        Spent unpriced = new Spent(Map.of("big", new Tokens(2, 0, 0, 2)), null, true);

        assertThat(Spent.NOTHING.plus(priced)).isEqualTo(priced);
        assertThat(Spent.NOTHING.plus(Spent.UNKNOWN)).isEqualTo(Spent.UNKNOWN);
        assertThat(priced.plus(unpriced))
                .isEqualTo(new Spent(Map.of("big", new Tokens(3, 0, 0, 3)), dollars("0.25"), false));
        assertThat(unpriced.plus(unpriced).dollars()).isNull();
        assertThat(priced.plus(priced).dollars()).isEqualByComparingTo("0.50");
    }

    private void report(String key, @Nullable String model, Tokens tokens, @Nullable String dollars, UsageScope scope) {
        meter.add(new UsageReport(key, model, tokens, dollars == null ? null : new BigDecimal(dollars), scope));
    }

    private static BigDecimal dollars(String text) {
        return new BigDecimal(text);
    }
}
