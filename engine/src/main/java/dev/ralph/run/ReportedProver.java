package dev.ralph.run;

import dev.ralph.ratchet.Change;
import dev.ralph.ratchet.Comparison;
import dev.ralph.ratchet.RatchetTable;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A command that reports on its tests: where it fails, its refusal tells new failures from old ones and from flakes.
///
/// @param inner makes the check, in one run or several
record ReportedProver(Check.Command check, Prover inner, Ratcheting ratcheting) implements Prover {
    private static final int MOST_NAMED = 8;

    @Override
    public Proven prove(Claimed claimed) throws IOException, InterruptedException {
        Proven proven = inner.prove(claimed);
        if (proven.passed() || proven.exitCode() < 0) {
            return proven;
        }
        Comparison comparison = ratcheting.of(claimed, check);
        if (comparison == null || comparison.after().read() == 0) {
            return proven;
        }
        String reason = proven.reason() + told(comparison);
        return new Proven(
                false,
                proven.exitCode(),
                proven.took(),
                proven.output(),
                reason,
                proven.sha256(),
                proven.where(),
                proven.notes(),
                proven.annex().withTests(new RatchetTable(comparison).json()));
    }

    private static String told(Comparison comparison) {
        List<String> parts = new ArrayList<>();
        comparison.refusal().ifPresent(words -> parts.add(words.replace("\n", "; ")));
        add(parts, "failed before the work began, and still do", comparison.of(Change.OLD_FAILURE));
        add(parts, "are flaky: they end differently in runs of the same tree", comparison.of(Change.FLAKY));
        return parts.isEmpty() ? "" : "; by its test reports, " + String.join("; ", parts);
    }

    private static void add(List<String> parts, String what, List<Comparison.Found> found) {
        String names = found.stream()
                .limit(MOST_NAMED)
                .map(one -> one.test().toString())
                .collect(Collectors.joining("; "));
        String more = found.size() > MOST_NAMED ? "; and " + (found.size() - MOST_NAMED) + " more" : "";
        if (!found.isEmpty()) {
            parts.add("these tests " + what + ": " + names + more);
        }
    }
}
