package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.flow.FlowPlan;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.RequestRefused;
import dev.ralph.signal.PromiseRule;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The keys `stages` and `ralph`, and what becomes of them.
class StageConfigurationTest {
    @TempDir
    Path project;

    private Settings load(String yaml) throws IOException {
        return load(yaml, FlagValues.none());
    }

    private Settings load(String yaml, FlagValues flags) throws IOException {
        Files.createDirectories(project.resolve(".ralph"));
        Files.writeString(project.resolve(".ralph/config.yaml"), yaml);
        return new Configuration(project, project, Map.of()).load(flags.with(SettingKeys.PROFILE, "stage"));
    }

    private void specflow(String yaml) throws IOException {
        Files.createDirectories(project.resolve(".specflow"));
        Files.writeString(project.resolve(".specflow/config.yaml"), yaml);
    }

    private List<String> stages(String yaml) throws IOException {
        return lines(load(yaml));
    }

    private static List<String> lines(Settings settings) {
        return ConfiguredStage.of(settings).stream()
                .map(stage -> stage.role() + " " + stage.iterations() + " " + stage.promise())
                .toList();
    }

    @Test
    void without_a_word_the_four_stages_have_the_limits_and_promises_of_the_document() throws Exception {
        assertThat(stages(""))
                .containsExactly(
                        "coder 15 IMPLEMENTATION_COMPLETE",
                        "reviewer 5 REVIEW_COMPLETE",
                        "tester 10 TESTS_COMPLETE",
                        "qa 5 QA_PASSED");
    }

    @Test
    void the_documents_keys_change_them() throws Exception {
        assertThat(stages("""
                ralph:
                  default_max_iterations: 7
                  coder:
                    max_iterations: 3
                  reviewer:
                    completion_promise: LOOKS_GOOD
                """))
                .containsExactly(
                        "coder 3 IMPLEMENTATION_COMPLETE",
                        "reviewer 5 LOOKS_GOOD",
                        "tester 10 TESTS_COMPLETE",
                        "qa 5 QA_PASSED");
    }

    @Test
    void an_own_stage_has_the_default_limit_and_promise() throws Exception {
        assertThat(stages("stages: {lint: {command: make lint}}")).containsExactly("lint 10 STAGE_COMPLETE");
        assertThat(stages("ralph: {default_max_iterations: 7}\nstages: {lint: {command: make lint}}"))
                .containsExactly("lint 7 STAGE_COMPLETE");
    }

    @Test
    void stages_say_more_than_ralph_and_a_flag_more_than_both() throws Exception {
        String yaml = "ralph: {coder: {max_iterations: 3}}\nstages: {coder: {max_iterations: 4}}";

        assertThat(stages(yaml)).containsExactly("coder 4 IMPLEMENTATION_COMPLETE");
        assertThat(lines(load(yaml, FlagValues.none().with(SettingKeys.MAX_RESTARTS, "2"))))
                .containsExactly("coder 2 IMPLEMENTATION_COMPLETE");
    }

    @Test
    void later_names_count_too() throws Exception {
        Settings settings = load("""
                ralph:
                  max_iterations: 4
                  default_verification: none
                  agent_defaults:
                    coder: {max_iterations: 2}
                stages: {coder: , lint: {command: make lint}}
                """);

        assertThat(lines(settings)).containsExactly("coder 2 IMPLEMENTATION_COMPLETE", "lint 4 STAGE_COMPLETE");
        assertThat(ConfiguredStage.of(settings))
                .extracting(ConfiguredStage::verified)
                .containsOnly(false);
    }

    @Test
    void an_agents_own_switch_wins_over_the_global_one() throws Exception {
        List<ConfiguredStage> stages = ConfiguredStage.of(load("""
                ralph:
                  enabled: false
                  coder: {enabled: true}
                agents: [claude]
                """));

        assertThat(stages).extracting(ConfiguredStage::loops).containsExactly(true, false, false, false);
        assertThat(stages.get(1).promise()).isNull();
        Policy once = stages.get(1).policy(List.of(), project);
        assertThat(once.mode()).isEqualTo(Policy.Mode.ONCE);
        assertThat(once.profile()).isEqualTo("stage");
        assertThat(once.conversation().promise()).isNull();
        assertThat(once.limits().attempts()).isEqualTo(1);
    }

