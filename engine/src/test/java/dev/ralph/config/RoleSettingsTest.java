package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Policy.AgentCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A different agent, model or whatever for each role.
class RoleSettingsTest extends InConfigFolder {
    private static final String GENERAL = "agents: [claude, codex]\nmodel: opus\nagent_args: [--verbose]\n";

    @Test
    void a_role_says_what_is_different_and_the_rest_stays() throws Exception {
        write(GENERAL + """
                roles:
                  coder: {}
                  reviewer: {agent: 'codex:gpt-5,claude', session: resume}
                  tester:
                    model: haiku
                  qa: {command: make qa, stream: codex}
                """);

        assertThat(played(null)).containsExactly(agent("claude", "opus", "--verbose"), agent("codex", null));
        assertThat(played("coder")).isEqualTo(played(null));
        assertThat(played("tester")).containsExactly(agent("claude", "haiku", "--verbose"), agent("codex", null));
        assertThat(played("reviewer")).containsExactly(agent("codex", "gpt-5"), agent("claude", null));
        assertThat(with("reviewer", FlagValues.none()).value(SettingKeys.SESSION))
                .isEqualTo(ConversationPolicy.Session.RESUME);
        assertThat(played("qa"))
                .containsExactly(new AgentCommand(AgentCommand.Kind.SHELL, List.of("make qa"), null, "codex"));
        assertThat(load().value(SettingKeys.ROLES).names()).containsExactly("coder", "qa", "reviewer", "tester");
    }

    @Test
    void a_role_can_have_a_model_that_thinks_harder() throws Exception {
        write("agents: [claude]\nroles: {reviewer: {effort: high}}\n");
        assertThat(with("reviewer", FlagValues.none()).value(SettingKeys.EFFORT))
                .isEqualTo("high");
        assertThat(load().maybe(SettingKeys.EFFORT)).isNull();
        assertThat(played("reviewer")).isNotEqualTo(played(null));
    }

    @Test
    void a_flag_wins_over_the_role_and_the_role_over_everything_else() throws Exception {
        write(GENERAL + "roles: {reviewer: {agent: codex, model: gpt-5}}\n");

        assertThat(PolicyFromSettings.agents(with("reviewer", FlagValues.none().with(SettingKeys.MODEL, "o9"))))
                .containsExactly(agent("codex", "o9"));
        assertThat(PolicyFromSettings.agents(with("reviewer", FlagValues.none().with(SettingKeys.AGENT, "my-agent"))))
                .containsExactly(AgentCommand.program("my-agent"));
        Settings loud = new Configuration(
                        project, project, Map.of("RALPH_MODEL", "m", "RALPH_AGENTS", "qwen", "RALPH_ROLE", "reviewer"))
                .load(FlagValues.none());
        assertThat(PolicyFromSettings.agents(loud)).containsExactly(agent("codex", "gpt-5"));
        assertThat(loud.origin(SettingKeys.MODEL)).hasToString("role reviewer at " + file + ":4");
        assertThat(loud.origin(SettingKeys.ROLE)).hasToString("environment RALPH_ROLE");
    }

    @Test
    void the_model_and_the_arguments_of_one_agent_are_not_given_to_another() throws Exception {
        write(GENERAL + "roles: {a: {agent: codex}, b: {agent: claude}, c: {agent: codex, model: gpt-5}}\n");

        assertThat(played("a")).containsExactly(agent("codex", null));
        assertThat(played("b")).containsExactly(agent("claude", "opus", "--verbose"));
        FlagValues gemini = FlagValues.none().with(SettingKeys.AGENTS, "gemini");
        assertThat(PolicyFromSettings.agents(with("c", gemini))).containsExactly(agent("gemini", null));
        assertThat(PolicyFromSettings.agents(with(null, gemini))).containsExactly(agent("gemini", null));
    }

    @Test
    void a_model_of_a_stronger_layer_takes_the_place_of_the_one_beside_the_name() throws Exception {
        write("agents: ['claude:opus', 'codex:gpt-5']\nroles: {quick: {model: haiku}}\n");

        List<AgentCommand> quick = List.of(agent("claude", "haiku"), agent("codex", "gpt-5"));
        assertThat(played("quick")).isEqualTo(quick);
        assertThat(PolicyFromSettings.agents(with(null, FlagValues.none().with(SettingKeys.MODEL, "haiku"))))
                .isEqualTo(quick);
    }

