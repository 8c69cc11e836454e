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
            throw new IllegalArgumentException(
                    named(first) + " cannot resume a conversation; remove --session resume, or use --agent claude");
        }
        if (settings.isFlagged(SettingKeys.STREAM) && !program) {
            throw new IllegalArgumentException(
                    "--stream works only with -- PROGRAM or --command; remove it for " + named(first));
        }
    }

    private static void model(Settings settings, AgentCommand first, boolean program) {
        if (program || forgets(first)) {
            throw new IllegalArgumentException(named(first) + " takes no --model; "
                    + (program ? "pass the model in the program's own arguments" : "remove it")
                    + ", or use a known agent: --agent claude --model opus");
        }
        List<String> chain = settings.flagged(SettingKeys.AGENTS);
        if (chain != null && chain.getFirst().contains(":")) {
            throw new IllegalArgumentException(
                    "--agent " + chain.getFirst() + " already names a model; remove it or --model");
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
