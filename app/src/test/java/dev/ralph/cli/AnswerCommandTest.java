package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An agent asks, a person answers, the agent continues.
@Timeout(120)
class AnswerCommandTest {
    /// Waits in its first attempt until somebody said something, ends, and reads it in the second.
    private static final String LISTENS = """
            if grep -q '> Use SQLite' "$RUN_FOLDER/prompt.md"; then touch "$TASK_FOLDER/DONE"; exit; fi
            touch begun; until grep -q 'Use SQLite' "$TASK_FOLDER/TASK-MESSAGE-BUS.md"; do sleep 0.05; done
            """;

    private static final String ASKS = """
            if [ -e asked ]; then grep -q '> SQLite' "$RUN_FOLDER/prompt.md" && touch "$TASK_FOLDER/DONE"; exit; fi
            touch asked; echo 'Which database?' > "$TASK_FOLDER/WAIT_WITHOUT_RESTART"
            """;

    @TempDir
    Path folder;

    @Test
    void a_question_parks_the_loop_and_its_answer_is_in_the_next_prompt() {
        Shell shell = new Shell(folder);
        assertThat(shell.ralph("answer").out()).isEqualTo("no open questions\n");
        assertThat(shell.ralph("answer", "SQLite").err()).isEqualTo("ralph: no open questions\n");

        Shell.Said run = shell.run("--on-question", "park", "--max-restarts", "2", "--", "sh", "-c", ASKS);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(5);
        assertThat(run.out()).contains("Answer: ralph answer task-001 \"...\" && ralph resume task-001");
        assertThat(shell.ralph("answer").out()).contains("task-001: Which database?");
        assertThat(shell.ralph("answer", "task-001").err()).contains("the answer is missing");

        Shell.Said answered = shell.ralph("answer", "task-001", "SQLite");
        assertThat(answered.code()).isZero();
        assertThat(answered.out()).endsWith(" of task task-001; continue it: ralph resume task-001\n");
        assertThat(shell.ralph("answer", "task-001", "MySQL").err()).isEqualTo("ralph: no open questions\n");
        Shell.Said resumed = shell.ralph("resume", "task-001");

        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(resumed.out())
                .contains("Answered by ", "COMPLETED after 2 attempts")
                .contains("  1  The agent asked: Which database?  ", "     The answer: SQLite.");
    }

    @Test
    void what_is_said_while_an_attempt_runs_is_in_the_next_prompt() throws Exception {
        Shell shell = new Shell(folder);
        assertThat(shell.ralph("tell", "Use SQLite").code()).isEqualTo(2);
        assertThat(shell.ralph("tell", "other", "Use SQLite").err()).contains("No task other has run");
        CompletableFuture<Shell.Said> run =
                CompletableFuture.supplyAsync(() -> shell.run("--max-restarts", "3", "--", "sh", "-c", LISTENS));
        Waiting.until(() -> Files.exists(folder.resolve("begun")) || run.isDone());

        Shell.Said told = shell.ralph("tell", "Use SQLite");

        assertThat(told.code()).as(told.err()).isZero();
        assertThat(told.out()).isEqualTo("Sent; the next attempt of task-001 reads it\n");
        assertThat(run.get().code()).as(run.get().out()).isZero();
        assertThat(run.get().out()).contains("The user says: Use SQLite", "COMPLETED after 2 attempts");
    }

    @Test
    void what_is_said_to_a_loop_that_nobody_runs_waits_for_whoever_resumes_it() {
        Shell shell = new Shell(folder);
        shell.run("--on-question", "park", "--max-restarts", "2", "--", "sh", "-c", ASKS);

        assertThat(shell.ralph("tell", "task-001", "SQLite").code())
                .as("it answers the question")
                .isZero();
        Shell.Said resumed = shell.ralph("resume", "task-001");

        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(shell.ralph("tell", "task-001", "More").err()).contains("task task-001 has ended");
    }
}
