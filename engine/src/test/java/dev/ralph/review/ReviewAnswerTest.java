package dev.ralph.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReviewAnswerTest {
    private static final String MARK = "0123456789abcdef0123456789abcdef";

    @Test
    void an_approval_is_the_last_line_with_the_mark_of_this_review() {
        assertThat(ReviewAnswer.of("Fine.\n<verdict id=\"" + MARK + "\">approve</verdict>\n\n", MARK))
                .isEqualTo(new ReviewAnswer.Approved());
    }

    @Test
    void a_rejection_has_a_reason() {
        assertThat(ReviewAnswer.of("<verdict id=\"" + MARK + "\">reject: the test was deleted</verdict>", MARK))
                .isEqualTo(new ReviewAnswer.Rejected("the test was deleted"));
        assertThat(ReviewAnswer.of("<verdict id=\"" + MARK + "\">reject:  </verdict>", MARK))
                .isEqualTo(new ReviewAnswer.Malformed("rejects without a reason"));
        assertThat(ReviewAnswer.of("<verdict id=\"" + MARK + "\">reject: " + "x".repeat(5000) + "</verdict>", MARK))
                .isEqualTo(new ReviewAnswer.Rejected("x".repeat(1000)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " \n ",
                "approve",
                "LGTM",
                "<verdict>approve</verdict>",
                "<verdict id=\"MARK\">approve</verdict>",
                "<verdict id=\"ffffffffffffffffffffffffffffffff\">approve</verdict>",
                "<verdict id=\"0123456789abcdef0123456789abcdef\">approve",
                "<verdict id=\"0123456789abcdef0123456789abcdef\">maybe</verdict>",
                "<verdict id=\"0123456789abcdef0123456789abcdef\"></verdict>",
                "<verdict id=\"0123456789abcdef0123456789abcdef\">approve</verdict> if the test is repaired",
                "<verdict id=\"0123456789abcdef0123456789abcdef\">approve</verdict>\nBut see above.",
                "I would say <verdict id=\"0123456789abcdef0123456789abcdef\">approve</verdict>",
                "<verdict id=\"0123456789abcdef0123456789abcdef\"></verdict"
            })
    void everything_else_is_no_approval(String words) {
        assertThat(ReviewAnswer.of(words, MARK)).isInstanceOf(ReviewAnswer.Malformed.class);
    }

    @Test
    void a_program_that_only_repeats_its_prompt_approves_nothing() {
        String prompt = new ReviewRequest("Do it", "+x", List.of(), MARK).prompt();

        assertThat(ReviewAnswer.of(prompt, MARK)).isInstanceOf(ReviewAnswer.Malformed.class);
    }

    @Test
    void a_request_shows_task_change_and_checks_and_what_the_answer_looks_like() {
        String prompt = new ReviewRequest("Do %s it", "+100%", List.of("- make test: passed"), MARK).prompt();

        assertThat(prompt)
                .contains("Do %s it")
                .contains("+100%")
                .contains("- make test: passed")
                .contains("<verdict id=\"" + MARK + "\">approve</verdict>");
        assertThatThrownBy(() -> new ReviewRequest("a", "b", List.of(), "guess"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
