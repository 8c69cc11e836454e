package dev.ralph.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GrantsTest {
    private static final Grant TEN = grant(10, 1_000, 60);

    private static Grant grant(int dollars, long tokens, int minutes) {
        return new Grant(BigDecimal.valueOf(dollars), tokens, Duration.ofMinutes(minutes));
    }

    private static Cost cost(Spent spent) {
        return new Cost(spent, Duration.ofMinutes(1));
    }

    private static Spent spent(int dollars, long tokens) {
        return new Spent(Map.of("model", new Tokens(tokens, 0, 0, 0)), BigDecimal.valueOf(dollars), true);
    }

    @Test
    void what_is_granted_is_not_left_for_others() {
        Grants grants = Grants.of(TEN).granting("a", grant(4, 400, 10)).granting("b", grant(6, 100, 10));

        assertThat(grants.left()).isEqualTo(grant(0, 500, 40));
        assertThat(grants.left().isUsedUp()).isTrue();
    }

    @Test
    void more_than_what_is_left_is_not_granted() {
        Grants grants = Grants.of(TEN).granting("a", grant(4, 400, 10));

        assertThatThrownBy(() -> grants.granting("b", grant(7, 1, 1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> grants.granting("b", Grant.UNBOUNDED)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> grants.granting("a", grant(1, 1, 1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void what_was_not_used_is_left_again() {
        Grants grants = Grants.of(TEN).granting("a", TEN).settling("a", cost(spent(3, 200)));

        assertThat(grants.left()).isEqualTo(grant(7, 800, 59));
        assertThat(grants.cost()).isEqualTo(cost(spent(3, 200)));
        assertThatThrownBy(() -> grants.settling("a", Cost.NOTHING)).hasMessage("a has no grant");
    }

    @Test
    void who_used_more_than_granted_leaves_less_but_never_less_than_nothing() {
        Grants grants = Grants.of(TEN).granting("a", grant(1, 1, 1)).settling("a", cost(spent(12, 2)));

        assertThat(grants.left()).isEqualTo(grant(0, 998, 59));
    }

    @Test
    void what_nobody_says_counts_as_the_whole_grant_and_what_was_said_at_least_as_that() {
        Spent noPrice = new Spent(spent(0, 50).models(), null, true);
        Spent atLeast = spent(1, 50).atLeast();

        assertThat(left(Spent.UNKNOWN)).isEqualTo(grant(6, 600, 59));
        assertThat(left(noPrice)).isEqualTo(grant(6, 950, 59));
        assertThat(left(atLeast)).isEqualTo(grant(9, 950, 59));
        assertThat(left(Spent.NOTHING)).isEqualTo(grant(10, 1_000, 59));
    }

    private static Grant left(Spent used) {
        return Grants.of(TEN)
                .granting("a", grant(4, 400, 10))
                .settling("a", cost(used))
                .left();
    }

    @Test
    void what_has_no_bound_never_gets_one() {
        Grants grants = Grants.of(Grant.UNBOUNDED)
                .granting("a", Grant.UNBOUNDED)
                .granting("b", TEN)
                .settling("a", cost(Spent.UNKNOWN));

        assertThat(grants.left()).isEqualTo(Grant.UNBOUNDED);
        assertThat(grants.left().isUsedUp()).isFalse();
    }

    @Test
    void shares_together_are_never_more_than_the_whole() {
        assertThat(TEN.share(3)).isEqualTo(new Grant(new BigDecimal("3.333333"), 333L, Duration.ofMinutes(20)));
        assertThat(grant(10, 2, 60).share(3).isUsedUp()).isTrue();
        assertThat(Grant.UNBOUNDED.share(3)).isEqualTo(Grant.UNBOUNDED);
    }

    @Test
    void a_grant_is_not_negative() {
        assertThatThrownBy(() -> new Grant(null, -1L, null))
                .hasMessage("a grant is not negative: null dollars, -1 tokens, null");
    }
}
