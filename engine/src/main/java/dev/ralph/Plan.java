package dev.ralph;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.AgentProblem;
import dev.ralph.agent.Agents;
import dev.ralph.agent.InstalledAgent;
import dev.ralph.config.PolicyFromSettings;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.config.ValueOrigin;
import dev.ralph.engine.Engine;
import dev.ralph.engine.StartConditions;
import dev.ralph.environment.PackageRegistries;
import dev.ralph.git.Repository;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.paths.RequestRefused;
import dev.ralph.survey.Survey;
import dev.ralph.survey.TestSuite;
import dev.ralph.verify.CheckOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a task is run with: its settings, what was found where nobody said anything, and the policy made of both.
///
/// @param found  what was found
/// @param commit what the work begins on; null where there is none
public record Plan(
        Task task,
        Settings settings,
        Policy policy,
        Found found,
        @Nullable String commit) {

    private static final String OWN = "; or use Ralph's own: --agent builtin";

    /// What was found for keys of which nobody says anything.
    ///
    /// @param others    agents that are ready, too
    /// @param variables for programs that see nothing of the user's own settings
    /// @param wanted    hosts that files of the project name as registries; they are not allowed by that
    public record Found(Settings settings, List<String> others, Map<String, String> variables, List<String> wanted) {
        public Found {
            others = List.copyOf(others);
            variables = Map.copyOf(variables);
            wanted = List.copyOf(wanted);
        }

        static Found nothing(Settings settings) {
            return new Found(settings, List.of(), Map.of(), List.of());
        }
    }

    /// Whether commands of checks would run in a fresh checkout.
    public boolean usesCleanRoom() {
        return policy.with(policy.proof().since(commit, null)).usesCleanRoom();
    }

    /// Whether an interrupted loop of the task keeps its checks: what is found now is found among what an agent left.
    Engine.Interrupted keeping() {
        boolean found = settings.origin(SettingKeys.CHECKS).source() == ValueOrigin.Source.FOUND
                || settings.origin(SettingKeys.PREPARE).source() == ValueOrigin.Source.FOUND;
        return found ? Engine.Interrupted.AS_IT_BEGAN : Engine.Interrupted.AS_ORDERED;
    }

    /// Looks at the project and the machine; nothing of the project's is run and nothing is written there.
    ///
    /// @param machine where is kept what is known of the machine
    /// @param unready hears why no agent is ready; the first one is taken if that throws nothing
    static Found find(
            Settings settings, Path project, Map<String, String> environment, Path machine, Consumer<String> unready)
            throws IOException {
        Repository repository = Repository.at(project)
                .orElseThrow(() -> new RequestRefused(
                        project + " is not a git repository, so the work cannot become a commit. Make it one:"
                                + " git init && git add -A && git commit --allow-empty -m first"));
        if (repository.head().commit() == null) {
            throw new RequestRefused(StartConditions.withoutCommit(project));
        }
        Map<SettingKey<?>, List<String>> found = new LinkedHashMap<>();
        List<String> ready = List.of();
        String needs = settings.value(SettingKeys.PROFILE).needsAgent(settings);
        if (PolicyFromSettings.agents(settings).isEmpty() && needs != null) {
            ready = ready(project, environment, needs, unready);
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
        return found(settings, found, ready, survey, project, environment, machine);
    }

    /// A network that is held back leads to the registries that the user's tools are set up for.
    private static Found found(
            Settings settings,
            Map<SettingKey<?>, List<String>> found,
            List<String> ready,
            Survey survey,
            Path project,
            Map<String, String> environment,
            Path machine) {
        List<String> others = ready.isEmpty() ? ready : ready.subList(1, ready.size());
        if (settings.value(SettingKeys.NETWORK) != ConfinementPolicy.Network.LISTED) {
            return new Found(settings.with(found, "in the project"), others, Map.of(), List.of());
        }
        List<String> tools = survey.suites().stream().map(TestSuite::tool).toList();
        PackageRegistries registries = PackageRegistries.of(tools, project, environment, machine);
        Settings allowing =
                settings.with(found, "in the project").allowing(registries.hosts(), "in the settings of your tools");
        List<String> wanted = registries.wanted().stream()
                .filter(host -> !allowing.value(SettingKeys.ALLOW).contains(host))
                .toList();
        return new Found(allowing, others, registries.variables(), wanted);
    }

    /// The names of the agents that are installed and have a login, as far as one can see.
    ///
    /// @param needs how a message about that begins
    private static List<String> ready(
            Path project, Map<String, String> environment, String needs, Consumer<String> unready) {
        List<AgentKind> installed = installed(project, environment);
        List<String> ready = installed.stream()
                .filter(kind -> !kind.login().isMissing(environment, project))
                .map(AgentKind::name)
                .toList();
        if (!ready.isEmpty()) {
            return ready;
        }
        AgentKind first = installed.isEmpty() ? Agents.wellKnown().getFirst() : installed.getFirst();
        boolean hasKey = !Agents.named(Agents.BUILTIN).orElseThrow().login().isMissing(environment, project);
        unready.accept(needs
                + (installed.isEmpty()
                        ? "no agent is installed. Get one: " + first.advice().install()
                                + (hasKey ? OWN : "")
                                + "; or give any program: ralph run \"...\" -- PROGRAM"
                        : first.name() + " is not logged in: " + first.advice().login() + (hasKey ? OWN : "")));
        return List.of(first.name());
    }

    /// What nobody installed cannot work: that is known before anything is tried.
    static void requireInstalled(
            List<Policy.AgentCommand> agents, Path project, Map<String, String> environment, Consumer<String> unready) {
        List<AgentKind> named = Agents.wellKnown().stream()
                .filter(kind -> agents.stream()
                        .anyMatch(agent -> agent.kind() == Policy.AgentCommand.Kind.KNOWN
                                && agent.words().getFirst().equals(kind.name())))
                .toList();
        String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
        boolean isAnyThere = named.stream()
                .anyMatch(kind -> InstalledAgent.find(kind, path, project).isPresent());
        if (named.size() == agents.size() && !isAnyThere) {
            unready.accept(AgentProblem.MISSING_PROGRAM.told(named.getFirst()));
        }
    }

    /// Those of the agents that Ralph knows that this machine has.
    static List<AgentKind> installed(Path project, Map<String, String> environment) {
        String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
        return Agents.wellKnown().stream()
                .filter(kind -> InstalledAgent.find(kind, path, project).isPresent())
                .toList();
    }

    /// Whether the work can be proven; who wants to do without says so.
    static void requireCheck(Settings settings, Policy policy, Path project) throws IOException {
        boolean unsaid = settings.origin(SettingKeys.CHECKS).source() == ValueOrigin.Source.DEFAULT;
        if (unsaid && !CheckOrder.proves(policy.checks())) {
            Path top = Repository.at(project).map(Repository::top).orElse(project);
            boolean isBelow = !top.toRealPath().equals(project.toRealPath());
            throw new RequestRefused(
                    isBelow && !Survey.of(top).suites().isEmpty()
                            ? "no tests found in " + project + ", but above it. Start in the repository's root: cd "
                                    + top + "; or add --check 'COMMAND'"
                            : "no tests found; nothing would prove the work. Add --check 'COMMAND', or --check off"
                                    + " to trust the agent");
        }
    }
}
