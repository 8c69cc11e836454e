package dev.ralph.cli;

import dev.ralph.survey.Survey;
import dev.ralph.survey.TestSuite;
import java.util.List;
import java.util.stream.Collectors;

/// The configuration file that `ralph init` writes.
///
/// @param agents the names of those that are installed
record StarterFile(Survey survey, List<String> agents) {
    String text() {
        StringBuilder yaml = new StringBuilder("""
                # Written by `ralph init`. Every setting and where its value comes from: `ralph config show --origin`.

                """);
        if (agents.isEmpty()) {
            yaml.append("# agents: [claude]  # none that Ralph knows was found; any program can be given after --\n");
        } else {
            yaml.append("agents: [" + agents.getFirst() + "]"
                    + (agents.size() > 1
                            ? "  # also installed: " + String.join(", ", agents.subList(1, agents.size()))
                            : "")
                    + "\n");
        }
        yaml.append('\n');
        if (survey.suites().isEmpty()) {
            yaml.append("""
                    # No test command was found, so outcomes are unverified. Give one:
                    # checks:
                    #   - make test
                    """);
        } else {
            yaml.append("# What must hold before Ralph believes that a task is done. It runs these itself.\nchecks:\n");
            survey.suites().forEach(suite -> check(yaml, suite));
        }
        if (agents.size() > 1) {
            yaml.append("""
                    %s  # %s reads the change when everything else passed: for what no test run can show.
                    %s  # - {type: review, agent: %s}
                    """.formatted(
                            survey.suites().isEmpty() ? "#" : "",
                            agents.get(1),
                            survey.suites().isEmpty() ? "#" : "",
                            agents.get(1)));
        }
        String prepare = survey.prepare();
        if (prepare != null) {
            yaml.append("\n# Makes a fresh checkout ready for the checks.\nprepare: " + quoted(prepare) + "\n");
        }
        yaml.append("""

                # With this, accepted work becomes a commit, and checks run in a fresh checkout of it.
                # keep: commit
                """);
        return yaml.toString();
    }

    private static void check(StringBuilder yaml, TestSuite suite) {
        yaml.append("  # " + suite.tool() + ": " + oneLine(suite.why()) + "\n");
        if (suite.folder().isEmpty() && suite.reports().isEmpty()) {
            yaml.append("  - ").append(quoted(suite.command())).append('\n');
            return;
        }
        yaml.append("  - type: command\n    name: " + quoted(suite.title()) + "\n    command: "
                + quoted(suite.command()) + "\n");
        if (!suite.folder().isEmpty()) {
            yaml.append("    working_dir: ").append(quoted(suite.folder())).append('\n');
        }
        if (!suite.reports().isEmpty()) {
            yaml.append("    reports: ["
                    + suite.reports().stream().map(StarterFile::quoted).collect(Collectors.joining(", ")) + "]\n");
        }
    }

    private static String oneLine(String text) {
        return Console.harmless(text.replaceAll("\\s+", " "));
    }

    /// In double quotes, in which YAML and JSON agree.
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
