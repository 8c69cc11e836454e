package dev.ralph.proof;

import dev.ralph.proof.ExperimentRuns.Conditions;
import dev.ralph.proof.ExperimentRuns.Ran;
import dev.ralph.proof.ExperimentTrees.Extent;
import dev.ralph.proof.Experiments.Found;
import dev.ralph.proof.Experiments.LeftOut;
import dev.ralph.ratchet.TestId;
import dev.ralph.ratchet.TestRun;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The work passes where what must not matter is different.
final class Variation {
    private final Experiments experiments;
    private final ExperimentTrees trees;
    private final List<Ran> before;

    Variation(Experiments experiments) {
        this.experiments = experiments;
        this.trees = experiments.trees();
        this.before = experiments.before();
    }

    /// The tests say the same where what must not matter is different.
    @Nullable
    Found found(List<ProofResult.Note> notes) throws IOException, InterruptedException, LeftOut {
        List<Ran> first = experiments.varied(1);
        if (Experiments.passed(first)) {
            return null;
        }
        if (!Experiments.passed(experiments.unvaried(1))) {
            throw new LeftOut("the old tests fail anyway");
        }
        List<Ran> second = experiments.varied(2);
        if (Experiments.passed(second)) {
            notes.add(ProofResult.Note.warning("flaky: the checks failed once under other circumstances, and passed"
                    + " when they were run again under the same"));
            return null;
        }
        List<Ran> then =
                experiments.ran(trees.before(trees.loosened(Extent.WITH_NEW)), Conditions.VARIED, 1); // nobody's work
        Map<String, Set<TestId>> blamed = new TreeMap<>();
        String output = "";
        for (int i = 0; i < second.size(); i++) {
            Ran now = second.get(i);
            if (now.passed()) {
                continue;
            }
            boolean always = before.get(i).passed() && !then.get(i).passed();
            Set<TestId> tests = dependent(i, first, second, then);
            boolean isReported = now.tests().read() > 0 && then.get(i).tests().read() > 0;
            if (isReported ? !tests.isEmpty() : !always && !isOfBytes(i)) {
                blamed.put(now.command().title(), tests);
                output = now.output();
            }
        }
        if (blamed.isEmpty()) {
            notes.add(ProofResult.Note.warning("variation: the checks depend on folder, time zone, locale, hash seed or"
                    + " git identity, and did so before the work"));
            return null;
        }
        String what = blamed.entrySet().stream()
                .map(one -> "check `" + one.getKey() + "`" + Experiments.named(", by ", one.getValue()))
                .collect(Collectors.joining("; "));
        return new Found(
                "results depend on what must not matter (empty lines in test files, compiled files, the name of"
                        + " the folder, time zone, locale, hash seed, git identity): " + what,
                output,
                null);
    }

    /// Whether a check that runs no tests and failed before the work fails by the bytes of test files alone: it may be
    /// about them.
    private boolean isOfBytes(int command) throws IOException, InterruptedException, LeftOut {
        Ran was = before.get(command);
        return !was.passed()
                && !experiments.runsTests(was.command())
                && experiments
                        .ran(trees.replayed(experiments.extent()), Conditions.VARIED, 1)
                        .get(command)
                        .passed();
    }

    /// Tests that fail in both varied runs, pass in the usual one, and did not depend on it before the work.
    private Set<TestId> dependent(int command, List<Ran> first, List<Ran> second, List<Ran> then)
            throws IOException, InterruptedException, LeftOut {
        TestRun usual = experiments.unvaried(1).get(command).tests();
        Set<TestId> tests = new TreeSet<>();
        usual.tests().forEach((test, tally) -> {
            boolean was = Experiments.tally(before.get(command).tests(), test).passed() > 0
                    && Experiments.tally(then.get(command).tests(), test).passed() == 0;
            if (tally.passed() > 0
                    && Experiments.tally(first.get(command).tests(), test).passed() == 0
                    && Experiments.tally(second.get(command).tests(), test).passed() == 0
                    && !was) {
                tests.add(test);
            }
        });
        return tests;
    }
}
