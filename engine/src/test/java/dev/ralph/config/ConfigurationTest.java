package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.ProofBasis;
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
        Settings settings = load(FlagValues.none().with(SettingKeys.AGENT, "my-agent"));

        assertThat(settings.value(SettingKeys.MAX_RESTARTS)).isEqualTo(100);
        assertThat(settings.value(SettingKeys.RESTART_DELAY)).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.value(SettingKeys.POLL_INTERVAL)).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.value(SettingKeys.WAIT_TIMEOUT)).isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.value(SettingKeys.BREAKER)).isZero();
        assertThat(settings.value(SettingKeys.IDLE_TIMEOUT)).isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.value(SettingKeys.TIMEOUT)).isEqualTo(Duration.ofDays(1));
        assertThat(settings.value(SettingKeys.GRACE)).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.value(SettingKeys.STOP_GRACE)).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.value(SettingKeys.DONE_GRACE)).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.value(SettingKeys.OUTPUT_LIMIT)).isEqualTo(64_000_000);
        assertThat(settings.value(SettingKeys.CHECKS)).isEmpty();
        assertThat(settings.value(SettingKeys.CHECK_TIMEOUT)).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.value(SettingKeys.KEEP)).isEqualTo(Policy.Keep.IN_PLACE);
        assertThat(settings.value(SettingKeys.SNAPSHOTS)).isEqualTo(InPlaceStates.Where.REPOSITORIES);
        assertThat(settings.value(SettingKeys.CLAIM)).isEqualTo(ProofChoice.AUTO);
        assertThat(settings.value(SettingKeys.TAMPER)).isEqualTo(ProofChoice.AUTO);
        assertThat(settings.value(SettingKeys.CLEAN_ROOM)).isEqualTo(ProofBasis.Room.AUTO);
        assertThat(settings.value(SettingKeys.FLAKY_RETRIES)).isEqualTo(1);
        assertThat(settings.maybe(SettingKeys.ENV_PASS)).isNull();
        assertThat(settings.value(SettingKeys.PROJECT).value()).isEqualTo("my-app");
        assertThat(load().lines())
                .isEqualTo(Settings.only(FlagValues.none(), project).lines());
        assertThat(load().lines()).allMatch(line -> line.origin().toString().startsWith("default"));
    }

    @Test
    void each_layer_is_stronger_than_the_one_before_and_every_value_knows_its_origin() throws Exception {
        write(userFile(), "max_restarts: 1\nrestart_delay: 1m\ngrace: 2m\nkeep: commit\n");
        write(projectFile(), "# ours\nrestart_delay: 3s\ngrace: 3m\nmax_restarts: 3\n");
        environment.put("RALPH_GRACE", "4m");
        environment.put("RALPH_MAX_RESTARTS", "4");
        Settings effective = load(FlagValues.none().with(SettingKeys.MAX_RESTARTS, "5"));

        assertThat(shown(effective, SettingKeys.MAX_RESTARTS)).isEqualTo("5 (flag --max-restarts)");
        assertThat(shown(effective, SettingKeys.GRACE)).isEqualTo("4m (environment RALPH_GRACE)");
        assertThat(shown(effective, SettingKeys.RESTART_DELAY)).isEqualTo("3s (project " + projectFile() + ":2)");
        assertThat(shown(effective, SettingKeys.KEEP)).isEqualTo("commit (user " + userFile() + ":4)");
        assertThat(shown(effective, SettingKeys.IDLE_TIMEOUT)).isEqualTo("5m (default)");
    }

    @Test
    void the_user_file_follows_xdg_config_home_when_it_is_absolute() throws Exception {
        Path other = folder.resolve("other");
        write(other.resolve("ralph/config.yaml"), "max_restarts: 7\n");

        environment.put("XDG_CONFIG_HOME", other.toString());
        assertThat(load().value(SettingKeys.MAX_RESTARTS)).isEqualTo(7);
        environment.put("XDG_CONFIG_HOME", "other");
        assertThat(load().value(SettingKeys.MAX_RESTARTS)).isEqualTo(10);
        environment.clear();
        assertThat(load().value(SettingKeys.MAX_RESTARTS)).isEqualTo(10);
    }

    @Test
    void every_key_can_be_set_in_every_layer() throws Exception {
        for (SettingKey<?> key : SettingKeys.all()) {
            if (key == SettingKeys.ROLE || key.onlyInFiles()) {
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
            assertThat(shownText(load(FlagValues.none().with(key, argument)), key))
                    .as(key.flag())
                    .isEqualTo(inFile);
            if (key != SettingKeys.PROFILE) {
                assertThat(inFile).as(key.name()).isNotEqualTo(key.standardText());
            }
        }
    }

    static final Map<SettingKey<?>, String> SAMPLES = Map.ofEntries(
            Map.entry(SettingKeys.PROFILE, "restart"),
            Map.entry(SettingKeys.SPEC, "checkout"),
            Map.entry(SettingKeys.OPTIONAL_TASKS, "on"),
            Map.entry(SettingKeys.WEAKENING, "ask"),
            Map.entry(SettingKeys.SPEC_TARGETS, "{runtime_error: tasks.md}"),
            Map.entry(SettingKeys.EXPERIMENTS, "off"),
            Map.entry(SettingKeys.OLD_TESTS, "warn"),
            Map.entry(SettingKeys.TESTS_MAY_CHANGE, "[tests/*]"),
            Map.entry(SettingKeys.AGENTS, "[claude, codex]"),
            Map.entry(SettingKeys.AGENT_ARGS, "[--verbose]"),
            Map.entry(SettingKeys.MODEL, "opus"),
            Map.entry(SettingKeys.ALLOW_TOOLS, "[Read, Grep]"),
            Map.entry(SettingKeys.DENY_TOOLS, "[Edit]"),
            Map.entry(SettingKeys.STREAM, "codex"),
            Map.entry(SettingKeys.SESSION, "resume"),
            Map.entry(SettingKeys.ON_QUESTION, "park"),
            Map.entry(SettingKeys.SIGNALS, "[done, wait-exit]"),
            Map.entry(SettingKeys.ON_REFUSAL, "discard"),
            Map.entry(SettingKeys.PROMISE_PLACE, "own-line"),
            Map.entry(SettingKeys.WORKSPACE, "overlay"),
            Map.entry(SettingKeys.SANDBOX, "required"),
            Map.entry(SettingKeys.NETWORK, "allow-list"),
            Map.entry(SettingKeys.ALLOW, "[registry.example, other.example]"),
            Map.entry(SettingKeys.MAX_NETWORK, "1GiB"),
            Map.entry(SettingKeys.TOOLS, "[/opt/tools]"),
            Map.entry(SettingKeys.SECRETS, "[/etc/key, DEPLOY_PHRASE]"),
            Map.entry(SettingKeys.MAX_CPU, "10m"),
            Map.entry(SettingKeys.MAX_MEMORY, "4GiB"),
            Map.entry(SettingKeys.MAX_PROCESSES, "200"),
            Map.entry(SettingKeys.MAX_FILE_SIZE, "1GiB"),
            Map.entry(SettingKeys.MAX_COST, "20"),
            Map.entry(SettingKeys.MAX_ATTEMPT_COST, "0.50"),
            Map.entry(SettingKeys.MAX_TOKENS, "1000"),
            Map.entry(SettingKeys.MAX_ATTEMPT_TOKENS, "100"),
            Map.entry(SettingKeys.PRICES, "/etc/prices.yaml"),
            Map.entry(SettingKeys.MAX_TIME, "2h"),
            Map.entry(SettingKeys.MAX_OUTPUT, "off"),
            Map.entry(SettingKeys.MAX_ATTEMPT_OUTPUT, "1GB"),
            Map.entry(SettingKeys.MAX_DISK, "off"),
            Map.entry(SettingKeys.MAX_ATTEMPT_DISK, "2GB"),
            Map.entry(SettingKeys.MIN_FREE_DISK, "3GB"),
            Map.entry(SettingKeys.COMPLETION_PROMISE, "ALL_FIXED"),
            Map.entry(SettingKeys.BLOCKED_PROMISE, "BLOCKED"),
            Map.entry(SettingKeys.REQUIRE_WORK, "off"),
            Map.entry(SettingKeys.AGENT_TOOLS, "on"),
            Map.entry(SettingKeys.AGENT, "[claude]"),
            Map.entry(SettingKeys.COMMAND, "claude -p"),
            Map.entry(SettingKeys.ENV_PASS, "[HOME, PATH]"),
            Map.entry(SettingKeys.ENV_UNSET, "[SECRET]"),
            Map.entry(SettingKeys.CONTAINMENT, "group"),
            Map.entry(SettingKeys.MAX_RESTARTS, "0"),
            Map.entry(SettingKeys.RESTART_DELAY, "0s"),
            Map.entry(SettingKeys.RECOVERY_DELAY, "9s"),
            Map.entry(SettingKeys.DESCRIPTION, "the nightly loop"),
            Map.entry(SettingKeys.ENABLED, "off"),
            Map.entry(SettingKeys.STATE_DIR, "/var/state"),
            Map.entry(SettingKeys.POLL_INTERVAL, "1ms"),
            Map.entry(SettingKeys.WAIT_TIMEOUT, "1d"),
            Map.entry(SettingKeys.BREAKER, "3"),
            Map.entry(SettingKeys.IDLE_TIMEOUT, "off"),
            Map.entry(SettingKeys.TIMEOUT, "2h"),
            Map.entry(SettingKeys.GRACE, "1s"),
            Map.entry(SettingKeys.STOP_GRACE, "1s"),
            Map.entry(SettingKeys.DONE_GRACE, "1s"),
            Map.entry(SettingKeys.OUTPUT_LIMIT, "1GiB"),
            Map.entry(SettingKeys.BUS_ROTATE, "off"),
            Map.entry(SettingKeys.CHECKS, "[mvn -q test]"),
            Map.entry(SettingKeys.CHECK_TIMEOUT, "1m"),
            Map.entry(SettingKeys.KEEP, "commit"),
            Map.entry(SettingKeys.CLAIM, "off"),
            Map.entry(SettingKeys.TAMPER, "off"),
            Map.entry(SettingKeys.CLEAN_ROOM, "on"),
            Map.entry(SettingKeys.PREPARE, "make ready"),
            Map.entry(SettingKeys.PREPARE_INPUTS, "[package.json, Makefile]"),
            Map.entry(SettingKeys.PREPARE_NETWORK, "none"),
            Map.entry(SettingKeys.FLAKY_RETRIES, "2"),
            Map.entry(SettingKeys.TRY_CHECKS, "on"),
            Map.entry(SettingKeys.MAX_TASKS, "10"),
            Map.entry(SettingKeys.MAX_TRIES, "2"),
            Map.entry(SettingKeys.MAX_RUN_TIME, "8h"),
            Map.entry(SettingKeys.MAX_RUN_COST, "20"),
            Map.entry(SettingKeys.PARALLELISM, "3"),
            Map.entry(SettingKeys.ONLY, "[TASK-001, TASK-002]"),
            Map.entry(SettingKeys.INTEGRATE, "pull-request"),
            Map.entry(SettingKeys.ON_FAILURE, "retry"),
            Map.entry(SettingKeys.ADAPTIVE_LIMITS, "on"),
            Map.entry(SettingKeys.LIST_FOLDER, "planning"),
            Map.entry(SettingKeys.SNAPSHOTS, "always"),
            Map.entry(SettingKeys.PROJECT, "other"),
            Map.entry(SettingKeys.ROOT, "/var/ralph"),
            Map.entry(SettingKeys.ON_HANGUP, "continue"),
            Map.entry(SettingKeys.HOOKS, "{onTaskEnd: ./tell.sh}"),
            Map.entry(SettingKeys.NOTIFY, "[bell, desktop]"),
            Map.entry(SettingKeys.NOTIFY_COMMAND, "[tell]"),
            Map.entry(SettingKeys.COLOR, "never"));

    @Test
    void the_agent_of_a_stronger_layer_replaces_the_command_of_a_weaker_one() throws Exception {
        write(projectFile(), "command: claude -p | tee log\n");
        assertThat(PolicyFromSettings.agents(load())).containsExactly(AgentCommand.shell("claude -p | tee log"));

        Settings effective = load(FlagValues.none().with(SettingKeys.AGENT, List.of("codex", "--it's", "")));
        assertThat(PolicyFromSettings.agents(effective)).containsExactly(AgentCommand.program("codex", "--it's", ""));
        assertThat(shown(effective, SettingKeys.AGENT)).isEqualTo("[codex, '--it''s', ''] (flag --)");
        assertThat(shown(effective, SettingKeys.COMMAND)).isEqualTo(" (default)");
    }

    @Test
    void agent_and_command_in_one_layer_contradict_each_other() throws Exception {
        write(projectFile(), "agent: [a]\ncommand: b\n");
        assertThatThrownBy(this::load)
                .hasMessage(
                        projectFile() + ":2:10: set agent or command, not both; agent is at " + projectFile() + ":1:8");
    }

    @Test
    void problems_of_all_layers_are_reported_together() throws Exception {
        write(userFile(), "max_restart: 1\n");
        write(projectFile(), "restart_delay: 5\n");
        environment.put("RALPH_POLL_INTERVAL", "0s");

        assertThatThrownBy(() -> load(FlagValues.none().with(SettingKeys.MAX_RESTARTS, "-1")))
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
        assertThat(load().maybe(SettingKeys.ROOT)).isEqualTo(home.resolve("runs"));
        write(projectFile(), "root: ../runs\n");
        assertThat(load().maybe(SettingKeys.ROOT)).isEqualTo(folder.resolve("runs"));
        environment.put("RALPH_ROOT", "~/elsewhere");
        assertThat(load().maybe(SettingKeys.ROOT)).isEqualTo(home.resolve("elsewhere"));
        assertThat(load(FlagValues.none().with(SettingKeys.ROOT, "here")).maybe(SettingKeys.ROOT))
                .isEqualTo(folder.resolve("here"));
    }

    @Test
    void a_tilde_without_a_home_is_an_error() {
        environment.remove("HOME");
        assertThatThrownBy(() -> load(FlagValues.none().with(SettingKeys.ROOT, "~/x")))
                .hasMessage("--root: found '~/x', but HOME is not set; write the whole path");
    }

    @Test
    void an_empty_variable_counts_as_not_set() {
        environment.put("RALPH_MAX_RESTARTS", "");
        assertThat(load().value(SettingKeys.MAX_RESTARTS)).isEqualTo(10);
    }

    @Test
    void a_misspelt_variable_is_only_a_warning_because_others_use_the_prefix_too() {
        environment.put("RALPH_MAX_RESTART", "5");
        environment.put("RALPH_TASK_ID", "task-1");
        environment.put("RALPH_HOME", "/x");

        assertThat(load().warnings())
                .containsExactly(new ConfigProblem(
                        "RALPH_MAX_RESTART", "no such setting, ignored; did you mean RALPH_MAX_RESTARTS?"));
    }

    @Test
    void a_home_that_is_no_folder_has_no_settings() {
        environment.put("HOME", "/dev/null");
        assertThat(load().lines())
                .isEqualTo(Settings.only(FlagValues.none(), project).lines());
    }

    @Test
    void a_home_that_cannot_be_entered_is_only_a_warning() {
        // A name too long for any file system is out of reach for root too.
        String home = "/" + "x".repeat(300);
        environment.put("HOME", home);
        assertThat(load().warnings())
                .containsExactly(new ConfigProblem(
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
        assertThat(load().value(SettingKeys.CHECKS)).containsExactly("make test, all", "make 'lint'");
    }

    @Test
    void checks_of_all_layers_add_up_and_off_drops_those_before_it() throws Exception {
        write(projectFile(), "checks: [make lint, make test]\n");
        environment.put("RALPH_CHECKS", "make docs");

        Settings added = load(FlagValues.none().with(SettingKeys.CHECKS, "make smoke", "make test"));
        assertThat(added.value(SettingKeys.CHECKS))
                .containsExactly("make lint", "make test", "make docs", "make smoke");
        assertThat(added.origin(SettingKeys.CHECKS).toString())
                .startsWith("flag --check, after environment RALPH_CHECKS, after project ");
        Settings alone = load(FlagValues.none().with(SettingKeys.CHECKS, "off", "make smoke"));
        assertThat(alone.value(SettingKeys.CHECKS)).containsExactly("make smoke");
        assertThat(alone.origin(SettingKeys.CHECKS)).hasToString("flag --check");
        assertThat(load(FlagValues.none().with(SettingKeys.CHECKS, "off")).value(SettingKeys.CHECKS))
                .isEmpty();
    }

    @Test
    void checks_given_as_flags_are_taken_as_they_stand() {
        FlagValues flags =
                FlagValues.none().with(SettingKeys.CHECKS, "printf 'a\nb'").with(SettingKeys.CHECKS, "true");
        assertThat(load(flags).value(SettingKeys.CHECKS)).containsExactly("printf 'a\nb'", "true");
    }

    @Test
    void names_of_variables_stand_between_commas_or_blanks() {
        environment.put("RALPH_ENV_PASS", "HOME,PATH SECRET");
        environment.put("RALPH_ENV_UNSET", "SECRET");
        assertThat(load().value(SettingKeys.ENV_PASS)).containsExactly("HOME", "PATH", "SECRET");
        assertThat(load().value(SettingKeys.ENV_UNSET)).containsExactly("SECRET");
    }

    private Settings load() {
        return load(FlagValues.none());
    }

    private Settings load(FlagValues flags) {
        return new Configuration(project, folder, environment).load(flags);
    }

    private Path projectFile() {
        return project.resolve(".ralph/config.yaml");
    }

    private Path userFile() {
        return home.resolve(".config/ralph/config.yaml");
    }

    private static String shown(Settings effective, SettingKey<?> key) {
        return shownText(effective, key) + " (" + effective.origin(key) + ")";
    }

    private static String shownText(Settings effective, SettingKey<?> key) {
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
