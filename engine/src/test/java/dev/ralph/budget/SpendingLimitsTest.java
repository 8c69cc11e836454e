package dev.ralph.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.budget.SpendingLimits.Hit;
import dev.ralph.budget.SpendingLimits.Of;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SpendingLimitsTest {
    private final SpendingLimits limits =
            new SpendingLimits(Limit.of(1000, "1.00"), Limit.of(5000, "5.00"), new Limit(9000L, null));

    @Test
    void the_limit_that_was_hit_says_by_how_much() {
        Hit tokens = limits.hit(spent(1001, "0.10"), spent(1001, "0.10"), spent(1001, "0.10"))
                .orElseThrow();
        Hit dollars = limits.hit(spent(10, "0.10"), spent(4000, "5.127"), spent(10, "9"))
                .orElseThrow();
        Hit run =
                limits.hit(spent(10, null), spent(10, null), spent(9000, null)).orElseThrow();

        assertThat(tokens).isEqualTo(new Hit.TokenLimit(Of.ATTEMPT, 1000, 1001));
        assertThat(tokens.words()).isEqualTo("the attempt's limit of 1000 tokens is used up: 1001 were used, 1 over");
        assertThat(dollars).isEqualTo(new Hit.DollarLimit(Of.TASK, new BigDecimal("5.00"), new BigDecimal("5.127")));
        assertThat(dollars.words()).isEqualTo("the task's limit of $5.00 is used up: $5.13 were spent, $0.13 over");
        assertThat(run).isEqualTo(new Hit.TokenLimit(Of.RUN, 9000, 9000));
    }

    @Test
    void below_the_limits_nothing_is_hit() {
        assertThat(limits.hit(spent(999, "0.99"), spent(4999, "4.99"), spent(8999, "1000")))
                .isEmpty();
        assertThat(SpendingLimits.NONE.hit(spent(Long.MAX_VALUE, "1e9"), Spent.UNKNOWN, Spent.UNKNOWN))
                .isEmpty();
    }

    @Test
    void what_is_unknown_hits_nothing_not_even_a_limit_of_nothing() {
        SpendingLimits strict = new SpendingLimits(Limit.of(0, "0"), Limit.NONE, Limit.NONE);

        assertThat(strict.hit(Spent.UNKNOWN, Spent.UNKNOWN, Spent.UNKNOWN)).isEmpty();
        assertThat(strict.hit(spent(1, null), Spent.UNKNOWN, Spent.UNKNOWN)).isPresent();
    }

    @Test
    void a_dollar_limit_that_cannot_be_kept_says_so() {
        assertThat(limits.blind(Spent.NOTHING)).isEmpty();
        assertThat(limits.blind(spent(5, "0.1"))).isEmpty();
        assertThat(limits.blind(Spent.UNKNOWN))
                .contains("the limit in dollars cannot be kept: the agent does not say what it uses");
        assertThat(limits.blind(spent(5, null)))
                .contains("the limit in dollars cannot be kept: not every price is known for m; add them to a price"
                        + " table (docs/prices.md), or limit tokens");
        assertThat(SpendingLimits.NONE.blind(Spent.UNKNOWN)).isEmpty();
    }

    @Test
    void limits_are_finite_by_default_and_never_negative() {
        for (Limit limit : new Limit[] {
            SpendingLimits.STANDARD.attempt(), SpendingLimits.STANDARD.task(), SpendingLimits.STANDARD.run()
        }) {
            assertThat(limit.tokens()).isNotNull();
            assertThat(limit.dollars()).isNotNull();
        }
        assertThatThrownBy(() -> Limit.of(-1, "1")).hasMessageContaining("-1 tokens makes no sense");
        assertThatThrownBy(() -> Limit.of(1, "-1")).hasMessageContaining("-1 dollars makes no sense");
    }

    @Test
    void less_than_a_cent_is_not_shown_as_nothing() {
        assertThat(Dollars.words(new BigDecimal("0.0004"))).isEqualTo("$0.000400");
        assertThat(Dollars.words(BigDecimal.ZERO)).isEqualTo("$0.00");
        assertThat(Dollars.words(new BigDecimal("12.345"))).isEqualTo("$12.35");
    }

    private static Spent spent(long tokens, @Nullable String dollars) {
        return new Spent(
                Map.of("m", new Tokens(tokens, 0, 0, 0)), dollars == null ? null : new BigDecimal(dollars), true);
    }
}
