package dev.ralph.cli;

import dev.ralph.agent.StreamFormat;
import dev.ralph.config.AgentCommand;
import dev.ralph.config.ByteSize;
import dev.ralph.config.Keep;
import dev.ralph.config.Layering;
import dev.ralph.config.Network;
import dev.ralph.config.Profile;
import dev.ralph.config.Session;
import dev.ralph.config.Settings;
import dev.ralph.git.Repository;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Confines;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Proof;
import dev.ralph.loop.Talk;
import dev.ralph.run.Kinds;
import dev.ralph.signal.PromiseRule;
import dev.ralph.verify.Check;
import dev.ralph.verify.Composition;
import dev.ralph.verify.Fields;
import dev.ralph.verify.Review;
import dev.ralph.verify.Reviewer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Turns settings into the policy that a loop's journal begins with.
final class Policies {
    private Policies() {}

    /// @param project where git may say what an agent changed
    static Policy of(Settings settings, Policy.Mode mode, List<Policy.AgentCommand> agents, Path project) {
        return of(settings, mode, agents, project, List.of());
    }

    /// @param accepted checks that come with the task
    static Policy of(
            Settings settings,
            Policy.Mode mode,
            List<Policy.AgentCommand> agents,
            Path project,
            List<String> accepted) {
        List<String> checks = new ArrayList<>(
                reviewed(settings.proof().checks(), settings.proof().reviewer()));
        checks.addAll(accepted);
        boolean session = settings.profile() == Profile.SESSION;
        return new Policy(
                mode == Policy.Mode.ONCE ? "job" : settings.profile().name().toLowerCase(Locale.ROOT),
                mode,
                agents,
                limits(settings, mode),
                pace(settings),
                Composition.of(
                        checks,
                        standard(
                                settings.proof().claim(),
                                settings.proof().tamper(),
                                settings.talk().promise() != null,
                                checks,
                                project)),
                settings.proof().keep() == Keep.COMMIT ? Policy.Keep.COMMIT : Policy.Keep.IN_PLACE,
                talk(settings.talk(), session),
                confines(settings),
                proof(settings.proof().room()));
    }

    /// A review that names nobody is made by the role `reviewer`, where there is one: so it is fixed before anybody
    /// works.
    static List<String> reviewed(List<String> checks, Settings.@Nullable Reviewing role) {
        if (role == null) {
            return checks;
        }
        Reviewer reviewer = reviewer(role);
        return checks.stream()
                .map(line -> Check.of(line) instanceof Review review
                        ? review.or(reviewer).line()
                        : line)
                .toList();
    }

    private static Reviewer reviewer(Settings.Reviewing role) {
        return switch (role.agent()) {
            case AgentCommand.Known known -> {
                Policy.AgentCommand first = known(known).getFirst();
                yield new Reviewer(
                        first.words().getFirst(),
                        first.model(),
                        first.words().subList(1, first.words().size()),
                        null,
                        null);
            }
            case AgentCommand.Shell shell ->
                new Reviewer(null, null, List.of(), shell.line(), role.stream() == null ? null : stream(role.stream()));
            case AgentCommand.Words _ -> throw new IllegalStateException("no role has a program after --");
        };
    }

    /// The layers that nobody has to ask for.
    ///
    /// @param promised whether the agent says by a promise that it is done
    static List<Check> standard(
            Layering claims, Layering guarding, boolean promised, List<String> checks, Path project) {
        boolean claim = switch (claims) {
            case AUTO -> promised;
            case ON -> true;
            case OFF -> false;
        };
        boolean tamper = switch (guarding) {
            case AUTO -> Repository.isLikely(project) && Composition.proves(checks);
            case ON -> true;
            case OFF -> false;
        };
        List<Check> layers = new ArrayList<>();
        if (claim) {
            layers.add(new Check.Claim(Fields.NONE));
        }
        if (tamper) {
            layers.add(new Check.Tamper(Fields.NONE));
        }
        return layers;
    }

    private static Proof proof(Settings.CleanRoom given) {
        Proof.Room room = switch (given.used()) {
            case AUTO -> Proof.Room.AUTO;
            case ON -> Proof.Room.ON;
            case OFF -> Proof.Room.OFF;
        };
        Network network = given.network();
        Proof.Care care = new Proof.Care(given.inputs(), network == null ? null : network(network), given.retries());
        return new Proof(null, null, Map.of(), room, given.prepare(), care);
    }

    /// The agents that are configured or were given after `--`; empty when there is none.
    static List<Policy.AgentCommand> agents(Settings settings) {
        String stream = stream(settings.talk().stream());
        return switch (settings.agent()) {
            case AgentCommand.Words words ->
                List.of(new Policy.AgentCommand(Policy.AgentCommand.Kind.PROGRAM, words.argv(), null, stream));
            case AgentCommand.Shell shell ->
                List.of(new Policy.AgentCommand(Policy.AgentCommand.Kind.SHELL, List.of(shell.line()), null, stream));
            case AgentCommand.Known known -> known(known);
            case null -> List.of();
        };
    }