    @Test
    void a_policy_has_what_the_stage_says() throws Exception {
        Policy policy = ConfiguredStage.of(load("""
                        max_cost: 9
                        checks: [make test]
                        stages:
                          coder:
                            agent: claude
                            model: opus
                            timeout: 10m
                            max_cost: 2.5
                            checks: [make quick]
                        """)).getFirst().policy(List.of(), project);

        assertThat(policy.agents()).containsExactly(AgentCommand.known("claude", "opus", List.of()));
        assertThat(policy.limits().wall()).isEqualTo(Duration.ofMinutes(10));
        assertThat(policy.limits().caps().loop().dollars()).isEqualByComparingTo(new BigDecimal("2.5"));
        assertThat(policy.checks()).contains("make quick").doesNotContain("make test");
        assertThat(policy.conversation().promise()).isEqualTo(PromiseRule.stage("IMPLEMENTATION_COMPLETE"));
    }

    @Test
    void known_stages_keep_their_order_and_others_follow_the_one_before_them() throws Exception {
        assertThat(stages("""
                stages:
                  plan: {command: a}
                  qa: {command: a}
                  coder: {command: a}
                  lint: {command: a}
                  docs: {command: a}
                  tester: {command: a, after: qa}
                """))
                .extracting(line -> line.split(" ")[0])
                .containsExactly("plan", "coder", "lint", "docs", "qa", "tester");
    }

    @Test
    void a_stage_without_an_agent_is_refused_with_what_to_write() throws Exception {
        ConfiguredStage reviewer = ConfiguredStage.of(load("stages: {coder: {command: a}, reviewer: }"))
                .get(1);

        assertThat(reviewer.needsAgent()).isTrue();
        assertThatThrownBy(reviewer::agents)
                .isInstanceOf(RequestRefused.class)
                .hasMessageContaining("stage reviewer has no agent: write `stages: {reviewer: {agent: claude}}`");
    }

    @Test
    void two_stages_with_the_same_promise_are_odd() throws Exception {
        assertThat(ConfiguredStage.oddities(
                        ConfiguredStage.of(load("stages: {a: {command: x}, b: {command: x}, coder: {command: x}}"))))
                .containsExactly("stages a and b have the same promise, STAGE_COMPLETE: give each its own with"
                        + " completion_promise");
    }

    @Test
    void stages_without_a_price_are_odd_beside_those_with_one_and_switch_no_limit_off() throws Exception {
        Settings mixed = load("agents: [claude]\nstages: {coder: , tester: {command: x}, qa: {command: y}}");

        assertThat(ConfiguredStage.oddities(ConfiguredStage.of(mixed)))
                .containsExactly(
                        "cost unknown for: tester, qa; max_cost and max_run_cost apply only to the other stages");
        FlowPlan plan = Profile.of("stage")
                .flow(mixed, project, Map.of())
                .map(Profile.TaskFlow::plan)
                .orElseThrow();
        assertThat(plan.grant().dollars()).isEqualByComparingTo("120");
        assertThat(plan.task().dollars()).isEqualByComparingTo("20");
    }

    @Test
    void what_the_agent_of_a_role_may_use_is_among_its_arguments_and_not_among_those_of_others() throws Exception {
        List<ConfiguredStage> stages = ConfiguredStage.of(load("""
                        agents: [claude]
                        stages:
                          coder:
                          reviewer: {agent: claude, agent_args: [--disallowedTools, 'Edit,Write']}
                        """));

        assertThat(stages)
                .extracting(stage -> String.join(" ", stage.agents().getFirst().words()))
                .containsExactly("claude", "claude --disallowedTools Edit,Write");
    }

    @Test
    void the_tools_of_a_stage_are_those_of_its_agent_and_of_no_other_stage() throws Exception {
        List<ConfiguredStage> stages = ConfiguredStage.of(load("""
                        agents: ['claude:opus', claude]
                        stages:
                          coder: {deny_tools: WebSearch}
                          reviewer: {allow_tools: [Read, Grep]}
                          tester: {agent: qwen, deny_tools: [edit], escalation: [{model: m}, {agent: gemini, deny_tools: none}]}
                          qa:
                        """));

        assertThat(stages.stream().flatMap(stage -> stage.agents().stream()).map(StageConfigurationTest::tools))
                .containsExactly(
                        "claude null [WebSearch]",
                        "claude null [WebSearch]",
                        "claude [Read, Grep] null",
                        "claude [Read, Grep] null",
                        "qwen null [edit]",
                        "claude null null",
                        "claude null null");
        assertThat(stages.get(2).ladder(List.of(), project).stream().map(policy -> tools(policy.agent())))
                .containsExactly("qwen null [edit]", "gemini null null");
    }

