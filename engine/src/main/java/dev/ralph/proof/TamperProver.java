package dev.ralph.proof;

import dev.ralph.loop.Policy;
import dev.ralph.tamper.Measure;
import dev.ralph.tamper.Measures;
import dev.ralph.tamper.TamperFinding;
import dev.ralph.tamper.TamperRule;
import dev.ralph.verify.Check;
import dev.ralph.verify.CheckFields;
import dev.ralph.verify.Experiment;
import dev.ralph.verify.ReportGlob;
import dev.ralph.verify.TestFileRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Nothing that the checks rest on was weakened since the loop began, or a human said that it may be. What came to
/// the branch meanwhile no agent can put back, so that nobody is refused for it: a human is asked.
record TamperProver(Check.Tamper check, TamperInputs tampering) implements Prover {
    private static final int MOST_NAMED = 8;

    @Override
    public ProofResult prove(WorkUnderProof workUnderProof) throws IOException {
        Stopwatch watch = Stopwatch.start();
        TamperInputs.Found found = tampering.findings(workUnderProof);
        Measures measures = measures(workUnderProof, found.work());
        List<TamperFinding> findings = new ArrayList<>(found.work());
        findings.removeIf(finding -> mayChange(finding, workUnderProof.policy()));
        new PinnedConfiguration(workUnderProof.paths().project())
                .finding(workUnderProof.policy().proof())
                .ifPresent(findings::add);
        List<TamperFinding> refused = of(findings, measures, Measure.BLOCK);
        if (!refused.isEmpty()) {
            return ProofResult.refused(watch.took(), refusal(refused), listed(refused));
        }
        List<TamperFinding> asked = of(findings, measures, Measure.ASK);
        List<TamperFinding> came = new ArrayList<>(of(found.branch(), measures, Measure.BLOCK));
        came.addAll(of(found.branch(), measures, Measure.ASK));
        if (!asked.isEmpty() || !came.isEmpty()) {
            throw question(asked, came, workUnderProof, watch.took());
        }
        findings.addAll(found.branch());
        List<ProofResult.Note> notes = of(findings, measures, Measure.WARN).stream()
                .limit(MOST_NAMED)
                .map(finding -> ProofResult.Note.warning("tamper guard: " + finding))
                .toList();
        return ProofResult.passed(watch.took(), notes);
    }

    /// A test file that the task is meant to change.
    private static boolean mayChange(TamperFinding finding, Policy policy) {
        return (finding.rule() == TamperRule.TEST_DELETED || finding.rule() == TamperRule.TEST_EDITED)
                && oldTests(policy).stream()
                        .flatMap(oldTests -> oldTests.mayChange().stream())
                        .anyMatch(pattern -> new ReportGlob(pattern).matches(Path.of(finding.path())));
    }

    private static Optional<Experiment> oldTests(Policy policy) {
        return policy.checks().stream()
                .map(Check::of)
                .filter(check -> check instanceof Experiment found && found.kind() == Experiment.Kind.OLD_TESTS)
                .map(Experiment.class::cast)
                .findFirst();
    }

    /// Where deleted tests are laid over the work and run, that decides, unless somebody wants it otherwise.
    private Measures measures(WorkUnderProof work, List<TamperFinding> findings) {
        Measures measures = check.measures();
        boolean isWanted = check.options().names().contains(TamperRule.TEST_DELETED.id())
                || check.options().names().contains(Measures.ALL);
        List<String> deleted = findings.stream()
                .filter(finding -> finding.rule() == TamperRule.TEST_DELETED)
                .map(TamperFinding::path)
                .toList();
        boolean areRun = oldTests(work.policy()).isPresent()
                && TestBaseline.commands(work).stream()
                        .anyMatch(command ->
                                !command.reports().isEmpty() || TestFileRules.runsTests(command.command(), deleted));
        return isWanted || !areRun ? measures : measures.with(TamperRule.TEST_DELETED, Measure.WARN);
    }

    private static List<TamperFinding> of(List<TamperFinding> findings, Measures measures, Measure measure) {
        return findings.stream()
                .filter(finding -> measures.of(finding.rule()) == measure)
                .toList();
    }

    private String refusal(List<TamperFinding> refused) {
        return "the tamper guard rejected the work: it changes what the checks depend on: " + named(refused)
                + ". Restore it, and make the checks pass by the work itself. A human can allow the change with"
                + " --check '"
                + allowing(check, rules(refused)) + "'";
    }

    private NeedsHuman question(
            List<TamperFinding> asked, List<TamperFinding> came, WorkUnderProof workUnderProof, Duration took) {
        List<TamperFinding> both = new ArrayList<>(asked);
        both.addAll(came);
        String resume = "ralph resume " + workUnderProof.task() + " --check '" + allowing(check, rules(both)) + "'";
        List<String> whats = new ArrayList<>();
        List<String> hints = new ArrayList<>();
        String answer = "To allow it: " + resume + ". Otherwise undo it and resume";
        if (!asked.isEmpty()) {
            whats.add(named(asked));
            hints.add("Restore it; if the task needs the change, leave it, and a human is asked");
        }
        if (!came.isEmpty()) {
            whats.add("new on the branch, and not from this loop: " + named(came));
            hints.add("Leave what is new on the branch: a human is asked");
            answer = "To allow it: " + resume + ". Otherwise undo it, on the branch too, and resume";
        }
        String what = "the tamper guard needs a human: " + String.join(". Also, ", whats) + ". ";
        return new NeedsHuman(
                ProofResult.refused(took, what + String.join(". ", hints), listed(both)),
                what + answer + ". This holds for the rest of the loop, also for what its agents do");
    }

    private static String named(List<TamperFinding> findings) {
        String first =
                findings.stream().limit(MOST_NAMED).map(TamperFinding::toString).collect(Collectors.joining("; "));
        return findings.size() <= MOST_NAMED ? first : first + "; and " + (findings.size() - MOST_NAMED) + " more";
    }

    private static String listed(List<TamperFinding> findings) {
        return rules(findings).stream()
                .map(rule -> rule.id() + ": " + rule.sentence())
                .collect(Collectors.joining("\n"));
    }

    private static Set<TamperRule> rules(List<TamperFinding> findings) {
        return findings.stream().map(TamperFinding::rule).collect(Collectors.toCollection(TreeSet::new));
    }

    /// This very check with these rules allowed: what was said of others still holds.
    static String allowing(Check.Tamper check, Set<TamperRule> rules) {
        Map<String, Object> options = new TreeMap<>(check.options().values());
        rules.forEach(rule -> options.put(rule.id(), "allow"));
        return new Check.Tamper(new CheckFields(options)).line();
    }
}
