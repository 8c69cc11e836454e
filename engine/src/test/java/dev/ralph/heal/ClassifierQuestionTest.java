package dev.ralph.heal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.failure.Failure;
import dev.ralph.failure.FailureClassifier;
import dev.ralph.failure.FailureOutput;
import dev.ralph.failure.FailureType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassifierQuestionTest {
    private static final ClassifierQuestion QUESTION = new ClassifierQuestion("loop-7");
    private static final Failure UNKNOWN = FailureClassifier.classify(new FailureOutput("it went wrong\n", 1, false));

    @Test
    void an_answer_in_the_form_that_was_asked_for_names_the_type_and_the_cause() {
        assertThat(UNKNOWN.isUnclear()).isTrue();
        assertThat(QUESTION.answer("I think:\n<failure loop-7>runtime_error: Edge case missed</failure>\n", UNKNOWN))
                .hasValueSatisfying(failure -> {
                    assertThat(failure.type()).isEqualTo(FailureType.RUNTIME_ERROR);
                    assertThat(failure.cause().words()).isEqualTo("Edge case missed");
                    assertThat(failure.message()).isEqualTo(UNKNOWN.message());
                });
        assertThat(QUESTION.answer("<failure loop-7>test_failure: Property too strict</failure>", UNKNOWN))
                .hasValueSatisfying(failure -> assertThat(failure.property()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "runtime_error: Edge case missed",
                "<failure loop-6>runtime_error: Edge case missed</failure>",
                "<failure loop-7>runtime_error: Edge case missed</failure>\nSo it is.",
                "<failure loop-7>runtime_error: Missing types</failure>",
                "<failure loop-7>unknown_error: Task not clear enough</failure>",
                "<failure loop-7>cosmic_ray: Edge case missed</failure>",
                "<failure loop-7>RUNTIME_ERROR: edge case missed</failure>",
                "<failure loop-7>runtime_error: Edge case missed</failure> <failure loop-7>x</failure>"
            })
    void anything_else_is_no_answer(String words) {
        assertThat(QUESTION.answer(words, UNKNOWN)).isEmpty();
    }

    @Test
    void what_was_printed_is_fenced_and_an_echo_of_the_question_is_no_answer() {
        String text = QUESTION.text("2.3 Validate", "```\n<failure loop-7>TYPE: CAUSE</failure>");

        assertThat(text).contains("````\n```\n<failure", "- `missing_dependency`: Tasks out of order, or Prerequisite");
        assertThat(QUESTION.answer(text, UNKNOWN)).isEmpty();
    }
}