    private static String tools(AgentCommand agent) {
        return agent.words().getFirst() + " " + agent.allowedTools() + " " + agent.deniedTools();
    }

    @Test
    void an_agent_whose_tools_cannot_be_limited_is_refused() {
        Map<String, String> refused = Map.of(
                "{agent: codex, deny_tools: [Edit]}",
                "deny_tools: Ralph cannot limit the tools of codex; leave it out, or use another agent:"
                        + " claude, opencode, gemini, qwen, copilot",
                "{agent: acp, agent_args: [x], allow_tools: [Edit]}",
                "allow_tools: Ralph cannot limit the tools of acp; leave it out, or use another agent:"
                        + " claude, opencode, gemini, qwen, copilot",
                "{command: my-agent, deny_tools: [Edit]}",
                "deny_tools: Ralph cannot limit the tools of your program; leave it out, or use another agent:"
                        + " claude, opencode, gemini, qwen, copilot",
                "{agent: claude, allow_tools: [Edit], deny_tools: [Write, Edit]}",
                "allow_tools: deny_tools takes all of these away; leave one of them",
                "{agent: [claude, qwen], deny_tools: [Edit]}",
                "deny_tools: claude and qwen name their tools differently; use one of them, or leave it out");

        refused.forEach((stage, words) -> assertThatThrownBy(
                        () -> ConfiguredStage.of(load("stages: {coder: " + stage + "}"))
                                .getFirst()
                                .agents())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(words));
    }

    @Test
    void limits_that_were_written_for_another_agent_are_neither_dropped_nor_passed_on() {
        String hint = " may name its tools differently than the agent that deny_tools was written for; set deny_tools"
                + " for ";
        Map<String, String> refused = Map.of(
                "agents: [claude]\ndeny_tools: [Edit]\nstages: {coder: {agent: qwen}}",
                "qwen" + hint + "qwen too, or set it to none",
                "stages: {coder: {agent: claude, deny_tools: [Edit], escalation: [{agent: codex}]}}",
                "codex" + hint + "codex too, or set it to none");
        refused.forEach((yaml, words) -> assertThatThrownBy(() -> ConfiguredStage.of(load(yaml)))
                .isInstanceOf(InvalidConfiguration.class)
                .hasMessageContaining(words));

        FlagValues qwen = FlagValues.none().with(SettingKeys.AGENTS, "qwen");
        String stages = "stages: {coder: {agent: claude, deny_tools: [Edit]}}";
        assertThatThrownBy(() -> ConfiguredStage.of(load(stages, qwen)))
                .isInstanceOf(InvalidConfiguration.class)
                .hasMessageContaining("qwen" + hint + "qwen too, or set it to none");
        assertThatCode(() -> ConfiguredStage.of(load(stages, qwen.with(SettingKeys.DENY_TOOLS, "edit"))))
                .doesNotThrowAnyException();
        assertThatCode(() ->
                        ConfiguredStage.of(load(stages, FlagValues.none().with(SettingKeys.AGENTS, "claude:opus"))))
                .doesNotThrowAnyException();
    }

    @Test
    void another_agent_of_a_ladder_gets_nothing_that_was_said_of_the_first() throws Exception {
        ConfiguredStage coder = ConfiguredStage.of(
                        load(
                                "stages: {coder: {agent: claude, model: opus, agent_args: [-x], escalation: [{agent: codex}]}}"))
                .getFirst();

        assertThat(coder.ladder(List.of(), project))
                .extracting(
                        policy -> policy.agent().words() + " " + policy.agent().model())
                .containsExactly("[codex] null");
    }

    @Test
    void a_ladder_has_a_policy_for_each_rung() throws Exception {
        ConfiguredStage coder = ConfiguredStage.of(load("""
                        stages:
                          coder:
                            agent: claude
                            escalation:
                              - model: opus
                              - agent: codex
                              - candidates: [gemini, qwen]
                        """)).getFirst();

        assertThat(coder.ladder(List.of(), project))
                .extracting(policy ->
                        policy.agent().words().getFirst() + " " + policy.agent().model())
                .containsExactly("claude opus", "codex null", "gemini null", "qwen null");
        assertThat(coder.anew()).as("candidates begin anew").containsExactly(3, 4);
    }

