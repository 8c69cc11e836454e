package dev.ralph.ratchet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ratchet.UnittestSummary.Counts;
import org.junit.jupiter.api.Test;

class UnittestSummaryTest {
    @Test
    void the_last_lines_say_how_many_tests_pass_and_fail() {
        assertThat(UnittestSummary.of("...\n-----\nRan 3 tests in 0.001s\n\nOK\n"))
                .contains(new Counts(3, 0));
        assertThat(UnittestSummary.of("Ran 12 tests in 1.5s\n\nFAILED (failures=1, errors=2, skipped=3)\n"))
                .contains(new Counts(6, 3));
        assertThat(UnittestSummary.of("Ran 1 test in 0.000s\n\nFAILED (errors=1)"))
                .contains(new Counts(0, 1));
        assertThat(UnittestSummary.of("Ran 5 tests in 0.1s\n\nOK (skipped=1, expected failures=1)\n"))
                .contains(new Counts(3, 0));
    }

    @Test
    void other_output_says_nothing() {
        assertThat(UnittestSummary.of("Ran away\nOK\n")).isEmpty();
        assertThat(UnittestSummary.of("Ran 3 tests in 0.001s\n")).isEmpty();
    }
}
