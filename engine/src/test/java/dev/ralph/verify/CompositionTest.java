package dev.ralph.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompositionTest {
    private static final Check CLAIM = new Check.Claim(Fields.NONE);

    @Test
    void what_costs_least_comes_first_and_equals_stay_in_order() {
        List<Check> given = List.of(
                new Check.Review(Fields.NONE),
                Check.Command.shell("make test"),
                new Check.Ratchet(Fields.NONE),
                Check.Command.shell("make lint"),
                new Check.Tamper(Fields.NONE),
                new Check.Committed(),
                new Check.Validate("v.sh"),
                new Check.FileExists("a"),
                CLAIM);

        assertThat(Composition.of(given.stream().map(Check::line).toList(), List.of()))
                .containsExactly(
                        CLAIM.line(),
                        new Check.Committed().line(),
                        new Check.FileExists("a").line(),
                        new Check.Tamper(Fields.NONE).line(),
                        "make test",
                        "make lint",
                        new Check.Validate("v.sh").line(),
                        new Check.Ratchet(Fields.NONE).line(),
                        new Check.Review(Fields.NONE).line());
    }

    @Test
    void a_layer_that_somebody_asked_for_is_not_added_again() {
        Check asked = new Check.Claim(new Fields(Map.of("stage", "coder")));
        assertThat(Composition.of(List.of("make", asked.line()), List.of(CLAIM)))
                .containsExactly(asked.line(), "make");
        assertThat(Composition.of(List.of("make"), List.of(CLAIM))).containsExactly(CLAIM.line(), "make");
    }

    @Test
    void a_check_that_is_asked_for_twice_is_made_once() {
        assertThat(Composition.of(List.of("make", "make"), List.of())).containsExactly("make");
    }

    @Test
    void nothing_asked_for_and_no_layer_is_nothing() {
        assertThat(Composition.of(List.of(), List.of())).isEmpty();
    }
}
