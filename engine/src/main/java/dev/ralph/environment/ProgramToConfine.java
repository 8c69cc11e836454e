package dev.ralph.environment;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.Agents;
import dev.ralph.loop.Policy.AgentCommand;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who is to be confined.
///
/// @param agent   the well-known agent it is, null for any other program
/// @param chooses whether its environment holds no more than it needs
public record ProgramToConfine(Role role, @Nullable AgentKind agent, boolean chooses) {
    public static final ProgramToConfine CHECK = new ProgramToConfine(Role.CHECK, null, false);

    public enum Role {
        AGENT,
        CHECK
    }

    /// A program that goes by the name of a well-known agent is taken for it, also behind the bridge for ACP.
    public static ProgramToConfine of(AgentCommand command) {
        boolean known = command.kind() == AgentCommand.Kind.KNOWN;
        List<String> words = command.words();
        boolean bridged = known && words.getFirst().equals(Agents.ACP) && words.size() > 1;
        String name = known && !bridged ? words.getFirst() : fileName(words.get(bridged ? 1 : 0));
        boolean shell = command.kind() == AgentCommand.Kind.SHELL;
        return new ProgramToConfine(
                Role.AGENT,
                shell ? null : Agents.named(name).orElse(null),
                known && AgentLookup.choosesItsEnvironment(command));
    }

    private static String fileName(String program) {
        return program.substring(program.lastIndexOf('/') + 1);
    }

    @Nullable
    String login() {
        return agent == null ? null : agent.name();
    }

    /// Whom it has to call.
    List<String> hosts(Map<String, String> environment) {
        return agent == null ? List.of() : agent.endpoints(environment);
    }
}