    private static String stream(@Nullable String given) {
        if (given != null && StreamFormat.of(given).isEmpty()) {
            throw new Misused("Ralph knows no output like that of " + given + ", only "
                    + Stream.of(StreamFormat.values()).map(StreamFormat::word).collect(Collectors.joining(", ")));
        }
        return given == null ? Policy.AgentCommand.TEXT : given;
    }

    private static List<Policy.AgentCommand> known(AgentCommand.Known known) {
        List<Policy.AgentCommand> agents = new ArrayList<>();
        for (AgentCommand.Known.Choice choice : known.chain()) {
            if (!Kinds.names().contains(choice.name())) {
                throw new Misused("Ralph knows no agent " + choice.name() + ", only " + String.join(", ", Kinds.names())
                        + "; any other program can be given after --");
            }
            agents.add(Policy.AgentCommand.known(
                    choice.name(), choice.model(), agents.isEmpty() ? known.arguments() : List.of()));
        }
        return agents;
    }

    private static Confines confines(Settings settings) {
        Settings.Room room = settings.room();
        return new Confines(
                switch (room.workspace()) {
                    case IN_PLACE -> Confines.Workspace.IN_PLACE;
                    case WORKTREE -> Confines.Workspace.WORKTREE;
                    case OVERLAY -> Confines.Workspace.OVERLAY;
                },
                switch (room.sandbox()) {
                    case OFF -> Confines.Sandbox.OFF;
                    case AUTO -> Confines.Sandbox.AUTO;
                    case REQUIRED -> Confines.Sandbox.REQUIRED;
                },
                new Confines.Reach(network(room.network()), room.allow(), bytes(room.transfer())),
                new Confines.Sight(room.tools(), room.secrets()),
                new Confines.Bounds(
                        room.cpu(),
                        bytes(room.memory()),
                        room.processes() == null ? null : room.processes().longValue(),
                        bytes(room.fileSize())));
    }

    /// Whoever asks for less network must not be left with all of it.
    static Policy sensible(Policy policy) {
        Confines confines = policy.confines();
        if (confines.sandbox() == Confines.Sandbox.OFF && confines.reach().network() != Confines.Network.OPEN) {
            throw new Misused("the network is held back for confined agents only; add --sandbox auto, or use"
                    + " --network open");
        }
        return policy;
    }

    private static Confines.Network network(Network given) {
        return switch (given) {
            case OPEN -> Confines.Network.OPEN;
            case ALLOW_LIST -> Confines.Network.LISTED;
            case NONE -> Confines.Network.NONE;
        };
    }

    private static Talk talk(Settings.Talk talk, boolean session) {
        String promise = talk.promise();
        if (promise == null && talk.blocked() != null) {
            throw new Misused("--blocked-promise needs a completion promise, or no promise is looked for: add"
                    + " --completion-promise DONE");
        }
        return new Talk(
                talk.session() == Session.RESUME ? Talk.Session.RESUME : Talk.Session.FRESH,
                session ? Talk.Prompts.CONTINUATION : Talk.Prompts.RESTART,
                promise == null ? null : new PromiseRule(promise, false, false, true, talk.blocked()),
                talk.requireWork());
    }

    private static Policy.Limits limits(Settings settings, Policy.Mode mode) {
        Integer breaker = settings.loop().breaker();
        return new Policy.Limits(
                mode == Policy.Mode.ONCE ? 1 : settings.loop().maxRestarts(),
                settings.limits().idleTimeout(),
                settings.limits().timeout(),
                settings.limits().outputLimit().bytes(),
                breaker == null ? 0 : breaker,
                caps(settings, breaker));
    }

    private static Caps caps(Settings settings, @Nullable Integer breaker) {
        Settings.Caps given = settings.caps();
        return new Caps(
                new Caps.Purse(
                        given.attemptTokens(),
                        given.attemptCost(),
                        bytes(given.attemptOutput()),
                        bytes(given.attemptDisk())),
                new Caps.Purse(given.tokens(), given.cost(), bytes(given.output()), bytes(given.disk())),
                given.time(),
                bytes(given.leastFree()),
                breaker == null ? 0 : breaker,
                Caps.DEFAULT.limited(),
                settings.agent() instanceof AgentCommand.Known);
    }

    private static @Nullable Long bytes(@Nullable ByteSize size) {
        return size == null ? null : size.bytes();
    }

    private static Policy.Pace pace(Settings settings) {
        return new Policy.Pace(
                settings.loop().restartDelay(),
                settings.loop().pollInterval(),
                settings.loop().waitTimeout(),
                settings.limits().grace(),
                settings.limits().doneGrace(),
                settings.proof().checkTimeout());
    }
}
