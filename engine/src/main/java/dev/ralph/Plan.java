package dev.ralph;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.Agents;
import dev.ralph.agent.InstalledAgent;
import dev.ralph.config.PolicyFromSettings;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.config.ValueOrigin;
import dev.ralph.git.Repository;
import dev.ralph.loop.Policy;
import dev.ralph.paths.RequestRefused;
import dev.ralph.survey.Survey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a task is run with: its settings, what was found where nobody said anything, and the policy made of both.
///
/// @param others agents that are ready, too
public record Plan(Task task, Settings settings, Policy policy, List<String> others) {
    public Plan {
        others = List.copyOf(others);
    }

    /// What was found for keys of which nobody says anything.
    ///
    /// @param others as above
    record Found(Settings settings, List<String> others) {}

    /// Looks at the project and the machine; nothing is run and nothing is written.
    static Found find(Settings settings, Path project, Map<String, String> environment) throws IOException {
        if (Repository.at(project).isEmpty()) {
            throw new RequestRefused(
                    project + " is not a git repository, so the work cannot become a commit. Make it one:"
                            + " git init && git add -A && git commit -m first");
        }
        Map<SettingKey<?>, List<String>> found = new LinkedHashMap<>();
        List<String> ready = List.of();
        if (PolicyFromSettings.agents(settings).isEmpty()) {
            ready = ready(project, environment);
            found.put(SettingKeys.AGENTS, List.of(ready.getFirst()));
        }
        Survey survey = Survey.of(project);
        if (!survey.checks().isEmpty()) {
            found.put(SettingKeys.CHECKS, survey.checks());
        }
        String prepare = survey.prepare();
        if (prepare != null) {
            found.put(SettingKeys.PREPARE, List.of(prepare));
        }
        return new Found(
                settings.with(found, "in the project"), ready.isEmpty() ? ready : ready.subList(1, ready.size()));
    }

    /// The names of the agents that are installed and have a login, as far as one can see.
    private static List<String> ready(Path project, Map<String, String> environment) {
        String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
        List<AgentKind> installed = Agents.wellKnown().stream()
                .filter(kind -> InstalledAgent.find(kind, path, project).isPresent())
                .toList();
        List<String> ready = installed.stream()
                .filter(kind -> !kind.login().isMissing(environment, project))
                .map(AgentKind::name)
                .toList();
        if (!ready.isEmpty()) {
            return ready;
        }
        AgentKind first = installed.isEmpty() ? Agents.wellKnown().getFirst() : installed.getFirst();
        throw new RequestRefused(
                installed.isEmpty()
                        ? "no agent is installed. Get one: " + first.advice().install()
                                + "; or give any program: ralph run \"...\" -- PROGRAM"
                        : first.name() + " is not logged in: " + first.advice().login());
    }

    /// Whether the work can be proven; who wants to do without says so.
    static void requireCheck(Settings settings, Policy policy) {
        boolean unsaid = settings.origin(SettingKeys.CHECKS).source() == ValueOrigin.Source.DEFAULT;
        if (unsaid && policy.checks().isEmpty()) {
            throw new RequestRefused("no tests found, so nothing would prove the work. Say how to check it: --check"
                    + " 'COMMAND'; or take the agent's word: --check off");
        }
    }
}
