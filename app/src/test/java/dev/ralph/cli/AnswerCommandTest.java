package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An agent asks, a person answers, the agent continues.
@Timeout(120)
class AnswerCommandTest {
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

        Shell.Said run = shell.run("--on-question", "park", "--max-restarts", "2", "--", "sh", "-c", ASKS);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(5);
        assertThat(run.out())
                .contains("answer with: ralph answer task-001 \"...\"; continue with: ralph resume --task task-001");
        assertThat(shell.ralph("answer").out()).contains("task-001: Which database?");
        assertThat(shell.ralph("answer", "task-001").err()).contains("the answer is missing");

        assertThat(shell.ralph("answer", "task-001", "SQLite").code()).isZero();
        assertThat(shell.ralph("answer", "task-001", "MySQL").err())
                .contains("no open question has the id or the task task-001");
        Shell.Said resumed = shell.ralph("resume", "task-001");

        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(resumed.out()).contains("Answered by ").contains("COMPLETED after 2 attempts");
    }
}
