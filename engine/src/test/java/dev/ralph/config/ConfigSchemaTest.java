package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import tools.jackson.databind.json.JsonMapper;

/// The schema and the loader agree about what a configuration may say.
class ConfigSchemaTest {
    private static final String REGENERATE =
            "mvn -q -pl engine test -Dtest='ConfigSchemaTest,ConfigurationPageTest' -Dralph.regenerate=true";

    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ConfigSchema.text());

    static final List<String> ACCEPTED = List.of(
            "",
            "# nothing",
            "{}",
            "profile: restart",
            "agent: claude",
            "agent: [claude]",
            "agent: [claude, -p, '', 'two words']",
            "profile: session",
            "agents: claude",
            "agents: [claude, 'codex:gpt-5']",
            "agent_args: [--verbose]",
            "model: opus",
            "stream: codex",
            "session: fresh",
            "session: resume",
            "agents: claude,codex:gpt-5",
            "role: qa\nroles: {qa: {}}",
            "roles: {}",
            "roles: {reviewer: {agent: codex, model: gpt-5, session: fresh, agent_args: [-x], stream: text}}",
            "roles: {reviewer: {agent: [claude, 'codex:gpt-5']}, a.b_c-d: {command: make qa}}",
            "max_cost: 20",
            "max_cost: 0.50",
            "max_cost: 1k",
            "max_cost: off",
            "max_attempt_cost: 5",
            "max_tokens: 500000",
            "max_tokens: 20M",
            "max_tokens: off",
            "max_attempt_tokens: 5M",
            "prices: prices.yaml",
            "max_time: 2d",
            "max_time: off",
            "max_output: 1GiB",
            "max_output: off",
            "max_attempt_output: 1GB",
            "max_disk: 100GB",
            "max_disk: off",
            "max_attempt_disk: 20GB",
            "min_free_disk: 2GB",
            "min_free_disk: off",
            "completion_promise: ALL_FIXED",
            "blocked_promise: BLOCKED",
            "require_work: on",
            "require_work: off",
            "agent_tools: on",
            "promise_place: anywhere",
            "promise_place: own-line",
            "on_question: end",
            "on_refusal: keep",
            "on_refusal: discard",
            "on_refusal: discard-failed",
            "hooks: {}",
            "hooks: {onTaskEnd: ./tell.sh, onAnomaly: 'cat >> odd'}",
            "on_question: park",
            "signals: [done, wait-exit]",
            "signals: done",
            "signals: []",
            "command: claude -p | tee log",
            "command: |\n  set -e\n  claude\n",
            "env_pass: all",
            "env_pass: HOME",
            "env_pass: []",
            "env_pass: [HOME, 'a.b']",
            "env_unset: [A]",
            "containment: auto",
            "containment: namespace",
            "containment: subreaper",
            "containment: group",
            "max_restarts: 0",
            "max_restarts: 1000000",
            "restart_delay: 0s",
            "recovery_delay: 5s",
            "description: the nightly loop",
            "enabled: off",
            "state_dir: .state",
            "restart_delay: 1d2h3m4s5ms",
            "restart_delay: 1.5s",
            "restart_delay: '5s'",
            "poll_interval: 1ms",
            "poll_interval: 0.001s",
            "poll_interval: 0m1s",
            "wait_timeout: 300s",
            "breaker: off",
            "breaker: 1",
            "idle_timeout: off",
            "idle_timeout: 5m",
            "timeout: off",
            "timeout: 365d",
            "grace: 0s",
            "stop_grace: 30s",
            "done_grace: 30s",
            "output_limit: 64MB",
            "output_limit: 8k",
            "output_limit: 1GiB",
            "bus_rotate: off",
            "bus_rotate: 4096B",
            "checks: []",
            "checks: make test",
            "checks: [make test, \"make 'lint'\"]",
            "checks: {type: changed}",
            "checks: [make, {type: file_exists, path: a}, {type: tree_clean}, {type: committed}]",
            "checks: [{type: command, command: make, success_exit_code: 3, timeout: 1m, working_dir: a}]",
            "checks: [{type: command, command: make, timeout: 1.5, reports: ['a/*.xml'], room: clean, pinned: false}]",
            "checks: [{type: command, command: make, output_contains: ok, output_not_contains: bad}]",
            "checks: [{type: test_passing}, {type: test_passing, grep: RALPH-001, command: make}]",
            "checks: [{type: validate, script: ./v.sh}, {type: claim}, {type: tamper, test-skipped: block}]",
            "checks: [{completion: {type: file_exists, path: a}}]",
            "checks: [{verification_method: string_match}]",
            "completion: {type: validate, script: ./v.sh}",
            "verification_method: external\nverification_config: {command: make}",
            "verification_method: multi_stage\nverification_config: {stages: [{method: string_match}]}",
            "claim: off",
            "tamper: off",
            "clean_room: on",
            "prepare: npm ci",
            "prepare_inputs: [package.json, 'tools/**']",
            "prepare_inputs: Makefile",
            "prepare_network: open",
            "flaky_retries: 0",
            "try_checks: on",
            "max_tasks: 10",
            "max_run_time: 8h",
            "max_run_cost: 20",
            "parallelism: 3",
            "on_failure: retry",
            "adaptive_limits: on",
            "tracker: {type: github, repo: a/b}",
            "tracker: {type: github, repo: me/my-app.x, url: 'http://127.0.0.1:80/api', label: '*'}",
            "tracker: {type: github, repo: a/b, url: 'https://ghe.example/api/v3', label: for ralph}",
            "tracker: {type: file, path: work/issues.jsonl}",
            "check_timeout: 10m",
            "keep: none",
            "keep: commit",
            "snapshots: always",
            "workspace: in-place",
            "workspace: overlay",
            "sandbox: required",
            "network: none",
            "network: allow-list",
            "allow: []",
            "allow: ['*.example.com', '127.0.0.1:8080', registry.example]",
            "max_network: off",
            "max_network: 1GiB",
            "tools: [~/.m2/repository, /opt/tools]",
            "secrets: [~/.netrc, DEPLOY_PHRASE]",
            "max_cpu: 10m",
            "max_memory: 4GiB",
            "max_processes: 200",
            "max_processes: off",
            "max_file_size: 1GiB",
            "project: my-app-2",
            "project: '2024'",
            "root: ~/runs",
            "root: ../runs",
            "on_hangup: continue",
            "notify: [bell, desktop, 'slack:https://example.org/x']",
            "notify_command: [tell, \"--loud now\"]",
            "color: never");

    static final List<String> REFUSED = List.of(
            "- max_restarts",
            "max_restarts",
            "5",
            "max_restart: 5",
            "limits: {grace: 5s}",
            "profile: stage",
            "profile: [restart]",
            "agent: []",
            "agent: ['']",
            "agent: [' ', -p]",
            "agent: ''",
            "agent: claude -p",
            "agent: 5",
            "agent: [claude, 5]",
            "agent: [claude, [p]]",
            "agent: {program: claude}",
            "agent: \"a\\0b\"",
            "agent: [a, \"\\0\"]",
            "agent: a\ncommand: b",
            "agents: []",
            "agents: ['']",
            "agents: [Claude]",
            "agents: [claude, 5]",
            "agents: claude codex",
            "agent: a\nagents: claude",
            "command: a\nagents: claude",
            "agent_args: [5]",
            "model: ''",
            "stream: [codex]",
            "session: kept",
            "role: ''",
            "roles:",
            "roles: reviewer",
            "roles: [reviewer]",
            "roles: {reviewer: codex}",
            "roles: {reviewer: }",
            "roles: {reviewer: {agents: codex}}",
            "roles: {reviewer: {agent: []}}",
            "roles: {reviewer: {agent: a, command: b}}",
            "roles: {reviewer: {model: 5}}",
            "roles: {'': {}}",
            "roles: {'a b': {}}",
            "roles: {../x: {}}",
            "roles: {reviewer: {model: {name: x}}}",
            "max_cost: 0",
            "max_cost: -1",
            "max_cost: much",
            "max_cost: $5",
            "max_attempt_cost: 0.0",
            "max_tokens: 2.5",
            "max_tokens: 0",
            "max_attempt_tokens: many",
            "prices: ''",
            "max_time: 0s",
            "max_output: 5",
            "max_attempt_output: 0",
            "max_disk: lots",
            "max_attempt_disk: 0",
            "min_free_disk: 5%",
            "completion_promise: ''",
            "blocked_promise: [a]",
            "require_work: yes",
            "agent_tools: auto",
            "promise_place: line",
            "on_question: ask",
            "signals: [DONE]",
            "signals: [promise]",
            "on_refusal: drop",
            "hooks: tell.sh",
            "hooks: [onTaskEnd]",
            "hooks: {onTaskDone: tell.sh}",
            "hooks: {onTaskEnd: }",
            "hooks: {onTaskEnd: [tell.sh]}",
            "command: ''",
            "command: ' '",
            "command: \"a\\0b\"",
            "command: [a]",
            "command:",
            "env_pass: none of them",
            "env_pass: [A=B]",
            "env_unset: all of them",
            "env_unset: ['']",
            "containment: docker",
            "containment: true",
            "max_restarts: -1",
            "max_restarts: 1000001",
            "max_restarts: '5'",
            "max_restarts: 1.5",
            "max_restarts: many",
            "max_restarts: off",
            "max_restarts:",
            "restart_delay: 5",
            "recovery_delay: 5",
            "description: [a]",
            "enabled: maybe",
            "state_dir: ''",
            "restart_delay: -5s",
            "restart_delay: 30s1m",
            "restart_delay: 1m1m",
            "restart_delay: 5 s",
            "restart_delay: 0.5ms",
            "restart_delay: 1.0001s",
            "restart_delay: .5s",
            "restart_delay: 1.s",
            "restart_delay: ''",
            "restart_delay: off",
            "restart_delay: [1s]",
            "poll_interval: 0s",
            "poll_interval: 0.000s",
            "breaker: 0",
            "breaker: never",
            "idle_timeout: 0s",
            "idle_timeout: false",
            "timeout: 0",
            "wait_timeout: soon",
            "grace: -1s",
            "stop_grace: 5",
            "done_grace: off",
            "output_limit: 64",
            "output_limit: -1MB",
            "output_limit: 1.5MB",
            "output_limit: 64 MB",
            "output_limit: off",
            "bus_rotate: 1PB",
            "checks: ['']",
            "checks: [5]",
            "checks: {a: b}",
            "checks: [{type: nonsense}]",
            "checks: [{type: file_exists}]",
            "checks: [{type: file_exists, path: ''}]",
            "checks: [{type: changed, path: a}]",
            "checks: [{type: command, command: make, success_exit_code: 256}]",
            "checks: [{type: command, command: make, timeout: 0}]",
            "checks: [{type: command, command: make, room: attic}]",
            "checks: [{type: multi_stage, stages: []}]",
            "checks: [{verification_method: semantic}]",
            "completion: {type: command, command: make}",
            "verification_method: semantic",
            "claim: maybe",
            "tamper: maybe",
            "clean_room: attic",
            "prepare: ''",
            "prepare_inputs: [/etc/passwd]",
            "prepare_network: lan",
            "flaky_retries: 11",
            "try_checks: maybe",
            "max_tasks: 0",
            "max_run_time: soon",
            "max_run_cost: -1",
            "parallelism: 65",
            "on_failure: cry",
            "adaptive_limits: sometimes",
            "tracker: github",
            "tracker: {}",
            "tracker: {type: jira, repo: a/b}",
            "tracker: {type: github}",
            "tracker: {type: github, repo: a}",
            "tracker: {type: github, repo: a/../b}",
            "tracker: {type: github, repo: a/b, url: 'http://ghe.example'}",
            "tracker: {type: github, repo: a/b, token: x}",
            "tracker: {type: github, repo: a/b, label: ''}",
            "tracker: {type: file, path: ../issues.jsonl}",
            "tracker: {type: file, path: a/../../b}",
            "tracker: {type: file, path: /etc/passwd}",
            "tracker: {type: file, path: .git/config}",
            "tracker: {type: file}",
            "check_timeout: 0s",
            "keep: tag",
            "snapshots: sometimes",
            "workspace: in_place",
            "sandbox: on",
            "network: closed",
            "allow: ['two words']",
            "max_network: much",
            "tools: [relative/path]",
            "secrets: ['A=B']",
            "max_cpu: 0s",
            "max_memory: much",
            "max_processes: 1",
            "max_file_size: large",
            "project: My-App",
            "project: -a",
            "project: a_b",
            "project: ''",
            "project: 2024",
            "project: " + "a".repeat(65),
            "root: ''",
            "root: \"a\\0\"",
            "on_hangup: ignore",
            "notify: mail",
            "notify: 'ftp://example.org'",
            "notify_command: {a: b}",
            "color: auto-ish");

    /// What a schema cannot say.
    static final List<String> REFUSED_BY_THE_LOADER_ALONE = List.of(
            "timeout: 366d",
            "grace: 99999999999999999999s",
            "output_limit: 1B",
            "output_limit: 8191B",
            "bus_rotate: 4095B",
            "bus_rotate: 2000TB",
            "max_cost: 1000000000000000000",
            "max_tokens: '0'",
            "tracker: {type: github, repo: a/b, url: 'https://a b'}",
            "role: nobody");

    @TempDir
    Path project;

    @ParameterizedTest
    @FieldSource("ACCEPTED")
    void both_accept(String yaml) throws Exception {
        assertThat(loaderSays(yaml)).isEmpty();
        assertThat(schemaSays(yaml)).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("REFUSED")
    void both_refuse(String yaml) throws Exception {
        assertThat(loaderSays(yaml)).isNotEmpty();
        assertThat(schemaSays(yaml)).isNotEmpty();
    }

    @ParameterizedTest
    @FieldSource("REFUSED_BY_THE_LOADER_ALONE")
    void the_loader_refuses_what_a_schema_cannot_say(String yaml) throws Exception {
        assertThat(loaderSays(yaml)).isNotEmpty();
        assertThat(schemaSays(yaml)).isEmpty();
    }

    @Test
    void every_key_has_an_accepted_and_a_refused_sample() {
        for (SettingKey<?> key : SettingKeys.all()) {
            assertThat(ACCEPTED).as(key.name()).anyMatch(sample -> sample.startsWith(key.name() + ":"));
            assertThat(REFUSED).as(key.name()).anyMatch(sample -> sample.startsWith(key.name() + ":"));
        }
    }

    @Test
    void the_published_schema_is_the_one_that_the_program_shows() throws Exception {
        Path published = Path.of(System.getProperty("ralph.repository", "..")).resolve("docs/config.schema.json");
        if (Boolean.getBoolean("ralph.regenerate")) {
            Files.writeString(published, ConfigSchema.text());
        }
        assertThat(published).as("regenerate it: %s", REGENERATE).hasContent(ConfigSchema.text());
    }

    private List<?> loaderSays(String yaml) throws Exception {
        Files.createDirectories(project.resolve(".ralph"));
        Files.writeString(project.resolve(".ralph/config.yaml"), yaml);
        try {
            new Configuration(project, project, Map.of("HOME", "/home/somebody")).load(FlagValues.none());
            return List.of();
        } catch (InvalidConfiguration e) {
            return e.problems();
        }
    }

    /// As an editor does: YAML 1.2 core types, then the schema.
    private static List<?> schemaSays(String yaml) {
        LoadSettings core = LoadSettings.builder().setSchema(new CoreSchema()).build();
        @Nullable Object value = new Load(core).loadFromString(yaml);
        return SCHEMA.validate(JsonMapper.shared().writeValueAsString(value), InputFormat.JSON);
    }
}