    @Test
    void a_ladder_has_effort_and_candidates_of_any_kind() throws Exception {
        ConfiguredStage coder = ConfiguredStage.of(load("""
                        stages:
                          coder:
                            agent: claude
                            escalation:
                              - effort: high
                              - {agent: codex, effort: xhigh}
                              - candidates: [opencode, {command: my-agent}, {agent: gemini, model: pro}]
                        """)).getFirst();

        assertThat(coder.ladder(List.of(), project))
                .extracting(policy -> String.join(" ", policy.agent().words()))
                .containsExactly(
                        "claude --effort high",
                        "codex -c model_reasoning_effort=\"xhigh\"",
                        "opencode",
                        "my-agent",
                        "gemini");
        assertThat(coder.anew()).containsExactly(3, 4, 5);
        for (String stage : List.of("agent: gemini", "command: my-agent")) {
            ConfiguredStage other = ConfiguredStage.of(load("stages: {coder: {" + stage + ", effort: high}}"))
                    .getFirst();
            assertThatThrownBy(other::agents)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("effort: ");
        }
    }

    @Test
    void the_other_tools_file_counts_below_ours_and_its_other_keys_are_its_own() throws Exception {
        specflow("""
                version: &v 1
                other: *v
                execution: !custom {max_parallel: 6}
                ralph:
                  default_max_iterations: 8
                  coder: {max_iterations: 6, completion_promise: THEIRS}
                """);

        assertThat(stages("ralph: {coder: {max_iterations: 2}}\nstages: {coder: , lint: {command: a}}"))
                .containsExactly("coder 2 THEIRS", "lint 8 STAGE_COMPLETE");
    }

    @Test
    void a_mistake_in_the_other_tools_file_is_named_with_its_place() throws Exception {
        specflow("ralph:\n  coder:\n    max_iteration: 3\n");

        assertThatThrownBy(() -> load(""))
                .isInstanceOf(InvalidConfiguration.class)
                .hasMessage(project.resolve(".specflow/config.yaml")
                        + ":3:5: ralph: coder: unknown key 'max_iteration'; did you mean 'max_iterations'?");
    }

    @Test
    void unknown_keys_are_errors_with_the_nearest_name() throws Exception {
        Path file = project.resolve(".ralph/config.yaml");
        assertThatThrownBy(() -> load("ralph: {enabeld: true}"))
                .hasMessage(file + ":1:9: ralph: unknown key 'enabeld'; did you mean 'enabled'?");
        assertThatThrownBy(() -> load("ralph: {codr: {max_iterations: 3}}"))
                .hasMessageContaining("ralph: there is no stage 'codr'; did you mean 'coder'?");
        assertThatThrownBy(() -> load("{stages: {coder: }, ralph: {docs: {max_iterations: 3}}}"))
                .hasMessageEndingWith("ralph: there is no stage 'docs', only coder, reviewer, tester, qa");
        assertThatThrownBy(() -> load("stages: {coder: {comand: x}}"))
                .hasMessageContaining("stages: coder: unknown key 'comand'; did you mean 'command'?");
        assertThatThrownBy(() -> load("stages: {coder: , lint: {after: codr}}"))
                .hasMessageContaining("lint: after: there is no other stage 'codr'; did you mean 'coder'?");
        assertThatThrownBy(() -> load("stages: {coder: {after: coder}}"))
                .hasMessageEndingWith("coder: after: a stage cannot follow itself; name another one, or leave it out");
        assertThatThrownBy(() -> load("stages: {a: {after: b}, b: {after: a}}"))
                .hasMessageEndingWith("1:9: stages: a, b follow each other in a circle: correct `after`");
    }

    @Test
    void what_is_shown_could_be_written() throws Exception {
        String yaml = "stages: {coder: {command: ./code.sh, max_iterations: 3, enabled: false,"
                + " escalation: [{model: opus}]}, qa: {}}\n"
                + "ralph: {enabled: true, default_max_iterations: 3, verify_promises: false,"
                + " coder: {completion_promise: X}}\n";

        assertThat(load(yaml).lines().stream()
                        .filter(line -> line.key() == SettingKeys.STAGES || line.key() == SettingKeys.RALPH)
                        .map(line -> line.key().name() + ": " + line.text() + "\n"))
                .containsExactlyInAnyOrder(yaml.split("(?<=\n)"));
    }
}
