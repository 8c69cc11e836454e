package dev.ralph.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.engine.InScratchProject;
import dev.ralph.loop.Outcome;
import org.junit.jupiter.api.Test;

/// Programs that print the prompt they were given: what they print of it is not their word.
class PromptEchoTest extends InScratchProject {
    private int loops;

    @Test
    void a_program_that_prints_its_prompt_has_promised_nothing() throws Exception {
        assertThat(outcome("cat", "say <promise>DONE</promise> when it is done"))
                .isEqualTo(Outcome.EXHAUSTED);
    }

    @Test
    void nor_has_one_that_quotes_it_or_prints_a_task_with_the_tag_on_a_line_of_its_own() throws Exception {
        assertThat(outcome("sed 's/^/user> /'", "When all is done, print\n\n<promise>DONE</promise>\n"))
                .isEqualTo(Outcome.EXHAUSTED);
        assertThat(outcome("tr -d '\\r'", "print\r\n <promise>done</promise>\r\nand stop\r\n"))
                .isEqualTo(Outcome.EXHAUSTED);
    }

    @Test
    void what_it_says_besides_still_counts() throws Exception {
        assertThat(outcome("cat; echo; echo 'Finished: <promise>DONE</promise>'", "print <promise>DONE</promise>"))
                .isEqualTo(Outcome.COMPLETED);
        assertThat(outcome("cat; echo '<promise>DONE</promise>'", "print\n<promise>DONE</promise>\nand stop\n"))
                .isEqualTo(Outcome.COMPLETED);
    }

    private Outcome outcome(String agent, String task) throws Exception {
        return project.loop(agent)
                .as("task-" + ++loops)
                .prompt(task)
                .completionPromise("DONE")
                .maxRestarts(1)
                .run()
                .outcome();
    }
}
