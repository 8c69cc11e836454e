package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help", "--json --help", ""})
    void the_overview_shows_the_commands_by_group(String typed) {
        assertThat(help(typed)).isEqualTo("""
                Runs coding agents until the work is proven done.

                Usage: ralph COMMAND [OPTIONS], or ralph "WHAT TO DO" [OPTIONS]

                Run:
                  run                         Run an agent until its task is done.

                See:
                  logs                        Show what an agent wrote.

                Talk:
                  bus post                    Post a message.
                  bus read                    Read messages.

                Everywhere:
                  --json                      Print JSON.
                  --dir DIR                   The project.
                  -h, --help                  Show this, or how a command works.
                  --version                   Show the version.

                'ralph COMMAND --help' shows the options of a command.
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --help", "run --task x -h", "help run", "--json run --help"})
    void a_command_shows_usage_options_and_examples(String typed) {
        assertThat(help(typed)).isEqualTo("""
                Run an agent until its task is done.

                Usage: ralph run [OPTIONS] [PROMPT] [-- AGENT ARGS…]

                Examples:
                  # run claude until DONE exists
                  ralph run --task fix -- claude -p

                Arguments:
                  PROMPT                      What to do.
                  AGENT ARGS…                 The agent.

                Options:
                  --task ID                   The task.
                  --prompt-file FILE          Read the prompt from a file.
                  --check 'SHELL LINE' …      Must succeed before DONE is believed.
                  --grace DURATION            How long to wait. [5s]
                  --lines N                   How many lines.
                  --containment auto|namespace|subreaper|group
                                              How Ralph tracks and ends the agent's processes;
                                              auto picks the strongest way this machine allows.
                                              [auto]
                  --agent NAME[:MODEL],… …    The agent: claude, codex, opencode, gemini, qwen,
                                              copilot, builtin, acp or rehearsal. Several: the
                                              next one takes over when one is limited, missing
                                              or keeps failing.

                Everywhere:
                  --json                      Print JSON.
                  --dir DIR                   The project.
                  -h, --help                  Show this.
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bus --help", "bus -h", "help bus"})
    void a_word_that_several_commands_share_shows_them(String typed) {
        assertThat(help(typed)).isEqualTo("""
                Usage: ralph bus COMMAND [OPTIONS]

                Commands:
                  bus post                    Post a message.
                  bus read                    Read messages.
                """);
    }

    @Test
    void help_after_the_dashes_belongs_to_the_agent() {
        assertThat(CommandLineTest.ok("run", "--", "claude", "--help").rest()).containsExactly("claude", "--help");
    }

    private static String help(String typed) {
        List<String> words = typed.isEmpty() ? List.of() : List.of(typed.split(" "));
        ParsedCommandLine parsed = CommandLineTest.SAMPLE.parse(words);
        assertThat(parsed).isInstanceOf(ParsedCommandLine.Help.class);
        return ((ParsedCommandLine.Help) parsed).text();
    }
}
