package dev.ralph.config;

import dev.ralph.agent.Agents;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Policy.AgentCommand;
import java.util.List;

/// Flags about the agent that this agent would never notice. In a file they may wait for another agent; who types one
/// wants something of it.
final class AgentFlags {
    private AgentFlags() {}

    static void refuseUnused(Settings settings, List<AgentCommand> agents) {
        AgentCommand first = agents.getFirst();
        boolean program = first.kind() != AgentCommand.Kind.KNOWN;
        if (settings.isFlagged(SettingKeys.MODEL)) {
            model(settings, first, program);
        }
        boolean resume = settings.isFlagged(SettingKeys.SESSION)
                && settings.value(SettingKeys.SESSION) == ConversationPolicy.Session.RESUME;
        if (resume && agents.stream().allMatch(AgentFlags::beginsAnew)) {
            throw new IllegalArgumentException("--session resume needs an agent that continues a conversation; "
                    + named(first) + " does not: leave it out, or name another, as in `--agent claude`");
        }
        if (settings.isFlagged(SettingKeys.STREAM) && !program) {
            throw new IllegalArgumentException("--stream is for a program after -- or a --command; Ralph knows what "
                    + named(first) + " prints: leave it out");
        }
    }

    private static void model(Settings settings, AgentCommand first, boolean program) {
        if (program || forgets(first)) {
            throw new IllegalArgumentException("--model needs an agent that Ralph knows; "
                    + named(first) + " is not one: "
                    + (program ? "give it to the program among its own arguments" : "leave it out")
                    + ", or name the agent, as in `--agent claude --model opus`");
        }
        List<String> chain = settings.flagged(SettingKeys.AGENTS);
        if (chain != null && chain.getFirst().contains(":")) {
            throw new IllegalArgumentException(
                    "--agent " + chain.getFirst() + " names a model, and --model another: leave one of them out");
        }
    }

    /// What plays a script or is any program has no model and no conversation that Ralph could name.
    private static boolean forgets(AgentCommand agent) {
        return agent.kind() != AgentCommand.Kind.KNOWN
                || agent.words().getFirst().equals(Agents.REHEARSAL);
    }

    private static boolean beginsAnew(AgentCommand agent) {
        return forgets(agent) || agent.words().getFirst().equals(Agents.BUILTIN);
    }

    private static String named(AgentCommand agent) {
        return agent.kind() == AgentCommand.Kind.SHELL
                ? "a shell line"
                : ForeignText.shortened(agent.words().getFirst());
    }
}
