package dev.ralph.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TokensTest {
    @Test
    void figures_add_up_and_never_go_below_nothing() {
        Tokens some = new Tokens(1, 2, 3, 4);

        assertThat(some.total()).isEqualTo(10);
        assertThat(some.plus(some)).isEqualTo(new Tokens(2, 4, 6, 8));
        assertThat(some.minus(new Tokens(0, 5, 3, 1))).isEqualTo(new Tokens(1, 0, 0, 3));
    }

    @Test
    void absurd_sums_stay_at_the_largest_number() {
        Tokens most = new Tokens(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

        assertThat(most.total()).isEqualTo(Long.MAX_VALUE);
        assertThat(most.plus(most)).isEqualTo(most);
    }

    @Test
    void negative_figures_are_refused() {
        assertThatThrownBy(() -> new Tokens(0, 0, 0, -1)).hasMessageContaining("cannot be negative");
    }
}
