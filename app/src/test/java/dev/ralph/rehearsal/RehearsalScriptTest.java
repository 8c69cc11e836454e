package dev.ralph.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RehearsalScriptTest {

    @Test
    void every_step_is_understood() {
        RehearsalScript script = RehearsalScript.parse("s", """
                # a comment
                attempt 1
                  say  Hello there
                  complain oh
                  sleep 1m30s
                  write a/b.txt <<END
                  # as it stands

                say no step
                END
                  append a.txt one line
                  post PROGRESS half way

                attempt 7
                  done
                  wait
                  crash
                  hang
                otherwise
                  exit 42
                """);

        assertThat(script)
                .isEqualTo(new RehearsalScript(
                        Map.of(
                                1,
                                List.of(
                                        new ScriptStep.Say("Hello there"),
                                        new ScriptStep.Complain("oh"),
                                        new ScriptStep.Sleep(Duration.ofSeconds(90)),
                                        new ScriptStep.Write("a/b.txt", "  # as it stands\n\nsay no step\n"),
                                        new ScriptStep.Append("a.txt", "one line"),
                                        new ScriptStep.Post("PROGRESS", "half way")),
                                7,
                                List.of(
                                        new ScriptStep.Done(),
                                        new ScriptStep.Wait(),
                                        new ScriptStep.Crash(),
                                        new ScriptStep.Hang())),
                        List.of(new ScriptStep.Exit(42))));
        assertThat(script.of(1)).contains(script.attempts().get(1));
        assertThat(script.of(2)).contains(List.of(new ScriptStep.Exit(42)));
    }

    @Test
    void an_attempt_without_a_part_has_nothing_to_play() {
        assertThat(RehearsalScript.parse("s", "attempt 1\nsay x").of(2)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "say x                              | s:1: `say` stands before the first `attempt`",
                "attempt one                        | s:1: `attempt` needs a number from 1 on, as in `attempt 1`",
                "attempt 0                          | s:1: `attempt` needs a number from 1 on, as in `attempt 1`",
                "attempt 1;attempt 1                | s:2: attempt 1 is given twice",
                "otherwise;otherwise                | s:2: `otherwise` is given twice",
                "attempt 1;;craash                  | s:3: unknown step 'craash'; did you mean 'crash'?",
                "attempt 1;exit                     | s:2: `exit` needs a code from 0 to 255, as in `exit 1`",
                "attempt 1;exit 256                 | s:2: `exit` needs a code from 0 to 255, as in `exit 1`",
                "attempt 1;done now                 | s:2: `done` takes nothing, but 'now' follows",
                "attempt 1;append a.txt             | s:2: `append` needs a file and a text, as in `append notes.txt one more line`",
                "attempt 1;write a.txt hello        | s:2: `write` needs a file and an end mark, as in `write notes.txt <<END`",
                "attempt 1;write a.txt <<END;x;y    | s:2: the text of `write` has no end: a line with only `END` is missing",
                "# nothing                          | s:1: there is nothing to play: begin with `attempt 1`"
            })
    void what_is_not_understood_is_an_error_with_its_line(String script, String message) {
        assertThatThrownBy(() -> RehearsalScript.parse("s", script.replace(';', '\n')))
                .isInstanceOf(BadScript.class)
                .hasMessage(message);
    }

    @Test
    void a_strange_duration_is_an_error_with_its_line() {
        assertThatThrownBy(() -> RehearsalScript.parse("s", "attempt 1\nsleep soon"))
                .isInstanceOf(BadScript.class)
                .hasMessageStartingWith("s:2: `sleep`: ");
    }
}
