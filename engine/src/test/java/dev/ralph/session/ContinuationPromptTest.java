package dev.ralph.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ContinuationPromptTest {

    @Test
    void the_template_is_that_of_the_document_with_its_two_blanks() {
        assertThat(ContinuationPrompt.TEMPLATE)
                .isEqualTo(
                        "[RALPH LOOP - ITERATION {{ITERATION}}/{{MAX}}]\n\nYour previous attempt did not output the completion"
                                + " promise. Continue working on the task.\n\nIMPORTANT:\n- Review your progress so far\n-"
                                + " Continue from where you left off  \n- When FULLY complete, output:"
                                + " <promise>{{PROMISE}}</promise>\n- Do not stop until the task is truly done\n\nOriginal"
                                + " task:\n{{PROMPT}}");
    }

    @Test
    void every_placeholder_is_filled_once_and_nothing_that_was_filled_in_is_filled_again() {
        Map<String, String> values = Map.of("A", "{{B}}", "B", "{{A}}$1\\");

        assertThat(ContinuationPrompt.filled("{{A}}{{B}}-{{A}}", values)).isEqualTo("{{B}}{{A}}$1\\-{{B}}");
        assertThat(ContinuationPrompt.filled("{{{A}}} {{C}} {{ {{A}} }} {{", values))
                .isEqualTo("{{{B}}} {{C}} {{ {{B}} }} {{");
        assertThat(ContinuationPrompt.filled("", values)).isEmpty();
    }
}
