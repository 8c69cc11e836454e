package dev.ralph.config;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.Agents;
import dev.ralph.agent.StreamFormat;
import dev.ralph.git.Repository;
import dev.ralph.loop.Caps;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.ProofBasis;
import dev.ralph.tamper.Measure;
import dev.ralph.verify.Check;
import dev.ralph.verify.CheckFields;
import dev.ralph.verify.CheckOrder;
import dev.ralph.verify.Experiment;
import dev.ralph.verify.Review;
import dev.ralph.verify.Reviewer;
import dev.ralph.verify.TestFileRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes the policy that a loop's journal begins with from its settings.
public final class PolicyFromSettings {
    private PolicyFromSettings() {}

    /// @param agents   see [#agents]
    /// @param accepted checks that come with the task
    /// @param project  where git may say what an agent changed
    public static Policy of(
            Settings settings, Policy.Mode mode, List<AgentCommand> agents, List<String> accepted, Path project) {
        refuseDisabled(settings);
        AgentFlags.refuseUnused(settings, agents);
        List<String> checks = new ArrayList<>(reviewed(settings.value(SettingKeys.CHECKS), settings));
        checks.addAll(accepted);
        List<Check> layers = layers(
                settings.value(SettingKeys.CLAIM),
                settings.maybe(SettingKeys.READER),
                settings.value(SettingKeys.TAMPER),
                settings.maybe(SettingKeys.COMPLETION_PROMISE) != null,
                checks,
                project);
        ProofChoice tried = settings.value(SettingKeys.EXPERIMENTS);
        boolean hasRooms = settings.value(SettingKeys.CLEAN_ROOM) != ProofBasis.Room.OFF;
        if (tried == ProofChoice.ON || (tried == ProofChoice.AUTO && hasRooms && hasTests(checks, project))) {
            layers.addAll(experiments(
                    tried, settings.value(SettingKeys.OLD_TESTS), settings.value(SettingKeys.TESTS_MAY_CHANGE)));
        }
        Profile profile = settings.value(SettingKeys.PROFILE);
        Policy usual = Policy.of(agents.getFirst());
        Policy base = new Policy(
                (mode == Policy.Mode.ONCE ? Profile.all().getFirst() : profile).name(),
                mode,
                agents,
                usual.limits().with(caps(agents)),
                usual.pace(),
                CheckOrder.of(checks, layers),
                usual.keep(),
                usual.onRefusal(),
                usual.conversation()
                        .with(mode == Policy.Mode.LOOP ? profile.rules() : null)
                        .changing(mode == Policy.Mode.LOOP
                                && profile.mustChange()
                                && settings.value(SettingKeys.REQUIRE_WORK)),
                usual.confinement(),
                usual.proof());
        Policy policy = made(base, settings);
        return mode == Policy.Mode.ONCE ? policy.with(policy.limits().withAttempts(1)) : policy;
    }

    static void refuseDisabled(Settings settings) {
        if (!settings.value(SettingKeys.ENABLED)) {
            throw new IllegalArgumentException("loops are disabled: enabled is off ("
                    + settings.origin(SettingKeys.ENABLED) + "); add --enabled on");
        }
    }

    /// A known agent may compute in silence.
    private static Caps caps(List<AgentCommand> agents) {
        Caps usual = Caps.DEFAULT;
        boolean known = agents.getFirst().kind() == AgentCommand.Kind.KNOWN;
        return new Caps(
                usual.attempt(),
                usual.loop(),
                usual.busyTime(),
                usual.leastFree(),
                usual.sameTrees(),
                usual.limited(),
                known);
    }

    /// Refuses settings that need others: who asks for less network must not be left with all of it.
    static Policy made(Policy base, KeyValues say) {
        if (say.maybe(SettingKeys.BLOCKED_PROMISE) != null && say.maybe(SettingKeys.COMPLETION_PROMISE) == null) {
            throw new IllegalArgumentException("--blocked-promise needs --completion-promise");
        }
        Policy policy = SettingKeys.policy(base, say);
        ConfinementPolicy confinement = policy.confinement();
        if (confinement.sandbox() == ConfinementPolicy.Sandbox.OFF
                && confinement.reach().network() != ConfinementPolicy.Network.OPEN) {
            throw new IllegalArgumentException(
                    "--network " + SettingKeys.NETWORK.text(confinement.reach().network())
                            + " needs a sandbox; add --sandbox auto, or use --network open");
        }
        return policy;
    }

