package dev.ralph.run;

import dev.ralph.ratchet.Change;
import dev.ralph.ratchet.Comparison;
import dev.ralph.ratchet.RatchetTable;
import dev.ralph.verify.Check;
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
record RatchetProver(Ratcheting ratcheting) implements Prover {
    private static final int MOST_NAMED = 5;

    @Override
    public Proven prove(Claimed claimed) throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        Set<String> brought = brought(claimed);
        if (!brought.isEmpty()) {
            return Proven.refused(
                    watch.took(),
                    "the work brings test reports of its own ("
                            + brought.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                            + "), but only those count that Ralph's own run of the tests writes: take them out of the"
                            + " commit",
                    "");
        }
        Comparison comparison = ratcheting.ofAll(claimed);
        if (comparison == null) {
            return Proven.passed(
                    watch.took(),
                    List.of(Proven.Note.warning(
                            "ratchet: no check writes test reports, so that tests could not be compared")));
        }
        RatchetTable table = new RatchetTable(comparison);
        Optional<String> refusal = comparison.refusal();
        Proven proven = refusal.isPresent()
                ? Proven.refused(watch.took(), "the tests are not as good as before the work: " + refusal.get(), "")
                : Proven.passed(watch.took(), notes(claimed, comparison));
        return proven.with(Annex.NONE.withTests(table.json()));
    }

    private static List<Proven.Note> notes(Claimed claimed, Comparison comparison) {
        List<Proven.Note> notes = new ArrayList<>();
        if (claimed.baseline() == null) {
            notes.add(Proven.Note.warning("ratchet: there was no commit before the work, so only failures count"));
        } else if (comparison.before().read() == 0) {
            notes.add(Proven.Note.warning(
                    "ratchet: the checks wrote no test report on the commit before the work, so only failures count"));
        }
        comparison.of(Change.FLAKY).stream()
                .limit(MOST_NAMED)
                .forEach(found -> notes.add(Proven.Note.warning("flaky test: " + found.test())));
        return notes;
    }

    /// Files of the candidate that look like reports, and were not there before.
    private static Set<String> brought(Claimed claimed) throws IOException {
        Set<String> brought = new TreeSet<>();
        String candidate = claimed.work().commit();
        for (Check.Command command : Baseline.commands(claimed)) {
            List<ReportGlob> globs = TestReports.globs(command);
            if (!globs.isEmpty()) {
                String below = command.folder() == null ? "" : command.folder();
                Set<Path> before = TestReports.committed(claimed, claimed.baseline(), below, globs);
                for (Path file : TestReports.committed(claimed, candidate, below, globs)) {
                    if (!before.contains(file)) {
                        brought.add(Path.of(below).resolve(file).toString());
                    }
                }
            }
        }
        return brought;
    }
}
