package dev.ralph.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReviewCheckTest {
    private static Review review(String options) {
        return (Review) Check.of("{\"type\":\"review\"" + (options.isEmpty() ? "" : "," + options) + "}");
    }

    private static void refused(String options, String why) {
        assertThatThrownBy(() -> review(options))
                .isInstanceOf(InvalidCheck.class)
                .hasMessageContaining(why);
    }

    @Test
    void unless_told_otherwise_it_is_asked_ten_times_about_changes_that_can_be_read() {
        assertThat(review("").maxReviews()).isEqualTo(10);
        assertThat(review("").maxDiff()).isEqualTo(400_000);
        assertThat(review("").timeout()).isNull();
        assertThat(review("").reviewer()).isEqualTo(new Reviewer(null, null, List.of(), null, null));
    }

    @Test
    void what_is_asked_for_is_what_it_has() {
        Review all = review("\"agent\":\"codex\",\"model\":\"m\",\"agent_args\":[\"-v\"],\"timeout\":\"5m\","
                + "\"max_diff\":1,\"max_reviews\":1");

        assertThat(all.reviewer()).isEqualTo(new Reviewer("codex", "m", List.of("-v"), null, null));
        assertThat(all.timeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(all.maxDiff()).isEqualTo(1);
        assertThat(all.maxReviews()).isEqualTo(1);
        assertThat(review("\"command\":\"ask\",\"stream\":\"claude\"").reviewer())
                .isEqualTo(new Reviewer(null, null, List.of(), "ask", "claude"));
    }

    @Test
    void what_does_not_go_together_is_refused() {
        refused("\"agent\":\"codex\",\"command\":\"ask\"", "`command` stands beside `agent`");
        refused("\"model\":\"m\"", "`model` needs an `agent`");
        refused("\"agent_args\":[\"-v\"]", "`agent_args` needs an `agent`");
        refused("\"stream\":\"claude\"", "`stream` says what a `command` prints");
        refused("\"max_diff\":0", "`max_diff` is 0: it must be at least 1");
        refused("\"max_reviews\":0", "`max_reviews` is 0: it must be at least 1");
        refused("\"timeout\":0", "`timeout` must be more than zero");
        refused("\"agnt\":\"codex\"", "`agnt` is not known here");
    }

    @Test
    void somebody_else_makes_a_review_that_names_nobody() {
        Reviewer other = new Reviewer("codex", "m", List.of("-v"), null, null);

        Review made = review("\"max_reviews\":3").or(other);

        assertThat(made.reviewer()).isEqualTo(other);
        assertThat(made.maxReviews()).isEqualTo(3);
        assertThat(review("")
                        .or(new Reviewer(null, null, List.of(), "ask", "claude"))
                        .line())
                .isEqualTo("{\"type\":\"review\",\"command\":\"ask\",\"stream\":\"claude\"}");
        assertThat(review("\"agent\":\"claude\"").or(other).reviewer().agent()).isEqualTo("claude");
        assertThat(review("\"command\":\"ask\"").or(other).reviewer().command()).isEqualTo("ask");
    }
}