    /// A review that names nobody is made by the role `reviewer`, where there is one: so it is fixed before anybody
    /// works.
    static List<String> reviewed(List<String> checks, Settings settings) {
        Settings role = settings.playing("reviewer");
        List<AgentCommand> agents = role == null ? List.of() : agents(role);
        if (agents.isEmpty() || agents.equals(agents(settings))) {
            return checks;
        }
        Reviewer reviewer = reviewer(agents.getFirst());
        return checks.stream()
                .map(line -> Check.of(line) instanceof Review review
                        ? review.or(reviewer).line()
                        : line)
                .toList();
    }

    /// What the role `checker` finds of a corrector's words; nothing where nobody plays it.
    public static List<String> checked(Settings settings) {
        Settings role = settings.playing("checker");
        List<AgentCommand> agents = role == null ? List.of() : agents(role);
        return agents.isEmpty()
                ? List.of()
                : List.of(Check.Claim.ofCorrector(reviewer(agents.getFirst())).line());
    }

    private static Reviewer reviewer(AgentCommand agent) {
        List<String> words = agent.words();
        return switch (agent.kind()) {
            case KNOWN ->
                new Reviewer(
                        words.getFirst(),
                        agent.model(),
                        words.subList(1, words.size()),
                        agent.allowedTools() == null ? List.of() : agent.allowedTools(),
                        agent.deniedTools() == null ? List.of() : agent.deniedTools(),
                        null,
                        null);
            case SHELL ->
                new Reviewer(
                        null,
                        null,
                        List.of(),
                        words.getFirst(),
                        agent.stream().equals(AgentCommand.TEXT) ? null : agent.stream());
            case PROGRAM -> throw new IllegalStateException("no role has a program after --");
        };
    }

    /// The checks that are there unless somebody says otherwise.
    ///
    /// @param promised whether the agent says by a promise that it is done
    /// @param reader   the agent that reads what it says, null for none
    static List<Check> layers(
            ProofChoice claim,
            @Nullable String reader,
            ProofChoice tamper,
            boolean promised,
            List<String> checks,
            Path project) {
        List<Check> layers = new ArrayList<>();
        if (claim == ProofChoice.ON || (claim == ProofChoice.AUTO && (promised || reader != null))) {
            layers.add(new Check.Claim(reader == null ? CheckFields.NONE : new CheckFields(Map.of("agent", reader))));
        }
        boolean guarded = tamper == ProofChoice.AUTO && CheckOrder.proves(checks) && Repository.isLikely(project);
        if (tamper == ProofChoice.ON || guarded) {
            layers.add(new Check.Tamper(CheckFields.NONE));
        }
        return layers;
    }

    /// The checks that run other checks again.
    static List<Check> experiments(ProofChoice choice, Measure oldTests, List<String> mayChange) {
        Map<String, Object> when = choice == ProofChoice.ON ? Map.of("when", "on") : Map.of();
        Map<String, Object> old = new TreeMap<>(when);
        if (oldTests != Measure.ASK) {
            old.put("policy", oldTests.toString());
        }
        if (!mayChange.isEmpty()) {
            old.put("may_change", mayChange);
        }
        List<Check> checks = new ArrayList<>();
        for (Experiment.Kind kind : Experiment.Kind.values()) {
            checks.add(new Experiment(kind, new CheckFields(kind == Experiment.Kind.OLD_TESTS ? old : when)));
        }
        return checks;
    }

    /// Whether there is something to run again: a command that runs tests, or that may, as the project has some.
    private static boolean hasTests(List<String> checks, Path project) {
        List<Check.Command> commands = checks.stream()
                .map(Check::of)
                .filter(check -> check instanceof Check.Command command && command.room() != Check.Room.WORKSPACE)
                .map(Check.Command.class::cast)
                .toList();
        return !commands.isEmpty()
                && Repository.isLikely(project)
                && (commands.stream().anyMatch(command -> TestFileRules.isRunner(command.command()))
                        || TestFileSearch.isAny(project));
    }

    /// The agents that are configured or were given after `--`; empty when there is none.
    public static List<AgentCommand> agents(Settings settings) {
        return limited(
                chosen(settings), settings.maybe(SettingKeys.ALLOW_TOOLS), settings.maybe(SettingKeys.DENY_TOOLS));
    }

