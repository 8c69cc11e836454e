package dev.ralph.proof;

import dev.ralph.ratchet.RatchetTable;
import dev.ralph.ratchet.TestChange;
import dev.ralph.ratchet.TestComparison;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A command that reports on its tests: where it fails, its refusal tells new failures from old ones and from flakes.
///
/// @param inner makes the check, in one run or several
record TestReportProver(Check.Command check, Prover inner, BaselineComparison baselineComparison) implements Prover {
    private static final int MOST_NAMED = 8;

    @Override
    public ProofResult prove(WorkUnderProof work) throws IOException, InterruptedException {
        ProofResult result = inner.prove(work);
        if (result.passed() || result.exitCode() < 0) {
            return result;
        }
        TestComparison comparison = baselineComparison.of(work, check);
        if (comparison == null || comparison.after().read() == 0) {
            return result;
        }
        String reason = result.reason() + told(comparison);
        return new ProofResult(
                        false,
                        result.exitCode(),
                        result.took(),
                        result.output(),
                        reason,
                        result.sha256(),
                        result.where(),
                        result.notes())
                .with(result.details().withTests(new RatchetTable(comparison).json()));
    }

    private static String told(TestComparison comparison) {
        List<String> parts = new ArrayList<>();
        comparison.refusal().ifPresent(words -> parts.add(words.replace("\n", "; ")));
        add(parts, "failed before the work began, and still do", comparison.of(TestChange.OLD_FAILURE));
        add(parts, "are flaky: they end differently in runs of the same tree", comparison.of(TestChange.FLAKY));
        return parts.isEmpty() ? "" : "; by its test reports, " + String.join("; ", parts);
    }

    private static void add(List<String> parts, String what, List<TestComparison.Found> found) {
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
