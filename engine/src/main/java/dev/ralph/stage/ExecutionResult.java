package dev.ralph.stage;

import java.util.ArrayList;
import java.util.List;

/// What the execution of a stage came to, as specification 003 has it.
public record ExecutionResult(boolean success, String output, List<String> issues) {
    public ExecutionResult {
        issues = List.copyOf(issues);
    }

    public static ExecutionResult of(String output) {
        return new ExecutionResult(true, output, List.of());
    }

    /// What is wrong with a loop that used all of its iterations.
    public static String exceeded(int maxIterations) {
        return "Ralph loop exceeded " + maxIterations + " iterations";
    }

    ExecutionResult failed(String issue) {
        List<String> more = new ArrayList<>(issues);
        more.add(issue);
        return new ExecutionResult(false, output, more);
    }
}
