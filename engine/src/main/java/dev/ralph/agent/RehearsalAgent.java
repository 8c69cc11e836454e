package dev.ralph.agent;

import java.util.List;

/// The rehearsal agent: a real child process that plays a script instead of thinking. It needs no login, no network and
/// no version; what it prints is plain text.
///
/// @param argv the program and the arguments that play the script: `ralph rehearse story.txt`
record RehearsalAgent(List<String> argv) implements GivenProgram {
    RehearsalAgent {
        argv = List.copyOf(argv);
        if (argv.isEmpty()) {
            throw new IllegalArgumentException("the agent `rehearsal` needs a script to play");
        }
    }

    @Override
    public String name() {
        return Agents.REHEARSAL;
    }

    @Override
    public StreamFormat format() {
        return StreamFormat.TEXT;
    }

    @Override
    public Advice advice() {
        return new Advice("it is a part of Ralph", "it needs no login");
    }
}