    private static List<AgentCommand> chosen(Settings settings) {
        String stream = stream(settings.maybe(SettingKeys.STREAM));
        List<String> words = settings.maybe(SettingKeys.AGENT);
        String effort = settings.maybe(SettingKeys.EFFORT);
        if (effort != null
                && settings.maybe(SettingKeys.AGENTS) == null
                && (words != null || settings.maybe(SettingKeys.COMMAND) != null)) {
            throw new IllegalArgumentException(
                    "effort: Ralph does not know how to tell your program " + effort + "; write it into its arguments");
        }
        if (words != null) {
            return List.of(new AgentCommand(AgentCommand.Kind.PROGRAM, words, null, stream));
        }
        List<String> names = settings.maybe(SettingKeys.AGENTS);
        if (names != null) {
            return known(names, settings);
        }
        String line = settings.maybe(SettingKeys.COMMAND);
        return line == null
                ? List.of()
                : List.of(new AgentCommand(AgentCommand.Kind.SHELL, List.of(line), null, stream));
    }

    /// Names of tools are those of one agent, so a chain of several has none in common.
    ///
    /// @param allowed null for all tools
    /// @param denied  null for none
    static List<AgentCommand> limited(
            List<AgentCommand> agents, @Nullable List<String> allowed, @Nullable List<String> denied) {
        if (allowed != null && denied != null && denied.containsAll(allowed)) {
            throw new IllegalArgumentException("allow_tools: deny_tools takes all of these away; leave one of them");
        }
        if (allowed != null || denied != null) {
            refuseUnlimited(agents, allowed == null ? SettingKeys.DENY_TOOLS : SettingKeys.ALLOW_TOOLS);
        }
        return agents.stream().map(agent -> agent.limitedTo(allowed, denied)).toList();
    }

    private static void refuseUnlimited(List<AgentCommand> agents, SettingKey<?> key) {
        for (AgentCommand agent : agents) {
            boolean known = agent.kind() == AgentCommand.Kind.KNOWN;
            String name = known ? agent.words().getFirst() : "your program";
            if (Agents.named(name).filter(AgentKind::limitsTools).isEmpty()) {
                throw new IllegalArgumentException(key.name() + ": Ralph cannot limit the tools of " + name
                        + "; leave it out, or use another agent: "
                        + Agents.wellKnown().stream()
                                .filter(AgentKind::limitsTools)
                                .map(AgentKind::name)
                                .collect(Collectors.joining(", ")));
            }
            String first = agents.getFirst().words().getFirst();
            if (!name.equals(first)) {
                throw new IllegalArgumentException(key.name() + ": " + first + " and " + name
                        + " name their tools differently; use one of them, or leave it out");
            }
        }
    }

    private static String stream(@Nullable String given) {
        if (given != null && StreamFormat.of(given).isEmpty()) {
            List<String> formats =
                    Stream.of(StreamFormat.values()).map(StreamFormat::word).toList();
            throw new IllegalArgumentException("Unknown output format: " + given + ". Known: "
                    + String.join(", ", formats) + NearestName.hint(given, formats));
        }
        return given == null ? AgentCommand.TEXT : given;
    }

    /// The model of a stronger layer takes the place of the one beside the first agent's name.
    private static List<AgentCommand> known(List<String> names, Settings settings) {
        boolean stronger = settings.origin(SettingKeys.MODEL)
                        .source()
                        .compareTo(settings.origin(SettingKeys.AGENTS).source())
                > 0;
        List<AgentCommand> agents = new ArrayList<>();
        for (String item : names) {
            String[] parts = item.split(":", 2);
            if (!Agents.names().contains(parts[0])) {
                String known =
                        ". Known: " + String.join(", ", Agents.names()) + ". Run any other program with -- PROGRAM";
                throw new IllegalArgumentException(
                        "unknown agent " + parts[0] + NearestName.hint(parts[0], Agents.names(), known));
            }
            boolean first = agents.isEmpty();
            String own = parts.length == 1 || (first && stronger) ? null : parts[1];
            agents.add(AgentCommand.known(
                    parts[0],
                    own == null && first ? settings.maybe(SettingKeys.MODEL) : own,
                    first ? arguments(parts[0], settings) : List.of()));
        }
        return agents;
    }

    private static List<String> arguments(String agent, Settings settings) {
        String effort = settings.maybe(SettingKeys.EFFORT);
        List<String> arguments = new ArrayList<>();
        if (effort != null) {
            arguments.addAll(Agents.named(agent)
                    .map(kind -> kind.effort(effort))
                    .filter(words -> !words.isEmpty())
                    .orElseThrow(() -> new IllegalArgumentException(
                            "effort: " + agent + " has no such option; leave it out, or choose another model")));
        }
        arguments.addAll(settings.value(SettingKeys.AGENT_ARGS));
        return arguments;
    }
}
