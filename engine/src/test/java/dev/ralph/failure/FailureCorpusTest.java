package dev.ralph.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FailureCorpusTest {
    private static final FailureCorpus TUNING = FailureCorpus.named("tuning.txt");
    private static final FailureCorpus HELD_OUT = FailureCorpus.named("held-out.txt");

    @TestFactory
    Stream<DynamicTest> each_tuned_output_is_read_as_it_is_labelled() {
        return TUNING.outputs().stream()
                .map(output -> DynamicTest.dynamicTest(output.name(), () -> {
                    Failure failure = output.failure();
                    assertThat(failure.type()).as(failure.toString()).isEqualTo(output.type());
                    assertThat(failure.property()).as(failure.toString()).isEqualTo(output.property());
                    assertThat(failure.counterexample() != null)
                            .as(failure.toString())
                            .isEqualTo(output.property());
                    if (output.test() != null) {
                        assertThat(output.named(failure.location()))
                                .as(failure.toString())
                                .isTrue();
                    }
                }));
    }

    @Test
    void there_are_enough_outputs_of_every_documented_type_on_both_sides() {
        assertThat(TUNING.outputs().size() + HELD_OUT.outputs().size()).isGreaterThanOrEqualTo(200);
        for (FailureCorpus half : List.of(TUNING, HELD_OUT)) {
            for (FailureType type : FailureType.values()) {
                // A spec that cannot be read is Ralph's own finding; no other tool prints it.
                if (type != FailureType.INVALID_SPEC) {
                    assertThat(half.outputs()).anyMatch(output -> output.type() == type);
                }
            }
        }
    }

    @Test
    void the_type_of_held_out_outputs_is_right_in_95_of_100() {
        assertThat(share(HELD_OUT, output -> output.failure().type() == output.type()))
                .isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void file_and_line_are_found_in_nine_of_ten_also_where_held_out() {
        for (FailureCorpus half : List.of(TUNING, HELD_OUT)) {
            FailureCorpus placed = new FailureCorpus(half.outputs().stream()
                    .filter(output -> output.file() != null)
                    .toList());
            assertThat(share(placed, output -> output.placed(output.failure().location())))
                    .isGreaterThanOrEqualTo(0.9);
        }
    }

    @Test
    void the_outputs_show_nothing_of_the_machine_that_made_them() {
        for (FailureCorpus half : List.of(TUNING, HELD_OUT)) {
            for (FailureCorpus.Labelled output : half.outputs()) {
                assertThat(output.raw().toLowerCase(Locale.ROOT)).doesNotContain("/root", "/work/", "scratch");
            }
        }
    }

    private static double share(FailureCorpus corpus, Predicate<FailureCorpus.Labelled> right) {
        return (double) corpus.outputs().stream().filter(right).count()
                / corpus.outputs().size();
    }
}
