package dev.ralph.cli;

import dev.ralph.agent.StreamFormat;
import dev.ralph.config.AgentCommand;
import dev.ralph.config.ByteSize;
import dev.ralph.config.Keep;
import dev.ralph.config.Profile;
import dev.ralph.config.Session;
import dev.ralph.config.Settings;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Confines;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Talk;
import dev.ralph.run.Kinds;
import dev.ralph.signal.PromiseRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Turns settings into the policy that a loop's journal begins with.
final class Policies {
    private Policies() {}

    static Policy of(Settings settings, Policy.Mode mode, List<Policy.AgentCommand> agents) {
        boolean session = settings.profile() == Profile.SESSION;
        return new Policy(
                mode == Policy.Mode.ONCE ? "job" : settings.profile().name().toLowerCase(Locale.ROOT),
                mode,
                agents,
                limits(settings, mode),
                pace(settings),
                settings.proof().checks(),
                settings.proof().keep() == Keep.COMMIT ? Policy.Keep.COMMIT : Policy.Keep.IN_PLACE,
                talk(settings.talk(), session),
                confines(settings));
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
                new Confines.Reach(network(room), room.allow(), bytes(room.transfer())),
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

    private static Confines.Network network(Settings.Room room) {
        return switch (room.network()) {
            case OPEN -> Confines.Network.OPEN;
            case ALLOW_LIST -> Confines.Network.LISTED;
            case NONE -> Confines.Network.NONE;
        };
    }

    private static Talk talk(Settings.Talk talk, boolean session) {
        String promise = talk.promise();
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
