package dev.ralph.run;

import dev.ralph.tamper.Finding;
import dev.ralph.tamper.Measure;
import dev.ralph.tamper.Measures;
import dev.ralph.tamper.Rule;
import dev.ralph.verify.Check;
import dev.ralph.verify.Fields;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Nothing that the checks rest on was weakened since the loop began, or a human said that it may be.
record TamperProver(Check.Tamper check, Tampering tampering) implements Prover {
    private static final int MOST_NAMED = 8;

    @Override
    public Proven prove(Claimed claimed) throws IOException {
        Stopwatch watch = Stopwatch.start();
        Measures measures = check.measures();
        List<Finding> findings = new ArrayList<>(tampering.findings(claimed));
        new Rulebook(claimed.site().project()).finding(claimed.policy().proof()).ifPresent(findings::add);
        List<Finding> refused = of(findings, measures, Measure.BLOCK);
        if (!refused.isEmpty()) {
            return Proven.refused(watch.took(), refusal(refused), listed(refused));
        }
        List<Finding> asked = of(findings, measures, Measure.ASK);
        if (!asked.isEmpty()) {
            throw question(asked, claimed, watch.took());
        }
        List<String> notes = of(findings, measures, Measure.WARN).stream()
                .limit(MOST_NAMED)
                .map(finding -> "tamper guard: " + finding)
                .toList();
        return Proven.passed(watch.took(), notes);
    }

    private static List<Finding> of(List<Finding> findings, Measures measures, Measure measure) {
        return findings.stream()
                .filter(finding -> measures.of(finding.rule()) == measure)
                .toList();
    }

    private String refusal(List<Finding> refused) {
        return "the tamper guard refuses the work, because it changes what the checks rest on: " + named(refused)
                + ". Put it back as it was and make the checks pass by the work itself. If the task wants it, a human allows it"
                + " with --check '" + allowing(check, rules(refused)) + "'";
    }

    private NeedsHuman question(List<Finding> asked, Claimed claimed, Duration took) {
        String what = "the tamper guard needs a human: " + named(asked);
        String answer = ". If that is what the task wants: ralph resume " + claimed.task() + " --check '"
                + allowing(check, rules(asked)) + "'; if not, undo it and resume";
        String meanwhile = what + ". Put it back as it was; if the task wants it, leave it, and a human will be asked";
        return new NeedsHuman(Proven.refused(took, meanwhile, listed(asked)), what + answer);
    }

    private static String named(List<Finding> findings) {
        String first =
                findings.stream().limit(MOST_NAMED).map(Finding::toString).collect(Collectors.joining("; "));
        return findings.size() <= MOST_NAMED ? first : first + "; and " + (findings.size() - MOST_NAMED) + " more";
    }

    private static String listed(List<Finding> findings) {
        return rules(findings).stream()
                .map(rule -> rule.id() + ": " + rule.sentence())
                .collect(Collectors.joining("\n"));
    }

    private static Set<Rule> rules(List<Finding> findings) {
        return findings.stream().map(Finding::rule).collect(Collectors.toCollection(TreeSet::new));
    }

    /// This very check with these rules allowed: what was said of others still holds.
    static String allowing(Check.Tamper check, Set<Rule> rules) {
        Map<String, Object> options = new TreeMap<>(check.options().values());
        rules.forEach(rule -> options.put(rule.id(), "allow"));
        return new Check.Tamper(new Fields(options)).line();
    }
}
