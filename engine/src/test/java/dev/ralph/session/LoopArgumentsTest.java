package dev.ralph.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LoopArgumentsTest {

    @Test
    void the_basic_example_of_the_document_is_understood() {
        assertParsed(
                "\"Implement the user authentication feature. Create login, register, and logout endpoints with proper"
                        + " validation.\"",
                "Implement the user authentication feature. Create login, register, and logout endpoints with proper"
                        + " validation.",
                StartLoopOptions.NONE);
    }

    @Test
    void the_example_with_options_is_understood() {
        assertParsed(
                "\"Fix all TypeScript errors in src/\" --max-iterations=25 --completion-promise=ALL_FIXED",
                "Fix all TypeScript errors in src/",
                StartLoopOptions.of(25, "ALL_FIXED"));
    }

    @Test
    void the_task_may_be_in_any_quotes_or_none() {
        assertParsed("'Fix \"it\"'", "Fix \"it\"", StartLoopOptions.NONE);
        assertParsed("\"Say \\\"hi\\\"\"", "Say \"hi\"", StartLoopOptions.NONE);
        assertParsed("  Fix it  ", "Fix it", StartLoopOptions.NONE);
        assertParsed("don't stop", "don't stop", StartLoopOptions.NONE);
        assertParsed("\"never closed", "\"never closed", StartLoopOptions.NONE);
        assertParsed("Fix a--b --max-iterations=5", "Fix a--b", new StartLoopOptions(5, null, null));
        assertParsed("\"keep --verbose\" --max-iterations=5", "keep --verbose", new StartLoopOptions(5, null, null));
    }

    @Test
    void a_promise_may_be_in_quotes_and_a_value_may_stand_apart() {
        assertParsed(
                "fix --completion-promise=\"ALL FIXED\" --max-iterations 3",
                "fix",
                StartLoopOptions.of(3, "ALL FIXED"));
        assertParsed("fix --completion-promise 'A B'", "fix", new StartLoopOptions(null, "A B", null));
    }

    @Test
    void what_is_not_understood_is_refused_and_says_what_to_do() {
        assertThatThrownBy(() -> LoopArguments.parse("fix --max-iteration=5"))
                .hasMessageContaining("'--max-iteration=5' is not understood")
                .hasMessageContaining("--max-iterations=N");
        assertThatThrownBy(() -> LoopArguments.parse("\"fix\" it")).hasMessageContaining("'it' is not understood");
        assertThatThrownBy(() -> LoopArguments.parse("fix --max-iterations=0"))
                .hasMessageContaining("--max-iterations=0 is not a limit");
        assertThatThrownBy(() -> LoopArguments.parse("--max-iterations=5")).hasMessageContaining("no task is given");
    }

    private static void assertParsed(String text, String prompt, StartLoopOptions options) {
        assertThat(LoopArguments.parse(text)).isEqualTo(new LoopArguments(prompt, options));
    }
}
