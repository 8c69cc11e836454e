package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.config.Configuration;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingOptionsTest {
    private static final CommandLine LINE = new CommandLine(
            "ralph",
            "",
            List.of(),
            List.of(Command.of("run", "Run", _ -> 0)
                    .summary("Run.")
                    .options(SettingOptions.all())
                    .rest("AGENT", "")));

    @TempDir
    Path project;

    @Test
    void the_flags_fixed_for_scripts_set_what_they_name() {
        Settings settings = load(
                "run",
                "--max-restarts",
                "5",
                "--restart-delay",
                "500ms",
                "--poll-interval=2s",
                "--wait-timeout",
                "1m",
                "--idle-timeout",
                "off",
                "--timeout",
                "10m",
                "--check",
                "make a, b",
                "--check",
                "make c",
                "--root",
                "runs",
                "--",
                "claude",
                "-p",
                "");

        assertThat(settings.value(SettingKeys.MAX_RESTARTS)).isEqualTo(5);
        assertThat(settings.value(SettingKeys.RESTART_DELAY)).isEqualTo(Duration.ofMillis(500));
        assertThat(settings.value(SettingKeys.POLL_INTERVAL)).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.value(SettingKeys.WAIT_TIMEOUT)).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.maybe(SettingKeys.IDLE_TIMEOUT)).isNull();
        assertThat(settings.maybe(SettingKeys.TIMEOUT)).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.value(SettingKeys.CHECKS)).containsExactly("make a, b", "make c");
        assertThat(settings.maybe(SettingKeys.ROOT)).isEqualTo(project.resolve("runs"));
        assertThat(settings.maybe(SettingKeys.AGENT)).containsExactly("claude", "-p", "");
    }

    @Test
    void the_origin_is_the_flag_as_it_was_typed() {
        Settings effective = load("run", "--check=x", "--command", "claude -p");

        assertThat(effective.origin(SettingKeys.CHECKS)).hasToString("flag --check");
        assertThat(effective.origin(SettingKeys.COMMAND)).hasToString("flag --command");
        assertThat(effective.maybe(SettingKeys.COMMAND)).isEqualTo("claude -p");
    }

    @Test
    void every_option_shows_the_default_of_its_key() {
        assertThat(SettingOptions.all()).hasSize(SettingKeys.all().size() - 8 + 2);
        assertThat(SettingOptions.of(SettingKeys.IDLE_TIMEOUT).standard()).isEqualTo("5m");
        assertThat(SettingOptions.of(SettingKeys.CHECKS).standard()).isEmpty();
        assertThat(SettingOptions.of(SettingKeys.KEEP).words()).containsExactly("none", "commit", "branch");
    }

    @Test
    void help_shows_what_most_people_need_first_and_the_rest_under_its_subject() {
        List<String> help = HelpText.of(LINE, LINE.commands().getFirst())
                .lines()
                .filter(line -> line.startsWith("  --") || line.endsWith(":"))
                .map(line -> line.endsWith(":") ? line : line.strip().split(" ")[0])
                .toList();

        assertThat(help)
                .containsSequence(
                        "Options:", "--agent", "--check", "--sandbox", "--max-cost", "--max-restarts", "The agent:")
                .containsSubsequence("The agent:", "--model", "Workspace and sandbox:", "--workspace", "--network")
                .containsSubsequence(
                        "--network", "The loop:", "--max-iterations", "Limits:", "--idle-timeout", "Proof:")
                .doesNotHaveDuplicates();
    }

    @Test
    void a_loop_that_is_resumed_is_offered_what_it_can_change() {
        assertThat(SettingOptions.resumable())
                .extracting(Option::name)
                .contains("max-restarts", "max-iterations", "check", "sandbox")
                .doesNotContain("workspace", "profile");
    }

    private Settings load(String... words) {
        Invocation invocation = (Invocation) LINE.parse(List.of(words));
        return new Configuration(project, project, Map.of()).load(SettingOptions.given(invocation));
    }
}
