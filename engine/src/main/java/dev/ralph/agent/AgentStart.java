package dev.ralph.agent;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// How an agent is started: the prompt comes on standard input, the working folder is the attempt's.
///
/// @param argv        program and arguments; never a secret
/// @param environment exactly what the agent sees
/// @param files       texts to be written, for their owner only, before it starts
public record AgentStart(List<String> argv, Map<String, String> environment, Map<Path, String> files) {
    public AgentStart {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
        files = Map.copyOf(files);
        if (argv.isEmpty() || argv.getFirst().isEmpty()) {
            throw new IllegalArgumentException("no program to start");
        }
    }

    /// For logs: names of variables, never their values.
    @Override
    public String toString() {
        return "Start[argv=" + argv + ", environment=" + environment.keySet() + ", files=" + files.keySet() + "]";
    }
}
