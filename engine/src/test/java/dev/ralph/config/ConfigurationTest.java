package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        Settings settings = load().settings();

        assertThat(settings.loop())
                .isEqualTo(new Settings.Loop(
                        100, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMinutes(5), null));
        assertThat(settings.limits())
                .isEqualTo(new Settings.Limits(
                        Duration.ofMinutes(5),
                        Duration.ofDays(1),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30),
                        new ByteSize(64_000_000)));
        assertThat(settings.proof())
                .isEqualTo(new Settings.Proof(
                        List.of(),
                        Duration.ofMinutes(10),
                        Keep.NONE,
                        Snapshots.AUTO,
                        Layering.AUTO,
                        Layering.AUTO,
                        new Settings.CleanRoom(Layering.AUTO, null, List.of(), null, 1),
                        null));
        assertThat(settings.environment()).isEqualTo(AgentEnvironment.ALL);
        assertThat(settings.project().value()).isEqualTo("my-app");
        assertThat(settings).isEqualTo(Settings.standard(project));
        assertThat(load().lines()).allMatch(line -> line.origin().toString().equals("default"));
    }

    @Test
    void each_layer_is_stronger_than_the_one_before_and_every_value_knows_its_origin() throws Exception {
        write(userFile(), "max_restarts: 1\nrestart_delay: 1m\ngrace: 2m\nkeep: commit\n");
        write(projectFile(), "# ours\nrestart_delay: 3s\ngrace: 3m\nmax_restarts: 3\n");
        environment.put("RALPH_GRACE", "4m");
        environment.put("RALPH_MAX_RESTARTS", "4");
        Effective effective = load(Flags.none().with(Keys.MAX_RESTARTS, "5"));

        assertThat(shown(effective, Keys.MAX_RESTARTS)).isEqualTo("5 (flag --max-restarts)");
        assertThat(shown(effective, LimitKeys.GRACE)).isEqualTo("4m (environment RALPH_GRACE)");
        assertThat(shown(effective, Keys.RESTART_DELAY)).isEqualTo("3s (project " + projectFile() + ":2)");
        assertThat(shown(effective, ProofKeys.KEEP)).isEqualTo("commit (user " + userFile() + ":4)");
        assertThat(shown(effective, LimitKeys.IDLE_TIMEOUT)).isEqualTo("5m (default)");
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
            if (key == AgentKeys.ROLE || key == AgentKeys.ROLES) {
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

    private static final Map<Key<?>, String> SAMPLES = Map.ofEntries(
            Map.entry(Keys.PROFILE, "restart"),
            Map.entry(AgentKeys.AGENTS, "[claude, codex]"),
            Map.entry(AgentKeys.AGENT_ARGS, "[--verbose]"),
            Map.entry(AgentKeys.MODEL, "opus"),
            Map.entry(AgentKeys.STREAM, "codex"),
            Map.entry(AgentKeys.SESSION, "resume"),
            Map.entry(AgentKeys.WORKSPACE, "overlay"),
            Map.entry(AgentKeys.SANDBOX, "required"),
            Map.entry(AgentKeys.NETWORK, "allow-list"),
            Map.entry(AgentKeys.ALLOW, "[registry.example, other.example]"),
            Map.entry(AgentKeys.MAX_NETWORK, "1GiB"),
            Map.entry(AgentKeys.TOOLS, "[/opt/tools]"),
            Map.entry(AgentKeys.SECRETS, "[/etc/key, DEPLOY_PHRASE]"),
            Map.entry(AgentKeys.MAX_CPU, "10m"),
            Map.entry(AgentKeys.MAX_MEMORY, "4GiB"),
            Map.entry(AgentKeys.MAX_PROCESSES, "200"),
            Map.entry(AgentKeys.MAX_FILE_SIZE, "1GiB"),
            Map.entry(LimitKeys.MAX_COST, "20"),
            Map.entry(LimitKeys.MAX_ATTEMPT_COST, "0.50"),
            Map.entry(LimitKeys.MAX_TOKENS, "1000"),
            Map.entry(LimitKeys.MAX_ATTEMPT_TOKENS, "100"),
            Map.entry(LimitKeys.PRICES, "/etc/prices.yaml"),
            Map.entry(LimitKeys.MAX_TIME, "2h"),
            Map.entry(LimitKeys.MAX_OUTPUT, "off"),
            Map.entry(LimitKeys.MAX_ATTEMPT_OUTPUT, "1GB"),
            Map.entry(LimitKeys.MAX_DISK, "off"),
            Map.entry(LimitKeys.MAX_ATTEMPT_DISK, "2GB"),
            Map.entry(LimitKeys.MIN_FREE_DISK, "3GB"),
            Map.entry(ProofKeys.COMPLETION_PROMISE, "ALL_FIXED"),
            Map.entry(ProofKeys.BLOCKED_PROMISE, "BLOCKED"),
            Map.entry(ProofKeys.REQUIRE_WORK, "off"),
            Map.entry(AgentKeys.AGENT, "[claude]"),
            Map.entry(AgentKeys.COMMAND, "claude -p"),
            Map.entry(AgentKeys.ENV_PASS, "[HOME, PATH]"),
            Map.entry(AgentKeys.ENV_UNSET, "[SECRET]"),
            Map.entry(AgentKeys.CONTAINMENT, "group"),
            Map.entry(Keys.MAX_RESTARTS, "0"),
            Map.entry(Keys.RESTART_DELAY, "0s"),
            Map.entry(Keys.POLL_INTERVAL, "1ms"),
            Map.entry(Keys.WAIT_TIMEOUT, "1d"),
            Map.entry(Keys.BREAKER, "3"),
            Map.entry(LimitKeys.IDLE_TIMEOUT, "off"),
            Map.entry(LimitKeys.TIMEOUT, "2h"),
            Map.entry(LimitKeys.GRACE, "1s"),
            Map.entry(LimitKeys.STOP_GRACE, "1s"),
            Map.entry(LimitKeys.DONE_GRACE, "1s"),
            Map.entry(LimitKeys.OUTPUT_LIMIT, "1GiB"),
            Map.entry(LimitKeys.BUS_ROTATE, "off"),
            Map.entry(ProofKeys.CHECKS, "[mvn -q test]"),
            Map.entry(ProofKeys.CHECK_TIMEOUT, "1m"),
            Map.entry(ProofKeys.KEEP, "commit"),
            Map.entry(ProofKeys.CLAIM, "off"),
            Map.entry(ProofKeys.TAMPER, "off"),
            Map.entry(ProofKeys.CLEAN_ROOM, "on"),
            Map.entry(ProofKeys.PREPARE, "make ready"),
            Map.entry(ProofKeys.PREPARE_INPUTS, "[package.json, Makefile]"),
            Map.entry(ProofKeys.PREPARE_NETWORK, "none"),
            Map.entry(ProofKeys.FLAKY_RETRIES, "2"),
            Map.entry(ProofKeys.SNAPSHOTS, "always"),
            Map.entry(Keys.PROJECT, "other"),
            Map.entry(Keys.ROOT, "/var/ralph"),
            Map.entry(Keys.COLOR, "never"));

    @Test
    void the_agent_of_a_stronger_layer_replaces_the_command_of_a_weaker_one() throws Exception {
        write(projectFile(), "command: claude -p | tee log\n");
        assertThat(load().settings().agent()).isEqualTo(new AgentCommand.Shell("claude -p | tee log"));

        Effective effective = load(Flags.none().with(AgentKeys.AGENT, List.of("codex", "--it's", "")));
        assertThat(effective.settings().agent()).isEqualTo(new AgentCommand.Words(List.of("codex", "--it's", "")));
        assertThat(shown(effective, AgentKeys.AGENT)).isEqualTo("[codex, '--it''s', ''] (flag --)");
        assertThat(shown(effective, AgentKeys.COMMAND)).isEqualTo(" (default)");
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
        assertThat(load().settings()).isEqualTo(Settings.standard(project));
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
        assertThat(load().value(ProofKeys.CHECKS)).containsExactly("make test, all", "make 'lint'");
    }

    @Test
    void checks_of_all_layers_add_up_and_off_drops_those_before_it() throws Exception {
        write(projectFile(), "checks: [make lint, make test]\n");
        environment.put("RALPH_CHECKS", "make docs");

        Effective added = load(Flags.none().with(ProofKeys.CHECKS, "make smoke", "make test"));
        assertThat(added.value(ProofKeys.CHECKS)).containsExactly("make lint", "make test", "make docs", "make smoke");
        assertThat(added.origin(ProofKeys.CHECKS).toString())
                .startsWith("flag --check, after environment RALPH_CHECKS, after project ");
        Effective alone = load(Flags.none().with(ProofKeys.CHECKS, "off", "make smoke"));
        assertThat(alone.value(ProofKeys.CHECKS)).containsExactly("make smoke");
        assertThat(alone.origin(ProofKeys.CHECKS)).hasToString("flag --check");
        assertThat(load(Flags.none().with(ProofKeys.CHECKS, "off")).value(ProofKeys.CHECKS))
                .isEmpty();
    }

    @Test
    void checks_given_as_flags_are_taken_as_they_stand() {
        Flags flags = Flags.none().with(ProofKeys.CHECKS, "printf 'a\nb'").with(ProofKeys.CHECKS, "true");
        assertThat(load(flags).value(ProofKeys.CHECKS)).containsExactly("printf 'a\nb'", "true");
    }

    @Test
    void the_agents_environment_is_what_was_passed_minus_what_was_unset() {
        environment.put("RALPH_ENV_PASS", "HOME,PATH SECRET");
        environment.put("RALPH_ENV_UNSET", "SECRET");
        AgentEnvironment agent = load().settings().environment();

        assertThat(agent.from(Map.of("HOME", "h", "SECRET", "s", "OTHER", "o"))).containsOnly(Map.entry("HOME", "h"));
        assertThat(AgentEnvironment.ALL.from(Map.of("A", "1"))).containsOnly(Map.entry("A", "1"));
    }

    private Effective load() {
        return load(Flags.none());
    }

    private Effective load(Flags flags) {
        return new Configuration(project, folder, environment).load(flags);
    }

    private Path projectFile() {
        return project.resolve(".ralph/config.yaml");
    }

    private Path userFile() {
        return home.resolve(".config/ralph/config.yaml");
    }

    private static String shown(Effective effective, Key<?> key) {
        return shownText(effective, key) + " (" + effective.origin(key) + ")";
    }

    private static String shownText(Effective effective, Key<?> key) {
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
