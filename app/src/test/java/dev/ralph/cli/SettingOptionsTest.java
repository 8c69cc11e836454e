package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.config.AgentCommand;
import dev.ralph.config.AgentKeys;
import dev.ralph.config.Configuration;
import dev.ralph.config.Effective;
import dev.ralph.config.Keys;
import dev.ralph.config.LimitKeys;
import dev.ralph.config.ProofKeys;
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
            List.of(Command.of("run", "Run", "Run.", _ -> 0)
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
                        "")
                .settings();

        assertThat(settings.loop())
                .isEqualTo(new Settings.Loop(
                        5, Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofMinutes(1), null));
        assertThat(settings.limits().idleTimeout()).isNull();
        assertThat(settings.limits().timeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.proof().checks()).containsExactly("make a, b", "make c");
        assertThat(settings.root()).isEqualTo(project.resolve("runs"));
        assertThat(settings.agent()).isEqualTo(new AgentCommand.Words(List.of("claude", "-p", "")));
    }

    @Test
    void the_origin_is_the_flag_as_it_was_typed() {
        Effective effective = load("run", "--check=x", "--command", "claude -p");

        assertThat(effective.origin(ProofKeys.CHECKS)).hasToString("flag --check");
        assertThat(effective.origin(AgentKeys.COMMAND)).hasToString("flag --command");
        assertThat(effective.settings().agent()).isEqualTo(new AgentCommand.Shell("claude -p"));
    }

    @Test
    void every_option_shows_the_default_of_its_key() {
        assertThat(SettingOptions.all()).hasSize(Keys.all().size() - 3);
        assertThat(SettingOptions.of(LimitKeys.IDLE_TIMEOUT).standard()).isEqualTo("5m");
        assertThat(SettingOptions.of(ProofKeys.CHECKS).standard()).isEmpty();
        assertThat(SettingOptions.of(ProofKeys.KEEP).words()).containsExactly("none", "commit");
    }

    private Effective load(String... words) {
        Invocation invocation = (Invocation) LINE.parse(List.of(words));
        return new Configuration(project, project, Map.of()).load(SettingOptions.given(invocation));
    }
}
