package dev.ralph.cli;

import dev.ralph.config.AgentKeys;
import dev.ralph.config.Session;
import dev.ralph.loop.Policy.AgentCommand;
import java.util.List;
import java.util.Locale;

/// Flags about the agent that this agent would never notice. In a file they may wait for another agent; who types one
/// wants something of it.
final class AgentFlags {
    private static final String REHEARSAL = "rehearsal";

    private AgentFlags() {}

    static void refuseIdle(Invocation invocation, List<AgentCommand> agents) {
        AgentCommand first = agents.getFirst();
        boolean program = first.kind() != AgentCommand.Kind.KNOWN;
        if (invocation.has(AgentKeys.MODEL.flag())) {
            model(invocation, first, program);
        }
        boolean resume = invocation
                .text(AgentKeys.SESSION.flag())
                .filter(Session.RESUME.name().toLowerCase(Locale.ROOT)::equals)
                .isPresent();
        if (resume && agents.stream().allMatch(AgentFlags::forgets)) {
            throw new Misused("--session resume goes on with a conversation of an agent that Ralph knows, and "
                    + named(first) + " is none: leave it out, or name the agent, as in `--agent claude`");
        }
        if (invocation.has(AgentKeys.STREAM.flag()) && !program) {
            throw new Misused("--stream says what a program after -- or a --command prints; what " + named(first)
                    + " prints Ralph knows: leave it out");
        }
    }

    private static void model(Invocation invocation, AgentCommand first, boolean program) {
        if (program || forgets(first)) {
            throw new Misused("--model chooses the model of an agent that Ralph knows, and " + named(first)
                    + " is none: " + (program ? "give it to the program among its own arguments" : "leave it out")
                    + ", or name the agent, as in `--agent claude --model opus`");
        }
        List<String> chains = invocation.all(AgentKeys.AGENTS.flag());
        String one = chains.isEmpty() ? "" : chains.getFirst().split("[, ]", 2)[0];
        if (one.contains(":")) {
            throw new Misused("--agent " + one + " names a model, and --model another: leave one of them out");
        }
    }

    /// What plays a script or is any program has no model and no conversation that Ralph could name.
    private static boolean forgets(AgentCommand agent) {
        return agent.kind() != AgentCommand.Kind.KNOWN
                || agent.words().getFirst().equals(REHEARSAL);
    }

    private static String named(AgentCommand agent) {
        return agent.kind() == AgentCommand.Kind.SHELL
                ? "a shell line"
                : Console.harmless(agent.words().getFirst());
    }
}
