package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.config.SettingKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {
    static final CommandLine SAMPLE = sample();

    private static CommandLine sample() {
        Command run = Command.of("run", "Run", _ -> 10)
                .summary("Run an agent until its task is done.")
                .option(Option.text("task", "ID", "The task.").completes(CompletionSource.TASKS))
                .option(Option.path("prompt-file", "FILE", "Read the prompt from a file."))
                .option(Option.repeated("check", "'SHELL LINE'", "Must succeed before DONE is believed."))
                .option(Option.duration("grace", "How long to wait.").standard("5s"))
                .option(Option.integer("lines", "N", "How many lines."))
                .option(SettingOptions.of(SettingKeys.CONTAINMENT))
                .option(SettingOptions.of(SettingKeys.AGENTS))
                .argument(Argument.optional("PROMPT", "What to do."))
                .rest("AGENT ARGS…", "The agent.")
                .example("ralph run --task fix -- claude -p", "run claude until DONE exists");
        Command logs = Command.of("logs", "See", _ -> 11)
                .summary("Show what an agent wrote.")
                .option(Option.flag("follow", "Wait for more.").letter('f'))
                .argument(Argument.required("TASK", "The task.").completes(CompletionSource.TASKS))
                .argument(Argument.any("FILE", "More files.").completes(CompletionSource.FILES));
        Command post = Command.of("bus post", "Talk", _ -> 12)
                .summary("Post a message.")
                .option(Option.text("type", "TYPE", "The type.").words(List.of("INFO", "FACT")));
        Command read = Command.of("bus read", "Talk", _ -> 13).summary("Read messages.");
        Command warm = Command.of("warm-up", "", _ -> 14).summary("Internal.");
        return new CommandLine(
                "ralph",
                "Runs coding agents until the work is proven done.",
                List.of(
                        Option.flag("json", "Print JSON."),
                        Option.path("dir", "DIR", "The project.").completes(CompletionSource.FOLDERS)),
                List.of(run, logs, post, read, warm));
    }

    @Test
    void options_take_their_value_after_a_space_or_an_equals_sign() {
        Invocation run = ok("run", "--task", "a=b", "--grace=1m30s", "--lines", "-3", "--prompt-file=x y", "--json");

        assertThat(run.text("task")).contains("a=b");
        assertThat(run.duration("grace")).contains(Duration.ofSeconds(90));
        assertThat(run.integer("lines")).hasValue(-3);
        assertThat(run.path("prompt-file")).contains(Path.of("x y"));
        assertThat(run.has("json")).isTrue();
        assertThat(run.has("dir")).isFalse();
        assertThat(run.text("dir")).isEmpty();
    }

    @Test
    void what_follows_the_dashes_is_left_alone() {
        Invocation run = ok("run", "--task", "t", "--", "claude", "--json", "--", "-p", "");

        assertThat(run.rest()).containsExactly("claude", "--json", "--", "-p", "");
        assertThat(run.has("json")).isFalse();
        assertThat(run.argument("PROMPT")).isEmpty();
    }

    @Test
    void a_command_without_agent_takes_words_after_the_dashes_as_arguments() {
        assertThat(ok("logs", "--", "-strange").argument("TASK")).contains("-strange");
    }

    @Test
    void arguments_and_options_mix() {
        Invocation logs = ok("logs", "t", "-f", "-", "b");

        assertThat(logs.argument("TASK")).contains("t");
        assertThat(logs.arguments("FILE")).containsExactly("-", "b");
        assertThat(logs.has("follow")).isTrue();
    }

    @Test
    void options_that_go_everywhere_may_stand_before_the_command() throws Exception {
        Invocation post = ok("--json", "--dir", "run", "bus", "post");

        assertThat(post.command().path()).isEqualTo("bus post");
        assertThat(post.path("dir")).contains(Path.of("run"));
        assertThat(post.run()).isEqualTo(12);
    }

    @Test
    void a_repeated_option_keeps_all_its_values_in_order() {
        assertThat(ok("run", "--check", "b", "--check=a", "--check", "").all("check"))
                .containsExactly("b", "a", "");
    }

    @Test
    void a_flag_given_twice_is_no_contradiction() {
        assertThat(ok("run", "--json", "--json").has("json")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            run --tsak t                | unknown flag --tsak; did you mean '--task'?         | ralph run --help
            run --tsak=t                | unknown flag --tsak; did you mean '--task'?         | ralph run --help
            run --max-restrats 3        | unknown flag --max-restrats; put -- before AGENT ARGS… if it belongs there | ralph run --help
            run claude -p               | unknown flag -p; put -- before AGENT ARGS… if it belongs there | ralph run --help
            run claude now              | 'now' is one argument too many; put quotes around the text, and -- before AGENT ARGS… | ralph run --help
            run --task                  | --task needs a value: --task ID                     | ralph run --help
            run --task --json           | --task needs a value: --task ID, but '--json' follows (if that is the value, write --task=--json) | ralph run --help
            run --task a --task b       | --task is given twice, as 'a' and 'b'; keep one     | ralph run --help
            run --json=yes              | --json takes no value, but was given 'yes'          | ralph run --help
            run --grace 5               | --grace: '5' has no unit after 5; the units are ms, s, m, h or d, as in 5s | ralph run --help
            run --lines many            | --lines: found 'many', expected a whole number      | ralph run --help
            run --lines 99999999999999999999 | --lines: found '99999999999999999999', expected a whole number | ralph run --help
            run --prompt-file=          | --prompt-file: found '', expected a path            | ralph run --help
            logs                        | TASK is missing: ralph logs [OPTIONS] TASK [FILE…]  | ralph logs --help
            logs -x t                   | unknown flag -x                                     | ralph logs --help
            logs -fx t                  | unknown flag -fx                                    | ralph logs --help
            bus read extra              | 'extra' is one argument too many                    | ralph bus read --help
            bus                         | 'bus' needs to know what to do: post, read          | ralph bus --help
            bus --json                  | 'bus' needs to know what to do: post, read          | ralph bus --help
            bus raed                    | unknown command 'bus raed'; did you mean 'read'?    | ralph bus --help
            rnu                         | unknown command 'rnu'; did you mean 'run'?          | ralph --help
            xyzzy                       | unknown command 'xyzzy'; to start a task: ralph run xyzzy | ralph --help
            help rnu                    | unknown command 'rnu'; did you mean 'run'?          | ralph --help
            --task t                    | unknown flag --task; it goes after a command, as in ralph run --task | ralph --help
            --jsn run                   | unknown flag --jsn; did you mean '--json'?          | ralph --help
            -- claude                   | name a command before --, as in ralph run -- AGENT  | ralph --help
            """)
    void a_mistake_is_named_and_the_right_way_shown(String typed, String message, String help) {
        assertThat(SAMPLE.parse(List.of(typed.split(" ")))).isEqualTo(new ParsedCommandLine.Misuse(message, help));
    }

    @Test
    void asking_for_an_option_the_command_does_not_have_is_a_mistake_in_the_program() {
        assertThatThrownBy(() -> ok("bus", "read").has("task")).hasMessage("'bus read' has no option --task");
        assertThatThrownBy(() -> ok("bus", "read").argument("X")).hasMessage("'bus read' has no argument X");
    }

    @Test
    void version_is_only_asked_for_before_a_command() {
        assertThat(SAMPLE.parse(List.of("--version"))).isEqualTo(new ParsedCommandLine.Version());
        assertThat(SAMPLE.parse(List.of("run", "--version"))).isInstanceOf(ParsedCommandLine.Misuse.class);
    }

    static Invocation ok(String... words) {
        ParsedCommandLine parsed = SAMPLE.parse(List.of(words));
        assertThat(parsed).as(String.join(" ", words)).isInstanceOf(Invocation.class);
        return (Invocation) parsed;
    }
}
