package dev.ralph.cli;

import dev.ralph.verify.Check;
import dev.ralph.verify.GitFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The configuration of a bout: that of a repository whose user asks for every layer.
record ArenaSettings(ArenaAgent agent, Arena.Rules rules) {
    /// How the tests of a repository are run, and where that leaves reports.
    private record Suite(String command, List<String> reports) {}

    private static final Map<String, Suite> SUITES = Map.of(
            "shell", new Suite("sh check.sh", List.of("build/*.tap")),
            "python",
                    new Suite(
                            "python3 -m pytest -q -p no:cacheprovider --junitxml=build/junit.xml",
                            List.of("build/junit.xml")),
            "node", new Suite("npm test --silent", List.of("build/tests.tap")),
            "java", new Suite("make test", List.of("target/surefire-reports/TEST-*.xml")));

    String text() {
        List<String> lines = new ArrayList<>();
        lines.add("completion_promise: DONE");
        lines.add("max_restarts: " + agent.field("attempts").orElse("1"));
        lines.add("restart_delay: 0s");
        lines.add("poll_interval: 50ms");
        lines.add("workspace: " + agent.field("workspace").orElse("in-place"));
        lines.add("check_timeout: " + agent.field("patience").orElse("2m"));
        boolean alone = rules == Arena.Rules.COMMAND_ALONE;
        if (!alone) {
            agent.field("sandbox").ifPresent(choice -> lines.add("sandbox: " + choice));
        }
        lines.add("claim: " + (alone ? "off" : "auto"));
        lines.add("tamper: " + (alone ? "off" : "auto"));
        lines.add("clean_room: " + (alone ? "off" : "on"));
        boolean wordsAlone = !alone && agent.field("checks").equals(Optional.of("none"));
        List<Check> checks = alone ? List.of(command()) : wordsAlone ? List.of() : checks();
        lines.add(checks.isEmpty() ? "checks: []" : "checks:");
        checks.forEach(check -> lines.add("  - " + yaml(check)));
        return String.join("\n", lines) + "\n";
    }

    private static String yaml(Check check) {
        String line = check.line();
        return line.startsWith("{") ? line : "'" + line.replace("'", "''") + "'";
    }

    private List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        if (agent.field("workspace").isEmpty()) {
            checks.add(GitFact.COMMITTED);
            checks.add(GitFact.TREE_CLEAN);
        }
        checks.add(GitFact.CHANGED);
        agent.field("asks for").ifPresent(path -> checks.add(new Check.FileExists(path)));
        String rules = agent.field("tamper").orElse("{}").substring(1);
        checks.add(Check.of("{\"type\":\"tamper\"" + (rules.equals("}") ? "" : ",") + rules));
        checks.add(command());
        agent.field("validate").ifPresent(script -> checks.add(new Check.Validate(script)));
        agent.field("accept").ifPresent(line -> checks.add(Check.Command.shell(line)));
        return checks;
    }

    private Check command() {
        Suite suite = java.util.Objects.requireNonNull(SUITES.get(agent.repository()));
        String line = agent.field("check").orElse(suite.command());
        return rules == Arena.Rules.PROOF
                ? new Check.Command(line, 0, null, null, null, null, suite.reports(), null)
                : new Check.Command(line, 0, null, null, null, null, List.of(), null, false, null);
    }
}
