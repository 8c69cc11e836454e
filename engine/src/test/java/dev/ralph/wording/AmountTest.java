package dev.ralph.wording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountTest {

    @Test
    void one_of_a_thing_is_no_plural() {
        assertThat(Amount.of(0, "attempt")).isEqualTo("0 attempts");
        assertThat(Amount.of(1, "attempt")).isEqualTo("1 attempt");
        assertThat(Amount.of(2, "attempt")).isEqualTo("2 attempts");
        assertThat(Amount.of(1, "entry", "entries")).isEqualTo("1 entry");
        assertThat(Amount.of(3, "entry", "entries")).isEqualTo("3 entries");
    }
}
