package dev.ralph.config;

import java.util.List;

/// The program an attempt runs.
public sealed interface AgentCommand {
    /// The program and its arguments, given one by one, no shell in between.
    record Words(List<String> argv) implements AgentCommand {
        public Words {
            argv = List.copyOf(argv);
            if (argv.isEmpty() || argv.getFirst().isBlank()) {
                throw new IllegalArgumentException("an agent needs a program to run");
            }
        }
    }

    /// A line for `sh -c`.
    record Shell(String line) implements AgentCommand {
        public Shell {
            if (line.isBlank()) {
                throw new IllegalArgumentException("an agent needs a command to run");
            }
        }
    }
}
