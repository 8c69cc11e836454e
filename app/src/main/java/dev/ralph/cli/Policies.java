package dev.ralph.cli;

import dev.ralph.config.AgentCommand;
import dev.ralph.config.Keep;
import dev.ralph.config.Settings;
import dev.ralph.loop.Policy;
import org.jspecify.annotations.Nullable;

/// Turns settings into the policy that a loop's journal begins with.
final class Policies {
    private Policies() {}

    static Policy of(Settings settings, Policy.Mode mode, Policy.AgentCommand agent) {
        return new Policy(
                mode == Policy.Mode.ONCE ? "job" : "restart",
                mode,
                agent,
                limits(settings, mode),
                pace(settings),
                settings.proof().checks(),
                settings.proof().keep() == Keep.COMMIT ? Policy.Keep.COMMIT : Policy.Keep.IN_PLACE);
    }

    /// The agent that is configured or was given after `--`, null when there is none.
    static Policy.@Nullable AgentCommand agent(Settings settings) {
        return switch (settings.agent()) {
            case AgentCommand.Words words -> new Policy.AgentCommand(Policy.AgentCommand.Kind.PROGRAM, words.argv());
            case AgentCommand.Shell shell -> Policy.AgentCommand.shell(shell.line());
            case null -> null;
        };
    }

    private static Policy.Limits limits(Settings settings, Policy.Mode mode) {
        Integer breaker = settings.loop().breaker();
        return new Policy.Limits(
                mode == Policy.Mode.ONCE ? 1 : settings.loop().maxRestarts(),
                settings.limits().idleTimeout(),
                settings.limits().timeout(),
                settings.limits().outputLimit().bytes(),
                breaker == null ? 0 : breaker);
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
