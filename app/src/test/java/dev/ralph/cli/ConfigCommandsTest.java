package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.config.ConfigSchema;
import dev.ralph.config.SettingKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandsTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void a_configuration() throws Exception {
        file = folder.resolve(".ralph/config.yaml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "# ours\nmax_restarts: 7\n");
    }

    @Test
    void show_prints_every_setting_as_it_could_stand_in_the_file() {
        TypedCommand show = TypedCommand.in(folder, "config", "show");

        assertThat(show.code()).isZero();
        assertThat(show.out()).contains("max_restarts: 7\n", "restart_delay: 1s\n", "# agent: not set\n");
        assertThat(show.out().lines()).hasSize(SettingKeys.all().size());
    }

    @Test
    void origin_names_the_file_the_variable_or_the_flag() {
        Map<String, String> environment = Map.of("RALPH_TIMEOUT", "9m", "RALPH_TIMEOUTS", "1m");
        TypedCommand show = TypedCommand.in(folder, environment, "config", "show", "--origin", "--breaker", "4");

        assertThat(show.out())
                .contains("max_restarts: 7  # project " + file + ":2\n")
                .contains("timeout: 9m  # environment RALPH_TIMEOUT\n")
                .contains("breaker: 4  # flag --breaker\n")
                .contains("grace: 5s  # default\n");
        assertThat(show.err()).contains("RALPH_TIMEOUTS").contains("did you mean RALPH_TIMEOUT?");
        assertThat(TypedCommand.in(folder, "config", "show", "--json").out())
                .contains("{\"key\":\"max_restarts\",\"value\":7,\"source\":\"project\",\"where\":\"" + file + ":2\"}")
                .contains("{\"key\":\"agent\",\"value\":null,\"source\":\"default\",\"where\":\"\"}");
    }

    @Test
    void colour_is_a_setting_like_any_other() throws Exception {
        Files.writeString(file, "color: always\n");

        assertThat(TypedCommand.in(folder, "config", "show", "--origin").out())
                .contains("color: always\033[2m  # project ");
        assertThat(TypedCommand.in(folder, "config", "show").out()).doesNotContain("\033");
        assertThat(TypedCommand.in(folder, "doctor").out()).contains("\033[32mready\033[0m ");
        assertThat(TypedCommand.in(folder, Map.of("RALPH_COLOR", "never"), "doctor")
                        .out())
                .doesNotContain("\033");
    }

    @Test
    void check_shows_every_mistake_with_its_place() throws Exception {
        assertThat(TypedCommand.in(folder, "config", "check").out()).isEqualTo("no mistakes\n");
        Files.writeString(file, "max_restart: 7\ntimeout: 5\n");

        TypedCommand check = TypedCommand.in(folder, "config", "check");

        assertThat(check.code()).isEqualTo(2);
        assertThat(check.out()).isEmpty();
        assertThat(check.err().lines()).hasSize(2);
        assertThat(check.err()).contains(file + ":1:1: ", "max_restarts", file + ":2:10: timeout: ");
        assertThat(TypedCommand.in(folder, "config", "check", "--json").out())
                .startsWith("{\"ok\":false,\"problems\":[{\"where\":\"" + file + ":1:1\"");
    }

    @Test
    void check_of_one_file_looks_at_nothing_else() throws Exception {
        Files.writeString(file, "broken: [\n");
        Path good = Files.writeString(folder.resolve("good.yaml"), "timeout: 5m\n");
        Path bad = Files.writeString(folder.resolve("bad.yaml"), "timeout: -5m\n");

        assertThat(TypedCommand.in(folder, "config", "check", good.toString()))
                .returns(0, TypedCommand::code)
                .returns(good + ": no mistakes\n", TypedCommand::out);
        TypedCommand wrong = TypedCommand.in(folder, "config", "check", bad.toString());
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).startsWith(bad + ":1:10: ");
        TypedCommand missing = TypedCommand.in(
                folder, "config", "check", folder.resolve("none").toString());
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("there is no file");
    }

    @Test
    void schema_is_the_published_one() {
        assertThat(TypedCommand.in(folder, "config", "schema").out()).isEqualTo(ConfigSchema.text());
    }

    @Test
    void completion_knows_the_real_commands() {
        for (String shell : new String[] {"bash", "zsh", "fish"}) {
            TypedCommand script = TypedCommand.in(folder, "completion", shell);
            assertThat(script.code()).isZero();
            assertThat(script.out()).contains("__complete");
        }
        assertThat(TypedCommand.in(folder, "__complete", "--", "").out()).contains("resume", "completion");
        assertThat(TypedCommand.in(folder, "__complete", "--", "run", "--").out())
                .contains("--max-restarts");
        TypedCommand wrong = TypedCommand.in(folder, "completion", "bsh");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err())
                .contains("no completion for 'bsh': choose one of bash, zsh, fish; did you mean 'bash'?");
    }
}
