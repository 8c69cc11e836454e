package dev.ralph.proof;

import dev.ralph.ratchet.RatchetTable;
import dev.ralph.ratchet.TestChange;
import dev.ralph.ratchet.TestComparison;
import dev.ralph.ratchet.TestId;
import dev.ralph.verify.Check;
import dev.ralph.verify.Experiment;
import dev.ralph.verify.ReportGlob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// No test that passed before the work fails, is skipped or has vanished, by the reports of our own runs.
record RatchetProver(BaselineComparison baselineComparison, ExperimentRuns experiments) implements Prover {
    private static final int MOST_NAMED = 5;

    @Override
    public ProofResult prove(WorkUnderProof workUnderProof) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        Set<String> brought = brought(workUnderProof);
        if (!brought.isEmpty()) {
            return ProofResult.refused(
                    watch.took(),
                    "the work contains test reports ("
                            + brought.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                            + "), but only those count that Ralph's own run of the tests writes: take them out of the"
                            + " commit",
                    "");
        }
        TestComparison comparison = baselineComparison.ofAll(workUnderProof);
        if (comparison == null) {
            return ProofResult.passed(
                    watch.took(),
                    List.of(ProofResult.Note.warning(
                            "ratchet: no check writes test reports, so that tests could not be compared")));
        }
        RatchetTable table = new RatchetTable(comparison);
        Set<TestId> rewritten = rewritten(workUnderProof, comparison);
        Optional<String> refusal = comparison.without(rewritten).refusal();
        ProofResult result = refusal.isPresent()
                ? ProofResult.refused(
                        watch.took(), "the tests are not as good as before the work: " + refusal.get(), "")
                : ProofResult.passed(watch.took(), notes(workUnderProof, comparison, rewritten));
        return result.with(ReceiptDetails.NONE.withTests(table.json()));
    }

    /// Vanished tests that the old tests decide about, because the work changed their files.
    private Set<TestId> rewritten(WorkUnderProof work, TestComparison comparison)
            throws IOException, InterruptedException {
        Set<TestId> vanished = new TreeSet<>();
        comparison.of(TestChange.VANISHED).forEach(found -> vanished.add(found.test()));
        Experiment replay = ExperimentTrees.oldTests(work).orElse(null);
        if (vanished.isEmpty() || replay == null) {
            return Set.of();
        }
        vanished.retainAll(Experiments.rewritten(replay, experiments, work));
        return vanished;
    }

    private static List<ProofResult.Note> notes(
            WorkUnderProof workUnderProof, TestComparison comparison, Set<TestId> rewritten) {
        List<ProofResult.Note> notes = new ArrayList<>();
        if (workUnderProof.baseline() == null) {
            notes.add(ProofResult.Note.warning("ratchet: no commit before the work, so only failures count"));
        } else if (comparison.before().read() == 0) {
            notes.add(ProofResult.Note.warning(
                    "ratchet: the checks wrote no test report on the commit before the work, so only failures count"));
        }
        if (!rewritten.isEmpty()) {
            notes.add(ProofResult.Note.warning("ratchet: the work changed the files of tests that are gone, so the old"
                    + " tests decide" + Experiments.named(": ", rewritten)));
        }
        comparison.of(TestChange.FLAKY).stream()
                .limit(MOST_NAMED)
                .forEach(found -> notes.add(ProofResult.Note.warning("flaky test: " + found.test())));
        return notes;
    }

    /// Files of the candidate that look like reports, and were not there before.
    private static Set<String> brought(WorkUnderProof workUnderProof) throws IOException {
        Set<String> brought = new TreeSet<>();
        String candidate = workUnderProof.work().commit();
        for (Check.Command command : TestBaseline.commands(workUnderProof)) {
            List<ReportGlob> globs = TestReports.globs(command);
            if (!globs.isEmpty()) {
                String below = command.folder() == null ? "" : command.folder();
                Set<Path> before = TestReports.committed(workUnderProof, workUnderProof.baseline(), below, globs);
                for (Path file : TestReports.committed(workUnderProof, candidate, below, globs)) {
                    if (!before.contains(file)) {
                        brought.add(Path.of(below).resolve(file).toString());
                    }
                }
            }
        }
        return brought;
    }
}