    @Test
    void a_role_of_the_project_takes_the_place_of_the_users_role_of_that_name() throws Exception {
        Path home = Files.createDirectories(project.resolve("home"));
        Path user = Files.createDirectories(home.resolve(".config/ralph")).resolve("config.yaml");
        Files.writeString(user, "roles:\n  a: {model: one}\n  b: {agent: codex}\n");
        write("agents: claude\nroles: {a: {session: resume}}\n");
        Configuration both = new Configuration(project, project, Map.of("HOME", home.toString()));

        Settings effective = both.load(FlagValues.none().with(SettingKeys.ROLE, "a"));

        assertThat(effective.value(SettingKeys.ROLES)).hasToString("{a: {session: resume}, b: {agent: [codex]}}");
        assertThat(effective.origin(SettingKeys.ROLES))
                .hasToString("project " + file + ":2, after user " + user + ":1");
        assertThat(effective.maybe(SettingKeys.MODEL)).isNull();
        assertThat(both.load(FlagValues.none().with(SettingKeys.ROLE, "b")).origin(SettingKeys.AGENTS))
                .hasToString("role b at " + user + ":3");
    }

    @Test
    void an_unknown_role_is_refused_with_the_nearest_one() throws Exception {
        write("roles: {reviewer: {}, tester: {}}\n");
        assertThatThrownBy(() -> with("reviewr", FlagValues.none()))
                .hasMessage("--role: there is no role 'reviewr'; did you mean 'reviewer'?");
        assertThatThrownBy(() -> with("x", FlagValues.none()))
                .hasMessage("--role: there is no role 'x'; those under the key roles are reviewer, tester");
        assertThatThrownBy(() -> with(" ", FlagValues.none()))
                .hasMessage("--role: found ' ', expected the name of a role");
        write("role: tester\n");
        assertThat(problems())
                .containsExactly(file + ":1: there is no role 'tester'; none is defined: write it under the key roles"
                        + " of .ralph/config.yaml");
    }

    @Test
    void everything_wrong_with_roles_is_told_at_once() throws Exception {
        write("""
                roles:
                  'a b': {}
                  coder: {agents: claude, agent: [Claude], agent: codex}
                  tester:
                  qa: {agent: codex, command: make, model: 5, timeout: 5m}
                  coder: {}
                  [x]: {}
                  deep: {agent: {name: codex}}
                """);
        assertThat(problems())
                .containsExactly(
                        at(2, 3) + "roles: found 'a b', expected the name of a role, of at most 64 letters, digits,"
                                + " '.', '_' or '-', such as reviewer",
                        at(3, 11) + "roles: coder: unknown key 'agents'; did you mean 'agent'?",
                        at(3, 35) + "roles: coder: agent: found 'Claude', expected a list of known agents in small"
                                + " letters such as [claude, codex], each perhaps with a model as in claude:opus",
                        at(3, 44) + "roles: coder: duplicate key agent",
                        at(4, 10) + "roles: tester: found no value, expected what is different for this role, such as"
                                + " {agent: codex, model: gpt-5}",
                        at(5, 44) + "roles: qa: model: found the number 5, expected the name of a model; put it in"
                                + " quotes",
                        at(5, 47) + "roles: qa: unknown key 'timeout'; a role can have agent, agent_args, model,"
                                + " effort, allow_tools, deny_tools, command, stream, session",
                        at(5, 7) + "roles: qa: set agent or command, not both",
                        at(6, 3) + "roles: duplicate role coder",
                        at(7, 3) + "roles: found a list, expected the name of a role, of at most 64 letters, digits,"
                                + " '.', '_' or '-', such as reviewer",
                        at(8, 17) + "roles: deep: agent: found a mapping, expected a list of known agents in small"
                                + " letters such as [claude, codex], each perhaps with a model as in claude:opus");
    }

    @Test
    void roles_are_shown_as_they_can_be_written_back() throws Exception {
        write("roles:\n  b: {command: 'a: b # c', session: fresh}\n  a:\n    agent: claude,codex:gpt-5\n  '5': {}\n");
        String shown = load().value(SettingKeys.ROLES).toString();
        assertThat(shown)
                .isEqualTo("{'5': {}, a: {agent: [claude, 'codex:gpt-5']}, b: {command: 'a: b # c', session: fresh}}");

        write("roles: " + shown + "\n");

        assertThat(load().value(SettingKeys.ROLES)).hasToString(shown);
    }

    @Test
    void a_variable_for_roles_is_told_to_be_of_no_use() {
        assertThat(new Configuration(project, project, Map.of("RALPH_ROLES", "x"))
                        .load(FlagValues.none())
                        .warnings())
                .containsExactly(
                        new ConfigProblem("RALPH_ROLES", "roles can only be set in a configuration file, ignored"));
    }

    private static AgentCommand agent(String name, @Nullable String model, String... arguments) {
        return AgentCommand.known(name, model, List.of(arguments));
    }

    private List<AgentCommand> played(@Nullable String role) {
        return PolicyFromSettings.agents(with(role, FlagValues.none()));
    }

    private Settings with(@Nullable String role, FlagValues flags) {
        return new Configuration(project, project, Map.of())
                .load(role == null ? flags : flags.with(SettingKeys.ROLE, role));
    }
}
