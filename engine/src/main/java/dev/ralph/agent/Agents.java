package dev.ralph.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Every kind of agent.
public final class Agents {
    /// What speaks the Agent Client Protocol, and what plays a script: both need to be told a program or a file.
    public static final String ACP = "acp";
    public static final String REHEARSAL = "rehearsal";
    /// Ralph's own, which is chosen by name only.
    public static final String BUILTIN = "builtin";

    private Agents() {}

    /// The names of all agents that can be given by name.
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        wellKnown().forEach(kind -> names.add(kind.name()));
        names.add(BUILTIN);
        names.add(ACP);
        names.add(REHEARSAL);
        return names;
    }

    /// The agents that need nothing but their name, in the order in which they are looked for.
    public static List<AgentKind> wellKnown() {
        return List.of(
                new ClaudeAgent(),
                new CodexAgent(),
                new OpencodeAgent(),
                new GeminiAgent(),
                new QwenAgent(),
                new CopilotAgent());
    }

    /// One of the agents that need nothing but their name.
    public static Optional<AgentKind> named(String name) {
        return name.equals(BUILTIN)
                ? Optional.of(builtin("ralph"))
                : wellKnown().stream().filter(kind -> kind.name().equals(name)).findFirst();
    }

    /// Ralph's own agent.
    ///
    /// @param ralph the program of Ralph
    public static AgentKind builtin(String ralph) {
        return new BuiltinAgentKind(List.of(ralph, "builtin-agent"));
    }

    /// Of an environment, what any program needs to work and build on this machine: no key, no token.
    public static Map<String, String> ordinary(Map<String, String> environment) {
        return AgentVariables.ordinary(environment);
    }

    /// Any program.
    public static AgentKind command(List<String> argv, StreamFormat format) {
        return new CommandAgent(argv, format);
    }

    /// Any agent that speaks the Agent Client Protocol.
    ///
    /// @param bridge the program of Ralph's bridge and its first arguments
    /// @param agent  the agent's own program and arguments
    public static AgentKind acp(List<String> bridge, List<String> agent) {
        return new AcpAgent(bridge, agent);
    }

    /// @param player the program and the arguments that play the script
    public static AgentKind rehearsal(List<String> player) {
        return new RehearsalAgent(player);
    }
}
