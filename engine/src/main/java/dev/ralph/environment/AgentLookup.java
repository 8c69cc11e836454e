package dev.ralph.environment;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.Agents;
import dev.ralph.agent.StreamFormat;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.process.CannotStart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which kind of agent a command of the policy is.
///
/// @param launcherFolder where the `ralph` program is, null for on the PATH
public record AgentLookup(@Nullable String launcherFolder) {
    public AgentKind of(AgentCommand command) throws CannotStart {
        List<String> words = command.words();
        if (command.kind() != AgentCommand.Kind.KNOWN) {
            StreamFormat format = StreamFormat.of(command.stream())
                    .orElseThrow(() ->
                            new CannotStart(CannotStart.Kind.NOT_FOUND, "Unknown output format: " + command.stream()));
            return Agents.command(command.argv(), format);
        }
        List<String> more = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case Agents.BUILTIN -> Agents.builtin(ralph());
            case Agents.ACP -> Agents.acp(List.of(ralph(), "acp-bridge"), more);
            case Agents.REHEARSAL -> {
                if (more.isEmpty()) {
                    throw new CannotStart(
                            CannotStart.Kind.NOT_FOUND,
                            "the agent `rehearsal` needs a script to play, as in `--agent rehearsal -- story.txt`");
                }
                List<String> player = new ArrayList<>(List.of(ralph(), "rehearse"));
                player.addAll(more);
                yield Agents.rehearsal(player);
            }
            default ->
                Agents.named(words.getFirst())
                        .orElseThrow(() -> new CannotStart(
                                CannotStart.Kind.NOT_FOUND,
                                "unknown agent " + words.getFirst() + ". Known: "
                                        + String.join(", ", Agents.names())
                                        + ". Run any other program with -- PROGRAM"));
        };
    }

    /// Whether what works there can choose the exit code: the known programs keep theirs for themselves, and Gemini's
    /// 42 is an error.
    public static boolean choosesItsExitCode(AgentCommand command) {
        return command.kind() != AgentCommand.Kind.KNOWN
                || command.words().getFirst().equals(Agents.REHEARSAL);
    }

    /// Whether it sees only what it needs of the environment, not all of it.
    public static boolean choosesItsEnvironment(AgentCommand command) {
        return Agents.named(command.words().getFirst()).isPresent();
    }

    /// Arguments that go to the agent's own program.
    public static List<String> extra(AgentCommand command) {
        List<String> words = command.words();
        boolean own = words.getFirst().equals(Agents.ACP) || words.getFirst().equals(Agents.REHEARSAL);
        return own ? List.of() : words.subList(1, words.size());
    }

    /// The `ralph` program, null where nobody knows where it is.
    public @Nullable String launcher() {
        return launcherFolder == null ? null : launcherFolder + "/ralph";
    }

    /// Whether it is given Ralph's tools over MCP, not as commands.
    public boolean usesToolServer(AgentCommand command) {
        return launcherFolder != null
                && command.kind() == AgentCommand.Kind.KNOWN
                && Agents.named(command.words().getFirst())
                        .filter(AgentKind::usesToolServer)
                        .isPresent();
    }

    private String ralph() {
        return launcherFolder == null ? "ralph" : launcherFolder + "/ralph";
    }
}
