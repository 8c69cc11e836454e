package dev.ralph.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /// Agents that Ralph has adapters for, the preferred one first.
    ///
    /// @param arguments for the first of them, on top of what its adapter gives
    record Known(List<Choice> chain, List<String> arguments) implements AgentCommand {
        public Known {
            chain = List.copyOf(chain);
            arguments = List.copyOf(arguments);
            if (chain.isEmpty()) {
                throw new IllegalArgumentException("a chain of agents needs at least one");
            }
        }

        /// @param model null for the agent's own choice
        public record Choice(String name, @Nullable String model) {}

        /// @param items `claude` or `claude:opus`
        /// @param model for those that name none
        static Known of(List<String> items, @Nullable String model, List<String> arguments) {
            List<Choice> chain = new ArrayList<>();
            for (String item : items) {
                int colon = item.indexOf(':');
                chain.add(
                        colon < 0
                                ? new Choice(item, chain.isEmpty() ? model : null)
                                : new Choice(item.substring(0, colon), item.substring(colon + 1)));
            }
            return new Known(chain, arguments);
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
