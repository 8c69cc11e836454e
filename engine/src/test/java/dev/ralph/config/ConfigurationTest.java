package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Proof;
import dev.ralph.workspace.InPlaceStates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
    @TempDir
    Path folder;

    private Path project;
    private Path home;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void folders() throws Exception {
        project = folder.resolve("My App");
        Files.createDirectories(project.resolve(".ralph"));
        home = Files.createDirectories(folder.resolve("home"));
        environment.put("HOME", home.toString());
    }

    @Test
    void without_any_file_the_defaults_of_the_specification_hold() {
        Settings settings = load();

        assertThat(settings.value(Keys.MAX_RESTARTS)).isEqualTo(100);
        assertThat(settings.value(Keys.RESTART_DELAY)).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.value(Keys.POLL_INTERVAL)).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.value(Keys.WAIT_TIMEOUT)).isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.value(Keys.BREAKER)).isZero();
        assertThat(settings.value(Keys.IDLE_TIMEOUT)).isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.value(Keys.TIMEOUT)).isEqualTo(Duration.ofDays(1));
        assertThat(settings.value(Keys.GRACE)).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.value(Keys.STOP_GRACE)).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.value(Keys.DONE_GRACE)).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.value(Keys.OUTPUT_LIMIT)).isEqualTo(64_000_000);
        assertThat(settings.value(Keys.CHECKS)).isEmpty();
        assertThat(settings.value(Keys.CHECK_TIMEOUT)).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.value(Keys.KEEP)).isEqualTo(Policy.Keep.IN_PLACE);
        assertThat(settings.value(Keys.SNAPSHOTS)).isEqualTo(InPlaceStates.Where.REPOSITORIES);
        assertThat(settings.value(Keys.CLAIM)).isEqualTo(Layering.AUTO);
        assertThat(settings.value(Keys.TAMPER)).isEqualTo(Layering.AUTO);
        assertThat(settings.value(Keys.CLEAN_ROOM)).isEqualTo(Proof.Room.AUTO);
        assertThat(settings.value(Keys.FLAKY_RETRIES)).isEqualTo(1);
        assertThat(settings.maybe(Keys.ENV_PASS)).isNull();
        assertThat(settings.value(Keys.PROJECT).value()).isEqualTo("my-app");
        assertThat(settings.lines()).isEqualTo(Settings.standard(project).lines());
        assertThat(load().lines()).allMatch(line -> line.origin().toString().equals("default"));
    }

    @Test
    void each_layer_is_stronger_than_the_one_before_and_every_value_knows_its_origin() throws Exception {
        write(userFile(), "max_restarts: 1\nrestart_delay: 1m\ngrace: 2m\nkeep: commit\n");
        write(projectFile(), "# ours\nrestart_delay: 3s\ngrace: 3m\nmax_restarts: 3\n");
        environment.put("RALPH_GRACE", "4m");
        environment.put("RALPH_MAX_RESTARTS", "4");
        Settings effective = load(Flags.none().with(Keys.MAX_RESTARTS, "5"));

        assertThat(shown(effective, Keys.MAX_RESTARTS)).isEqualTo("5 (flag --max-restarts)");
        assertThat(shown(effective, Keys.GRACE)).isEqualTo("4m (environment RALPH_GRACE)");
        assertThat(shown(effective, Keys.RESTART_DELAY)).isEqualTo("3s (project " + projectFile() + ":2)");
        assertThat(shown(effective, Keys.KEEP)).isEqualTo("commit (user " + userFile() + ":4)");
        assertThat(shown(effective, Keys.IDLE_TIMEOUT)).isEqualTo("5m (default)");
    }

    @Test
    void the_user_file_follows_xdg_config_home_when_it_is_absolute() throws Exception {
        Path other = folder.resolve("other");
        write(other.resolve("ralph/config.yaml"), "max_restarts: 7\n");

        environment.put("XDG_CONFIG_HOME", other.toString());
        assertThat(load().value(Keys.MAX_RESTARTS)).isEqualTo(7);
        environment.put("XDG_CONFIG_HOME", "other");
        assertThat(load().value(Keys.MAX_RESTARTS)).isEqualTo(100);
        environment.clear();
        assertThat(load().value(Keys.MAX_RESTARTS)).isEqualTo(100);
    }

    @Test
    void every_key_can_be_set_in_every_layer() throws Exception {
        for (Key<?> key : Keys.all()) {
            if (key == Keys.ROLE || key == Keys.ROLES) {
                continue; // see RolesTest: one needs the other, which stands in files only
            }
            String text = SAMPLES.getOrDefault(key, "no sample for " + key);
            write(projectFile(), key.name() + ": " + text + "\n");
            String inFile = shownText(load(), key);
            Files.delete(projectFile());
            String argument = text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
            environment.put(key.variable(), argument);
            assertThat(shownText(load(), key)).as(key.variable()).isEqualTo(inFile);
            environment.remove(key.variable());
            assertThat(shownText(load(Flags.none().with(key, argument)), key))
                    .as(key.flag())
                    .isEqualTo(inFile);
            if (key != Keys.PROFILE) {
                assertThat(inFile).as(key.name()).isNotEqualTo(key.standardText());
            }
        }
    }

    static final Map<Key<?>, String> SAMPLES = Map.ofEntries(
            Map.entry(Keys.PROFILE, "restart"),
            Map.entry(Keys.AGENTS, "[claude, codex]"),
            Map.entry(Keys.AGENT_ARGS, "[--verbose]"),
            Map.entry(Keys.MODEL, "opus"),
            Map.entry(Keys.STREAM, "codex"),
            Map.entry(Keys.SESSION, "resume"),
            Map.entry(Keys.WORKSPACE, "overlay"),
            Map.entry(Keys.SANDBOX, "required"),
            Map.entry(Keys.NETWORK, "allow-list"),
            Map.entry(Keys.ALLOW, "[registry.example, other.example]"),
            Map.entry(Keys.MAX_NETWORK, "1GiB"),
            Map.entry(Keys.TOOLS, "[/opt/tools]"),
            Map.entry(Keys.SECRETS, "[/etc/key, DEPLOY_PHRASE]"),
            Map.entry(Keys.MAX_CPU, "10m"),
            Map.entry(Keys.MAX_MEMORY, "4GiB"),
            Map.entry(Keys.MAX_PROCESSES, "200"),
            Map.entry(Keys.MAX_FILE_SIZE, "1GiB"),
            Map.entry(Keys.MAX_COST, "20"),
            Map.entry(Keys.MAX_ATTEMPT_COST, "0.50"),
            Map.entry(Keys.MAX_TOKENS, "1000"),
            Map.entry(Keys.MAX_ATTEMPT_TOKENS, "100"),
            Map.entry(Keys.PRICES, "/etc/prices.yaml"),
            Map.entry(Keys.MAX_TIME, "2h"),
            Map.entry(Keys.MAX_OUTPUT, "off"),
            Map.entry(Keys.MAX_ATTEMPT_OUTPUT, "1GB"),
            Map.entry(Keys.MAX_DISK, "off"),
            Map.entry(Keys.MAX_ATTEMPT_DISK, "2GB"),
            Map.entry(Keys.MIN_FREE_DISK, "3GB"),
            Map.entry(Keys.COMPLETION_PROMISE, "ALL_FIXED"),
            Map.entry(Keys.BLOCKED_PROMISE, "BLOCKED"),
            Map.entry(Keys.REQUIRE_WORK, "off"),
            Map.entry(Keys.AGENT, "[claude]"),
            Map.entry(Keys.COMMAND, "claude -p"),
            Map.entry(Keys.ENV_PASS, "[HOME, PATH]"),
            Map.entry(Keys.ENV_UNSET, "[SECRET]"),
            Map.entry(Keys.CONTAINMENT, "group"),
            Map.entry(Keys.MAX_RESTARTS, "0"),
            Map.entry(Keys.RESTART_DELAY, "0s"),
            Map.entry(Keys.POLL_INTERVAL, "1ms"),
            Map.entry(Keys.WAIT_TIMEOUT, "1d"),
            Map.entry(Keys.BREAKER, "3"),
            Map.entry(Keys.IDLE_TIMEOUT, "off"),
            Map.entry(Keys.TIMEOUT, "2h"),
            Map.entry(Keys.GRACE, "1s"),
            Map.entry(Keys.STOP_GRACE, "1s"),
            Map.entry(Keys.DONE_GRACE, "1s"),
            Map.entry(Keys.OUTPUT_LIMIT, "1GiB"),
            Map.entry(Keys.BUS_ROTATE, "off"),
            Map.entry(Keys.CHECKS, "[mvn -q test]"),
            Map.entry(Keys.CHECK_TIMEOUT, "1m"),
            Map.entry(Keys.KEEP, "commit"),
            Map.entry(Keys.CLAIM, "off"),
            Map.entry(Keys.TAMPER, "off"),
            Map.entry(Keys.CLEAN_ROOM, "on"),
            Map.entry(Keys.PREPARE, "make ready"),
            Map.entry(Keys.PREPARE_INPUTS, "[package.json, Makefile]"),
            Map.entry(Keys.PREPARE_NETWORK, "none"),
            Map.entry(Keys.FLAKY_RETRIES, "2"),
            Map.entry(Keys.SNAPSHOTS, "always"),
            Map.entry(Keys.PROJECT, "other"),
            Map.entry(Keys.ROOT, "/var/ralph"),
            Map.entry(Keys.COLOR, "never"));

    @Test
    void the_agent_of_a_stronger_layer_replaces_the_command_of_a_weaker_one() throws Exception {
        write(projectFile(), "command: claude -p | tee log\n");
        assertThat(Policies.agents(load())).containsExactly(AgentCommand.shell("claude -p | tee log"));

        Settings effective = load(Flags.none().with(Keys.AGENT, List.of("codex", "--it's", "")));
        assertThat(Policies.agents(effective)).containsExactly(AgentCommand.program("codex", "--it's", ""));
        assertThat(shown(effective, Keys.AGENT)).isEqualTo("[codex, '--it''s', ''] (flag --)");
        assertThat(shown(effective, Keys.COMMAND)).isEqualTo(" (default)");
    }

    @Test
    void agent_and_command_in_one_layer_contradict_each_other() throws Exception {
        write(projectFile(), "agent: [a]\ncommand: b\n");
        assertThatThrownBy(this::load)
                .hasMessage(projectFile() + ":2:10: command: agent is given at " + projectFile()
                        + ":1:8 too, and only one of them can be run; remove one");
    }

    @Test
    void problems_of_all_layers_are_reported_together() throws Exception {
        write(userFile(), "max_restart: 1\n");
        write(projectFile(), "restart_delay: 5\n");
        environment.put("RALPH_POLL_INTERVAL", "0s");

        assertThatThrownBy(() -> load(Flags.none().with(Keys.MAX_RESTARTS, "-1")))
                .isInstanceOf(InvalidConfiguration.class)
                .hasMessage(userFile() + ":1:1: unknown key 'max_restart'; did you mean 'max_restarts'?\n"
                        + projectFile()
                        + ":1:16: restart_delay: '5' has no unit after 5; the units are ms, s, m, h or d, as in 5s\n"
                        + "RALPH_POLL_INTERVAL: found '0s', expected a duration longer than 0s, such as 500ms, 5s, 10m or 1h30m\n"
                        + "--max-restarts: found '-1', expected a whole number from 0 to 1000000");
    }

    @Test
    void relative_roots_start_where_their_layer_lives() throws Exception {
        write(userFile(), "root: runs\n");
        assertThat(load().maybe(Keys.ROOT)).isEqualTo(home.resolve("runs"));
        write(projectFile(), "root: ../runs\n");
        assertThat(load().maybe(Keys.ROOT)).isEqualTo(folder.resolve("runs"));
        environment.put("RALPH_ROOT", "~/elsewhere");
        assertThat(load().maybe(Keys.ROOT)).isEqualTo(home.resolve("elsewhere"));
        assertThat(load(Flags.none().with(Keys.ROOT, "here")).maybe(Keys.ROOT)).isEqualTo(folder.resolve("here"));
    }

    @Test
    void a_tilde_without_a_home_is_an_error() {
        environment.remove("HOME");
        assertThatThrownBy(() -> load(Flags.none().with(Keys.ROOT, "~/x")))
                .hasMessage("--root: found '~/x', but HOME is not set; write the whole path");
    }

    @Test
    void an_empty_variable_counts_as_not_set() {
        environment.put("RALPH_MAX_RESTARTS", "");
        assertThat(load().value(Keys.MAX_RESTARTS)).isEqualTo(100);
    }

    @Test
    void a_misspelt_variable_is_only_a_warning_because_others_use_the_prefix_too() {
        environment.put("RALPH_MAX_RESTART", "5");
        environment.put("RALPH_TASK_ID", "task-1");
        environment.put("RALPH_HOME", "/x");

        assertThat(load().warnings())
                .containsExactly(
                        new Problem("RALPH_MAX_RESTART", "no such setting, ignored; did you mean RALPH_MAX_RESTARTS?"));
    }

    @Test
    void a_home_that_is_no_folder_has_no_settings() {
        environment.put("HOME", "/dev/null");
        assertThat(load().lines()).isEqualTo(Settings.standard(project).lines());
    }

    @Test
    void a_home_that_cannot_be_entered_is_only_a_warning() {
        // A name too long for any file system is out of reach for root too.
        String home = "/" + "x".repeat(300);
        environment.put("HOME", home);
        assertThat(load().warnings())
                .containsExactly(new Problem(
                        home + "/.config/ralph/config.yaml",
                        "is out of reach, so the user's settings are left out; set HOME to your own folder"));
    }

    @Test
    void quotes_in_the_variable_of_the_agent_are_refused_because_nobody_would_interpret_them() {
        environment.put("RALPH_AGENT", "sh -c 'exit 1'");
        assertThatThrownBy(this::load).hasMessageContaining("use RALPH_COMMAND for a shell line");
    }

    @Test
    void checks_in_the_environment_stand_on_lines_of_their_own() {
        environment.put("RALPH_CHECKS", "make test, all\n\nmake 'lint'\n");
        assertThat(load().value(Keys.CHECKS)).containsExactly("make test, all", "make 'lint'");
    }

    @Test
    void checks_of_all_layers_add_up_and_off_drops_those_before_it() throws Exception {
        write(projectFile(), "checks: [make lint, make test]\n");
        environment.put("RALPH_CHECKS", "make docs");

        Settings added = load(Flags.none().with(Keys.CHECKS, "make smoke", "make test"));
        assertThat(added.value(Keys.CHECKS)).containsExactly("make lint", "make test", "make docs", "make smoke");
        assertThat(added.origin(Keys.CHECKS).toString())
                .startsWith("flag --check, after environment RALPH_CHECKS, after project ");
        Settings alone = load(Flags.none().with(Keys.CHECKS, "off", "make smoke"));
        assertThat(alone.value(Keys.CHECKS)).containsExactly("make smoke");
        assertThat(alone.origin(Keys.CHECKS)).hasToString("flag --check");
        assertThat(load(Flags.none().with(Keys.CHECKS, "off")).value(Keys.CHECKS))
                .isEmpty();
    }

    @Test
    void checks_given_as_flags_are_taken_as_they_stand() {
        Flags flags = Flags.none().with(Keys.CHECKS, "printf 'a\nb'").with(Keys.CHECKS, "true");
        assertThat(load(flags).value(Keys.CHECKS)).containsExactly("printf 'a\nb'", "true");
    }

    @Test
    void names_of_variables_stand_between_commas_or_blanks() {
        environment.put("RALPH_ENV_PASS", "HOME,PATH SECRET");
        environment.put("RALPH_ENV_UNSET", "SECRET");
        assertThat(load().value(Keys.ENV_PASS)).containsExactly("HOME", "PATH", "SECRET");
        assertThat(load().value(Keys.ENV_UNSET)).containsExactly("SECRET");
    }

    private Settings load() {
        return load(Flags.none());
    }

    private Settings load(Flags flags) {
        return new Configuration(project, folder, environment).load(flags);
    }

    private Path projectFile() {
        return project.resolve(".ralph/config.yaml");
    }

    private Path userFile() {
        return home.resolve(".config/ralph/config.yaml");
    }

    private static String shown(Settings effective, Key<?> key) {
        return shownText(effective, key) + " (" + effective.origin(key) + ")";
    }

    private static String shownText(Settings effective, Key<?> key) {
        return effective.lines().stream()
                .filter(line -> line.key() == key)
                .findFirst()
                .orElseThrow()
                .text();
    }

    private static void write(Path file, String text) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
