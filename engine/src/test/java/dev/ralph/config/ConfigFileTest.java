package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.process.RunLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest extends InConfigFolder {
    @Test
    void a_whole_file_is_read() throws Exception {
        write("""
                # The nightly loop.
                profile: restart
                agent: [claude, -p, "--model", 'opus']
                max_restarts: 50          # enough
                restart_delay: 1m30s
                idle_timeout: off
                breaker: 3
                output_limit: 1GiB
                checks:
                  - mvn -q test
                  - |
                    test -s README.md
                env_unset: SECRET
                """);
        Settings settings = load();

        assertThat(settings.value(SettingKeys.AGENT)).containsExactly("claude", "-p", "--model", "opus");
        assertThat(settings.value(SettingKeys.MAX_RESTARTS)).isEqualTo(50);
        assertThat(settings.value(SettingKeys.RESTART_DELAY)).isEqualTo(Duration.ofSeconds(90));
        assertThat(settings.value(SettingKeys.BREAKER)).isEqualTo(3);
        assertThat(settings.maybe(SettingKeys.IDLE_TIMEOUT)).isNull();
        assertThat(settings.value(SettingKeys.OUTPUT_LIMIT)).isEqualTo(1L << 30);
        assertThat(settings.value(SettingKeys.CHECKS)).containsExactly("mvn -q test", "test -s README.md\n");
        assertThat(settings.value(SettingKeys.ENV_UNSET)).containsExactly("SECRET");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "# nothing\n", "---\n", "---\n...\n", "null\n", "~", "{}", "\ufeff", "\ufeff# x\r\n"})
    void a_file_that_says_nothing_changes_nothing(String text) throws Exception {
        write(text);
        assertThat(load().lines())
                .isEqualTo(Settings.only(FlagValues.none(), project).lines());
    }

    @Test
    void a_byte_order_mark_and_windows_line_ends_do_not_matter() throws Exception {
        write("\ufeffmax_restarts: 7\r\ncommand: echo hi\r\n");
        assertThat(load().value(SettingKeys.MAX_RESTARTS)).isEqualTo(7);
        assertThat(load().maybe(SettingKeys.COMMAND)).isEqualTo("echo hi");

        write("\ufeffmax_restart: 7\r\ngrace: x\r\n");
        assertThat(problems())
                .containsExactly(
                        at(1, 1) + "unknown key 'max_restart'; did you mean 'max_restarts'?",
                        at(2, 8)
                                + "grace: 'x' is not a duration; write a number and a unit (ms, s, m, h or d) such as 5s"
                                + " or 1m30s");
    }

    @Test
    void everything_wrong_is_reported_not_only_the_first_thing() throws Exception {
        write("""
                max_restarts: many
                restart_delay: [1s]
                poll-interval: 1s
                limits:
                  timeout: 5m
                keep: comit
                max_restarts: 5
                breaker: 0
                idle_timeout: 0s
                command:
                env_pass: [A=B]
                checks: [make, 5]
                project: 2024
                color: {when: auto}
                ? [a, b]
                : 1
                """);
        assertThat(problems())
                .containsExactly(
                        at(3, 1) + "unknown key 'poll-interval'; did you mean 'poll_interval'?",
                        at(4, 1) + "unknown key 'limits'; 'ralph config show' lists all keys",
                        at(7, 1) + "duplicate key max_restarts; first in line 1",
                        at(15, 3) + "found a list, expected the name of a key",
                        at(1, 15) + "max_restarts: found 'many', expected a whole number from 0 to 1000000",
                        at(2, 16) + "restart_delay: found a list, expected a duration such as 500ms, 5s, 10m or 1h30m",
                        at(6, 7) + "keep: found 'comit', expected none, commit or branch; did you mean 'commit'?",
                        at(8, 10)
                                + "breaker: found the number 0, expected a whole number from 1 to 1000000; or write off",
                        at(9, 15)
                                + "idle_timeout: found '0s', expected a duration longer than 0s, such as 500ms, 5s, 10m or"
                                + " 1h30m; or write off",
                        at(10, 9) + "command: found no value, expected a line for the shell",
                        at(11, 12) + "env_pass: found 'A=B', expected a list of names of environment variables such as"
                                + " [HOME, PATH]; or write all",
                        at(12, 16)
                                + "checks: found the number 5, expected a list of shell lines such as ['mvn -q test'];"
                                + " put it in quotes",
                        at(13, 10)
                                + "project: found the number 2024, expected 1 to 64 lower-case letters, digits or hyphens,"
                                + " such as my-app; put it in quotes",
                        at(14, 8) + "color: found a mapping, expected auto, always or never");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1",
                "1000001",
                "99999999999999999999",
                "1.5",
                "1e2",
                "0x10",
                "'5'",
                "+5",
                "007",
                "1_000",
                "true"
            })
    void only_a_sensible_whole_number_of_restarts_is_taken(String number) throws Exception {
        write("max_restarts: " + number);
        assertThat(problems()).singleElement().asString().endsWith("expected a whole number from 0 to 1000000");
    }

    @Test
    void the_smallest_output_limit_is_one_that_a_run_takes() throws Exception {
        write("output_limit: 8191B");
        assertThat(problems())
                .containsExactly(at(1, 15)
                        + "output_limit: found '8191B', expected a size of at least 8KiB, such as 512k, 64MB or 1GiB");
        write("output_limit: 8KiB");
        long smallest = load().value(SettingKeys.OUTPUT_LIMIT);
        assertThat(new RunLimits(null, null, Duration.ZERO, smallest).keptBytes())
                .isEqualTo(8192);
    }

    @Test
    void several_words_in_one_text_are_not_guessed_apart() throws Exception {
        write("agent: claude -p");
        assertThat(problems())
                .containsExactly(
                        at(1, 8) + "agent: found 'claude -p', which is several words; write [claude, -p], or use"
                                + " the key command for a shell line");
        write("agent: claude");
        assertThat(load().value(SettingKeys.AGENT)).containsExactly("claude");
    }

    @Test
    void what_is_no_mapping_is_refused() throws Exception {
        write("- max_restarts\n");
        assertThat(problems()).containsExactly(at(1, 1) + "found a list, expected lines such as max_restarts: 50");
        write("max_restarts 50\n");
        assertThat(problems())
                .containsExactly(at(1, 1) + "found 'max_restarts 50', expected lines such as max_restarts: 50");
    }

    @Test
    void what_config_show_prints_can_be_written_back() throws Exception {
        write("""
                agent: ['a b', "c\\td", '', '5', 'true', '#', '- x', "it's", 'é→', "\\x85"]
                project: '2024'
                checks: [' x ']
                root: '/tmp/a: b'
                idle_timeout: off
                env_pass: []
                """);
        Settings first = load();
        StringBuilder shown = new StringBuilder();
        for (Settings.Line line : first.lines()) {
            if (!line.text().isEmpty()) {
                shown.append(line.key().name()).append(": ").append(line.text()).append('\n');
            }
        }
        write(shown.toString());
        Settings again = load();
        for (SettingKey<?> key : SettingKeys.all()) {
            if (key != SettingKeys.ROLES) {
                assertThat((Object) again.maybe(key)).as(key.name()).isEqualTo(first.maybe(key));
            }
        }
    }
}
