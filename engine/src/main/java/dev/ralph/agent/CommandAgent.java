package dev.ralph.agent;

import java.util.List;

/// Any program. It prints plain text or one of the known streams.
record CommandAgent(List<String> argv, StreamFormat format) implements GivenProgram {
    CommandAgent {
        argv = List.copyOf(argv);
        if (argv.isEmpty() || argv.getFirst().isEmpty()) {
            throw new IllegalArgumentException("the agent `command` needs a program to run");
        }
    }

    @Override
    public String name() {
        return "command";
    }

    @Override
    public Advice advice() {
        return new Advice("install " + argv.getFirst() + ", or give its full path", "log in with " + argv.getFirst());
    }
}
