package dev.ralph.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
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

        assertThat(grants.left()).isEqualTo(grant(0, 500, 60));
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
    void shares_together_are_never_more_than_the_whole_and_time_is_not_shared() {
        assertThat(TEN.share(3, Grant.UNBOUNDED))
                .isEqualTo(new Grant(new BigDecimal("3.333333"), 333L, Duration.ofMinutes(60)));
        assertThat(Grant.UNBOUNDED.share(3, Grant.UNBOUNDED)).isEqualTo(Grant.UNBOUNDED);
        Grant crumbs = grant(10, 2, 60);
        assertThat(crumbs.share(3, Grant.UNBOUNDED))
                .as("what cannot be divided")
                .isEqualTo(crumbs);
    }

    @Test
    void who_has_a_limit_of_its_own_gets_that_as_far_as_it_is_left() {
        assertThat(TEN.share(3, grant(4, 2_000, 90))).isEqualTo(grant(4, 1_000, 60));
        Grant onlyDollars = new Grant(BigDecimal.valueOf(4), null, null);
        assertThat(TEN.share(2, onlyDollars)).isEqualTo(grant(4, 500, 60));
    }

    @Test
    void time_that_children_work_at_once_counts_once() {
        Cost brief = new Cost(Spent.NOTHING, Duration.ofMinutes(10));
        Cost lasting = new Cost(Spent.NOTHING, Duration.ofMinutes(25));
        Grants grants = Grants.of(TEN)
                .granting("a", grant(1, 1, 60))
                .granting("b", grant(1, 1, 60))
                .settling("a", brief);
        assertThat(grants.left()).isEqualTo(grant(9, 999, 50));

        grants = grants.granting("c", grant(1, 1, 50)).settling("c", brief);
        assertThat(grants.left().time()).isEqualTo(Duration.ofMinutes(40));
        assertThat(grants.settling("b", lasting).left().time()).isEqualTo(Duration.ofMinutes(35));
    }

    @Test
    void a_child_that_waits_holds_what_it_used_and_comes_back_with_what_is_left_of_the_rest() {
        Grants grants = Grants.of(TEN).granting("a", TEN).parking("a", cost(spent(3, 200)));
        assertThat(grants.left()).isEqualTo(grant(7, 800, 59));

        Grants alone = grants.returning("a");
        assertThat(has(alone, "a")).isEqualTo(TEN);
        assertThat(alone.left()).isEqualTo(grant(0, 0, 59));

        Grants both = grants.granting("b", grant(5, 800, 59));
        assertThat(both.mayReturn("a")).as("no token is left").isFalse();
        assertThat(has(both.returning("a"), "a")).isEqualTo(grant(5, 200, 60));
        Grants later = both.settling("b", new Cost(spent(1, 100), Duration.ofMinutes(20)));
        assertThat(later.mayReturn("a")).isTrue();
        Grants back = later.returning("a");
        assertThat(has(back, "a")).isEqualTo(grant(9, 900, 40));
        assertThat(back.settling("a", new Cost(spent(4, 300), Duration.ofMinutes(6)))
                        .left())
                .isEqualTo(grant(5, 600, 34));
    }

    @Test
    void of_a_child_that_waits_and_whose_use_nobody_knows_all_is_held() {
        Grants grants = Grants.of(TEN).granting("a", grant(4, 400, 10));

        assertThat(grants.parking("a", null)).isEqualTo(grants);
        assertThat(grants.parking("a", cost(Spent.UNKNOWN)).left()).isEqualTo(grant(6, 600, 59));
    }

    @Test
    void under_a_new_limit_what_a_waiting_child_used_before_does_not_count() {
        Grants grants = Grants.of(TEN)
                .granting("a", TEN)
                .parking("a", cost(spent(3, 200)))
                .renewed(grant(5, 500, 30));
        assertThat(grants.left()).isEqualTo(grant(5, 500, 30));

        Grants back = grants.returning("a");
        assertThat(has(back, "a")).isEqualTo(grant(8, 700, 31));
        assertThat(back.settling("a", new Cost(spent(5, 300), Duration.ofMinutes(11)))
                        .left())
                .isEqualTo(grant(3, 400, 20));
    }

    @Test
    void under_a_new_limit_a_child_whose_use_nobody_knows_gets_no_more_than_that() {
        Grants grants = Grants.of(TEN)
                .granting("a", TEN)
                .parking("a", cost(Spent.UNKNOWN))
                .renewed(grant(5, 500, 30));

        assertThat(grants.left()).isEqualTo(grant(5, 500, 30));
        assertThat(has(grants.returning("a"), "a")).isEqualTo(grant(5, 500, 31));
    }

    @Test
    void under_a_lower_limit_a_child_has_less() {
        Grants grants = Grants.of(TEN)
                .granting("a", grant(1, 1, 1))
                .settling("a", cost(spent(1, 100)))
                .granting("b", grant(9, 900, 59))
                .within(grant(4, 2_000, 60));

        assertThat(has(grants, "b")).isEqualTo(grant(3, 900, 59));
        assertThat(grants.left()).isEqualTo(grant(0, 0, 59));
    }

    @Test
    void a_child_is_cut_off_where_it_used_up_less_than_its_own_limit() {
        Grants grants = Grants.of(TEN).granting("a", grant(4, 400, 10));

        assertThat(grants.isCut("a", cost(spent(4, 1)), grant(5, 400, 10))).isTrue();
        assertThat(grants.isCut("a", cost(spent(4, 1)), grant(4, 400, 10))).isFalse();
        assertThat(grants.isCut("a", cost(spent(3, 1)), grant(5, 400, 10))).isFalse();
        assertThat(grants.isCut("a", cost(spent(4, 1)), Grant.UNBOUNDED)).isTrue();
    }

    private static Grant has(Grants grants, String child) {
        return Objects.requireNonNull(grants.granted(child));
    }

    @Test
    void a_grant_is_not_negative() {
        assertThatThrownBy(() -> new Grant(null, -1L, null))
                .hasMessage("a grant is not negative: null dollars, -1 tokens, null, null attempts");
    }
}
