package dev.ralph.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckOrderTest {
    private static final Check CLAIM = new Check.Claim(CheckFields.NONE);

    @Test
    void what_costs_least_comes_first_and_equals_stay_in_order() {
        List<Check> given = List.of(
                new Review(CheckFields.NONE),
                Check.Command.shell("make test"),
                new Check.Ratchet(),
                Check.Command.shell("make lint"),
                new Check.Tamper(CheckFields.NONE),
                GitFact.COMMITTED,
                new Check.Validate("v.sh"),
                new Check.FileExists("a"),
                CLAIM);

        assertThat(CheckOrder.of(given.stream().map(Check::line).toList(), List.of()))
                .containsExactly(
                        CLAIM.line(),
                        GitFact.COMMITTED.line(),
                        new Check.FileExists("a").line(),
                        new Check.Tamper(CheckFields.NONE).line(),
                        "make test",
                        "make lint",
                        new Check.Validate("v.sh").line(),
                        new Check.Ratchet().line(),
                        new Review(CheckFields.NONE).line());
    }

    @Test
    void a_layer_that_somebody_asked_for_is_not_added_again() {
        Check asked = new Check.Claim(new CheckFields(Map.of("stage", "coder")));
        assertThat(CheckOrder.of(List.of("make", asked.line()), List.of(CLAIM))).containsExactly(asked.line(), "make");
        assertThat(CheckOrder.of(List.of("make"), List.of(CLAIM))).containsExactly(CLAIM.line(), "make");
    }

    @Test
    void a_check_that_is_asked_for_twice_is_made_once() {
        assertThat(CheckOrder.of(List.of("make", "make"), List.of())).containsExactly("make");
    }

    @Test
    void nothing_asked_for_and_no_layer_is_nothing() {
        assertThat(CheckOrder.of(List.of(), List.of())).isEmpty();
    }

    @Test
    void a_command_that_writes_reports_brings_the_ratchet_that_reads_them() {
        String reports = new Check.Command("make", 0, null, null, null, null, List.of("out/*.xml"), null).line();
        String ratchet = new Check.Ratchet().line();

        assertThat(CheckOrder.of(List.of(reports), List.of())).containsExactly(reports, ratchet);
        assertThat(CheckOrder.of(List.of(ratchet, reports), List.of())).containsExactly(reports, ratchet);
        assertThat(CheckOrder.of(List.of("make"), List.of())).containsExactly("make");
    }

    @Test
    void words_and_guards_prove_nothing_by_themselves() {
        String guard = new Check.Tamper(CheckFields.NONE).line();

        assertThat(CheckOrder.proves(List.of(CLAIM.line(), guard))).isFalse();
        assertThat(CheckOrder.proves(List.of(guard, "make"))).isTrue();
        assertThat(CheckOrder.proves(List.of())).isFalse();
    }

    @Test
    void everything_cheap_comes_before_the_guard_and_everything_that_runs_after_it() {
        String guard = new Check.Tamper(CheckFields.NONE).line();
        List<String> cheap = List.of(GitFact.CHANGED.line(), GitFact.TREE_CLEAN.line());
        String tests = new Check.TestPassing("x", null).line();
        String stages = "{\"type\":\"multi_stage\",\"stages\":[{\"check\":\"make\"}]}";

        List<String> order = CheckOrder.of(List.of(stages, tests, guard, cheap.getFirst(), cheap.getLast()), List.of());

        assertThat(order).startsWith(cheap.getFirst(), cheap.getLast(), guard).hasSize(5);
        assertThat(order.getLast()).isEqualTo(tests);
    }
}
