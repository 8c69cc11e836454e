package dev.ralph.agent;

import java.util.List;
import java.util.Map;

/// An agent whose whole command line is given: it gets the prompt on standard input and the whole environment, Ralph
/// adds no arguments of its own, and it is not asked to go on with a session.
interface GivenProgram extends AgentKind {
    /// Program and arguments.
    List<String> argv();

    /// What it prints.
    StreamFormat format();

    @Override
    default String program() {
        return argv().getFirst();
    }

    @Override
    default AgentStart start(InstalledAgent installed, AttemptRequest ask) {
        ArgumentList arguments = new ArgumentList(installed)
                .addAll(argv().subList(1, argv().size()))
                .addAll(ask.extra());
        return new AgentStart(arguments.list(), ask.environment(), Map.of());
    }

    @Override
    default StreamReader reader(ResetTimes resets) {
        return format().reader(resets);
    }

    @Override
    default boolean saysItsEnd() {
        return format() != StreamFormat.TEXT;
    }

    @Override
    default boolean tellsItsActions() {
        return format() != StreamFormat.TEXT && format() != StreamFormat.CODEX;
    }

    @Override
    default boolean resumes() {
        return false;
    }

    @Override
    default TestedVersions versions() {
        return TestedVersions.of();
    }
}
