package dev.ralph.agent;

import java.util.List;
import java.util.Map;

/// The rehearsal agent: a real child process that plays a script instead of thinking. It needs no login, no network and
/// no version; what it prints is plain text.
final class RehearsalAgent implements AgentKind {
    private final List<String> player;

    /// @param player the program and the arguments that play the script: `ralph rehearse story.txt`
    RehearsalAgent(List<String> player) {
        this.player = List.copyOf(player);
        if (player.isEmpty()) {
            throw new IllegalArgumentException("the agent `rehearsal` needs a script to play");
        }
    }

    @Override
    public String name() {
        return "rehearsal";
    }

    @Override
    public List<String> programs() {
        return List.of(player.getFirst());
    }

    @Override
    public Start start(Installed installed, Ask ask) {
        Arguments arguments = new Arguments(installed)
                .addAll(player.subList(1, player.size()))
                .addAll(ask.extra());
        return new Start(arguments.list(), ask.environment(), Map.of());
    }

    @Override
    public StreamReader reader(Resets resets) {
        return new TextReader();
    }

    @Override
    public boolean saysItsEnd() {
        return false;
    }

    @Override
    public boolean tellsItsActions() {
        return false;
    }

    @Override
    public boolean resumes() {
        return false;
    }

    @Override
    public Versions versions() {
        return Versions.of();
    }

    @Override
    public Advice advice() {
        return new Advice("it is a part of Ralph", "it needs no login");
    }
}
