package dev.ralph.cli;

import dev.ralph.verify.Check;
import dev.ralph.verify.GitFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What somebody types to let an agent loose, and nothing about proof but the checks that the task needs.
record ArenaSettings(ArenaAgent agent, Arena.Column column) {
    private static final Map<String, String> TESTS = Map.of(
            "shell", "sh check.sh",
            "python", "python3 -m pytest -q -p no:cacheprovider",
            "node", "npm test --silent",
            "java", "make test",
            "pytest", "python3 -m pytest -q -p no:cacheprovider",
            "unittest", "python3 -m unittest discover -s tests -t .",
            "calc", "node --test test/",
            "make", "make -s test");
    /// Where `ralph "..."` finds the tests by itself.
    private static final List<String> FOUND = List.of("python", "node", "pytest", "unittest");

    /// The words of the command, without what names task and agent.
    List<String> words() {
        List<String> words = new ArrayList<>(
                List.of("--max-restarts", agent.field("attempts").orElse("1")));
        words.addAll(List.of("--restart-delay", "0s"));
        agent.field("patience").ifPresent(time -> words.addAll(List.of("--check-timeout", time)));
        switch (column) {
            case IN_PLACE -> {}
            case OVERLAY -> words.addAll(List.of("--workspace", "overlay"));
            case ONE_LINE -> {}
            case COMMAND_ALONE -> words.addAll(List.of("--claim", "off", "--tamper", "off", "--clean-room", "off"));
        }
        checks().forEach(check -> words.addAll(List.of("--check", check)));
        agent.field("settings").ifPresent(more -> words.addAll(List.of(more.split(" "))));
        return words;
    }

    private List<String> checks() {
        if (column == Arena.Column.COMMAND_ALONE) {
            return List.of(tests());
        }
        if (agent.field("checks").equals(Optional.of("none")) && column != Arena.Column.ONE_LINE) {
            return List.of();
        }
        List<String> checks = new ArrayList<>();
        if (agent.layer().equals("evidence")) {
            if (column == Arena.Column.IN_PLACE) {
                checks.add(GitFact.COMMITTED.line());
                checks.add(GitFact.TREE_CLEAN.line());
            }
            checks.add(GitFact.CHANGED.line());
        }
        agent.field("asks for").ifPresent(path -> checks.add(new Check.FileExists(path).line()));
        agent.field("validate").ifPresent(script -> checks.add(new Check.Validate(script).line()));
        boolean found = column == Arena.Column.ONE_LINE
                && checks.isEmpty()
                && agent.field("check").isEmpty()
                && FOUND.contains(agent.repository());
        if (!found) {
            checks.add(tests());
        }
        agent.field("also").ifPresent(checks::add);
        agent.field("accept").ifPresent(checks::add);
        return checks;
    }

    private String tests() {
        return agent.field("check").orElseGet(() -> java.util.Objects.requireNonNull(TESTS.get(agent.repository())));
    }
}
