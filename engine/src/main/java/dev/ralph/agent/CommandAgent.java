package dev.ralph.agent;

import java.util.List;
import java.util.Map;

/// Any program: it gets the prompt on standard input and the whole environment, and prints plain text or one of the
/// known streams. Its arguments are the user's, so Ralph adds none, and it is not asked to go on with a session.
final class CommandAgent implements AgentKind {
    private final List<String> argv;
    private final StreamFormat format;

    CommandAgent(List<String> argv, StreamFormat format) {
        this.argv = List.copyOf(argv);
        this.format = format;
        if (argv.isEmpty() || argv.getFirst().isEmpty()) {
            throw new IllegalArgumentException("the agent `command` needs a program to run");
        }
    }

    @Override
    public String name() {
        return "command";
    }

    @Override
    public List<String> programs() {
        return List.of(argv.getFirst());
    }

    @Override
    public Start start(Installed installed, Ask ask) {
        Arguments arguments =
                new Arguments(installed).addAll(argv.subList(1, argv.size())).addAll(ask.extra());
        return new Start(arguments.list(), ask.environment(), Map.of());
    }

    @Override
    public StreamReader reader(Resets resets) {
        return format.reader(resets);
    }

    @Override
    public boolean saysItsEnd() {
        return format != StreamFormat.TEXT;
    }

    @Override
    public boolean tellsItsActions() {
        return format != StreamFormat.TEXT && format != StreamFormat.CODEX;
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
        return new Advice("install " + argv.getFirst() + ", or give its full path", "log in with " + argv.getFirst());
    }
}
