package dev.ralph.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A different agent, model or whatever for each role.
class RolesTest extends InConfigFolder {
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

        assertThat(played(null)).isEqualTo(known("opus", List.of("--verbose")));
        assertThat(played("coder")).isEqualTo(known("opus", List.of("--verbose")));
        assertThat(played("tester")).isEqualTo(known("haiku", List.of("--verbose")));
        assertThat(played("reviewer"))
                .isEqualTo(
                        new AgentCommand.Known(List.of(choice("codex", "gpt-5"), choice("claude", null)), List.of()));
        assertThat(with("reviewer", Flags.none()).settings().talk().session()).isEqualTo(Session.RESUME);
        assertThat(played("qa")).isEqualTo(new AgentCommand.Shell("make qa"));
        assertThat(with("qa", Flags.none()).settings().talk().stream()).isEqualTo("codex");
        assertThat(load().value(AgentKeys.ROLES).names()).containsExactly("coder", "qa", "reviewer", "tester");
    }

    @Test
    void a_flag_wins_over_the_role_and_the_role_over_everything_else() throws Exception {
        write(GENERAL + "roles: {reviewer: {agent: codex, model: gpt-5}}\n");

        assertThat(with("reviewer", Flags.none().with(AgentKeys.MODEL, "o9"))
                        .settings()
                        .agent())
                .isEqualTo(new AgentCommand.Known(List.of(choice("codex", "o9")), List.of()));
        assertThat(with("reviewer", Flags.none().with(AgentKeys.AGENT, "my-agent"))
                        .settings()
                        .agent())
                .isEqualTo(new AgentCommand.Words(List.of("my-agent")));
        Effective loud = new Configuration(
                        project, project, Map.of("RALPH_MODEL", "m", "RALPH_AGENTS", "qwen", "RALPH_ROLE", "reviewer"))
                .load(Flags.none());
        assertThat(loud.settings().agent())
                .isEqualTo(new AgentCommand.Known(List.of(choice("codex", "gpt-5")), List.of()));
        assertThat(loud.origin(AgentKeys.MODEL)).hasToString("role reviewer at " + file + ":4");
        assertThat(loud.origin(AgentKeys.ROLE)).hasToString("environment RALPH_ROLE");
    }

    @Test
    void the_model_and_the_arguments_of_one_agent_are_not_given_to_another() throws Exception {
        write(GENERAL + "roles: {a: {agent: codex}, b: {agent: claude}, c: {agent: codex, model: gpt-5}}\n");

        assertThat(played("a")).isEqualTo(new AgentCommand.Known(List.of(choice("codex", null)), List.of()));
        assertThat(played("b"))
                .isEqualTo(new AgentCommand.Known(List.of(choice("claude", "opus")), List.of("--verbose")));
        Flags gemini = Flags.none().with(AgentKeys.AGENTS, "gemini");
        AgentCommand alone = new AgentCommand.Known(List.of(choice("gemini", null)), List.of());
        assertThat(with("c", gemini).settings().agent()).isEqualTo(alone);
        assertThat(new Configuration(project, project, Map.of())
                        .load(gemini)
                        .settings()
                        .agent())
                .isEqualTo(alone);
    }

    @Test
    void a_model_of_a_stronger_layer_takes_the_place_of_the_one_beside_the_name() throws Exception {
        write("agents: ['claude:opus', 'codex:gpt-5']\nroles: {quick: {model: haiku}}\n");

        AgentCommand quick =
                new AgentCommand.Known(List.of(choice("claude", "haiku"), choice("codex", "gpt-5")), List.of());
        assertThat(played("quick")).isEqualTo(quick);
        assertThat(with(null, Flags.none().with(AgentKeys.MODEL, "haiku"))
                        .settings()
                        .agent())
                .isEqualTo(quick);
    }

    @Test
    void a_role_of_the_project_takes_the_place_of_the_users_role_of_that_name() throws Exception {
        Path home = Files.createDirectories(project.resolve("home"));
        Path user = Files.createDirectories(home.resolve(".config/ralph")).resolve("config.yaml");
        Files.writeString(user, "roles:\n  a: {model: one}\n  b: {agent: codex}\n");
        write("agents: claude\nroles: {a: {session: resume}}\n");
        Configuration both = new Configuration(project, project, Map.of("HOME", home.toString()));

        Effective effective = both.load(Flags.none().with(AgentKeys.ROLE, "a"));

        assertThat(effective.value(AgentKeys.ROLES)).hasToString("{a: {session: resume}, b: {agent: [codex]}}");
        assertThat(effective.origin(AgentKeys.ROLES)).hasToString("project " + file + ":2, after user " + user + ":1");
        assertThat(effective.maybe(AgentKeys.MODEL)).isNull();
        assertThat(both.load(Flags.none().with(AgentKeys.ROLE, "b")).origin(AgentKeys.AGENTS))
                .hasToString("role b at " + user + ":3");
    }

    @Test
    void an_unknown_role_is_refused_with_the_nearest_one() throws Exception {
        write("roles: {reviewer: {}, tester: {}}\n");
        assertThatThrownBy(() -> with("reviewr", Flags.none()))
                .hasMessage("--role: there is no role 'reviewr'; did you mean 'reviewer'?");
        assertThatThrownBy(() -> with("x", Flags.none()))
                .hasMessage("--role: there is no role 'x'; those under the key roles are reviewer, tester");
        assertThatThrownBy(() -> with(" ", Flags.none())).hasMessage("--role: found ' ', expected the name of a role");
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
                        at(3, 44) + "roles: coder: agent is there twice; keep one of them",
                        at(4, 10) + "roles: tester: found no value, expected what is different for this role, such as"
                                + " {agent: codex, model: gpt-5}",
                        at(5, 44) + "roles: qa: model: found the number 5, expected the name of a model; put it in"
                                + " quotes",
                        at(5, 47) + "roles: qa: unknown key 'timeout'; a role can have agent, agent_args, model,"
                                + " command, stream, session",
                        at(5, 7) + "roles: qa: agent and command are both given, and only one of them can be run;"
                                + " remove one",
                        at(6, 3) + "roles: the role coder is there twice; keep one of them",
                        at(7, 3) + "roles: found a list, expected the name of a role, of at most 64 letters, digits,"
                                + " '.', '_' or '-', such as reviewer",
                        at(8, 17) + "roles: deep: agent: found a mapping, expected a list of known agents in small"
                                + " letters such as [claude, codex], each perhaps with a model as in claude:opus");
    }

    @Test
    void roles_are_shown_as_they_can_be_written_back() throws Exception {
        write("roles:\n  b: {command: 'a: b # c', session: fresh}\n  a:\n    agent: claude,codex:gpt-5\n  '5': {}\n");
        String shown = load().value(AgentKeys.ROLES).toString();
        assertThat(shown)
                .isEqualTo("{'5': {}, a: {agent: [claude, 'codex:gpt-5']}, b: {command: 'a: b # c', session: fresh}}");

        write("roles: " + shown + "\n");

        assertThat(load().value(AgentKeys.ROLES)).hasToString(shown);
    }

    @Test
    void a_variable_for_roles_is_told_to_be_of_no_use() {
        assertThat(new Configuration(project, project, Map.of("RALPH_ROLES", "x"))
                        .load(Flags.none())
                        .warnings())
                .containsExactly(new Problem("RALPH_ROLES", "roles can only be set in a configuration file, ignored"));
    }

    private static AgentCommand known(String model, List<String> arguments) {
        return new AgentCommand.Known(List.of(choice("claude", model), choice("codex", null)), arguments);
    }

    private static AgentCommand.Known.Choice choice(String name, @Nullable String model) {
        return new AgentCommand.Known.Choice(name, model);
    }

    private @Nullable AgentCommand played(@Nullable String role) {
        return with(role, Flags.none()).settings().agent();
    }

    private Effective with(@Nullable String role, Flags flags) {
        return new Configuration(project, project, Map.of())
                .load(role == null ? flags : flags.with(AgentKeys.ROLE, role));
    }
}
