package dev.ralph.config;

import java.util.List;

/// Settings cannot be used as they are; it lists everything that is wrong with them, not only the first thing.
public final class InvalidConfiguration extends RuntimeException {
    private final transient List<ConfigProblem> problems;

    InvalidConfiguration(List<ConfigProblem> problems) {
        super(lines(problems), null, false, false);
        this.problems = List.copyOf(problems);
    }

    public List<ConfigProblem> problems() {
        return problems;
    }

    private static String lines(List<ConfigProblem> problems) {
        StringBuilder lines = new StringBuilder();
        for (ConfigProblem problem : problems) {
            lines.append(lines.isEmpty() ? "" : "\n").append(problem);
        }
        return lines.toString();
    }
}
