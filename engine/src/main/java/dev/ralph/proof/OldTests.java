package dev.ralph.proof;

import dev.ralph.git.RawName;
import dev.ralph.proof.ExperimentRuns.Conditions;
import dev.ralph.proof.ExperimentRuns.Ran;
import dev.ralph.proof.ExperimentTrees.Extent;
import dev.ralph.proof.Experiments.Found;
import dev.ralph.proof.Experiments.LeftOut;
import dev.ralph.ratchet.TestComparison;
import dev.ralph.ratchet.TestId;
import dev.ralph.ratchet.TestRun;
import dev.ralph.ratchet.TestTally;
import dev.ralph.room.PrepareSteps;
import dev.ralph.tamper.Measure;
import dev.ralph.verify.Check;
import dev.ralph.verify.TestFileRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The tests of before, laid over the work, pass, and all of them still run.
final class OldTests {
    private static final int LONGEST_EDITS = 4000;
    private static final int MOST_NAMED = 8;

    private final Experiments experiments;
    private final ExperimentTrees trees;
    private final List<Ran> before;
    private final WorkUnderProof work;

    OldTests(Experiments experiments, WorkUnderProof work) {
        this.experiments = experiments;
        this.trees = experiments.trees();
        this.before = experiments.before();
        this.work = work;
    }

    /// The tests of before pass on the work.
    @Nullable
    Found found(Measure measure, List<ProofResult.Note> notes) throws IOException, InterruptedException, LeftOut {
        List<Ran> green = experiments.green();
        if (green != null) {
            Found needed =
                    experiments.extent() == Extent.WITH_NEW && !trees.added().isEmpty() ? needed(measure, notes) : null;
            return needed == null ? unseen(green, measure, notes) : needed;
        }
        if (experiments.extent() == Extent.AS_IT_IS || trees.changed().isEmpty()) {
            return elsewhere(notes);
        }
        if (!work.policy().usesCleanRoom()
                && !Experiments.passed(experiments.ran(trees.candidate(), Conditions.USUAL, 1))) {
            return elsewhere(notes);
        }
        List<Ran> red = experiments.unvaried(2);
        if (Experiments.passed(red)) {
            notes.add(ProofResult.Note.warning("flaky: the old tests failed once and passed when they were run again"));
            return null;
        }
        return measured(lost(red), measure, red, notes);
    }

    /// Old tests that pass only with test files that came with the work.
    private @Nullable Found needed(Measure measure, List<ProofResult.Note> notes)
            throws IOException, InterruptedException, LeftOut {
        List<Ran> with = experiments.unvaried(1);
        List<Ran> without = experiments.ran(trees.replayed(Extent.WITHOUT_NEW), Conditions.USUAL, 1);
        List<Ran> again = experiments.ran(trees.replayed(Extent.WITHOUT_NEW), Conditions.USUAL, 2);
        for (int i = 0; i < with.size(); i++) {
            Ran red = again.get(i);
            if (!with.get(i).passed() || without.get(i).passed() || red.passed()) {
                continue;
            }
            Set<TestId> tests = new TreeSet<>();
            TestRun first = without.get(i).tests();
            with.get(i).tests().tests().forEach((test, tally) -> {
                boolean passes = tally.passed() > 0 && tally.bad() == 0;
                boolean fails = Experiments.tally(first, test).passed() == 0
                        && Experiments.tally(red.tests(), test).passed() == 0;
                if (passes && fails && isOld(test)) {
                    tests.add(test);
                }
            });
            boolean isReported = with.get(i).tests().read() > 0;
            if (isReported ? !tests.isEmpty() : isOfOldTests(red.command(), before.get(i))) {
                String what = "check `" + red.command().title()
                        + "` passes only with test files that came with the work, " + Experiments.listed(trees.added())
                        + "; without them it fails" + Experiments.named(": ", tests);
                return measured(
                        what,
                        allowing(trees.added()),
                        "Make the old tests pass by the work itself",
                        red.output(),
                        measure,
                        notes);
            }
        }
        return null;
    }

    /// Whether a test was there before the work, in a file that is laid over it.
    private boolean isOld(TestId test) {
        try {
            return trees.texts().entrySet().stream()
                    .anyMatch(file -> new TestBlocks(file.getValue()).of(test, file.getKey()) != null);
        } catch (IOException unreadable) {
            return false;
        }
    }

    /// Whether a command without reports runs tests that were there before the work.
    private boolean isOfOldTests(Check.Command command, Ran was) throws IOException {
        if (!was.passed() && namesNewTests(command)) {
            return false; // it is the one that turns from red to green
        }
        boolean isOfNew = trees.added().stream()
                .anyMatch(name -> TestFileRules.runsTests(command.command(), List.of(name.toString()))
                        && !was.passed()
                        && !TestFileRules.runsTests(command.command(), List.of()));
        return was.passed()
                || (!isOfNew
                        && experiments.runsTests(command)
                        && !WrongExpectations.sure(trees.texts(), "", WrongExpectations.Round.FIRST)
                                .changes()
                                .isEmpty());
    }

    /// Whether a command has a word that only the test files of the work know.
    private boolean namesNewTests(Check.Command command) throws IOException {
        Set<String> words = words(command.command());
        for (Map.Entry<RawName, byte[]> old : trees.texts().entrySet()) {
            words.removeAll(words(old.getKey() + " " + new String(old.getValue(), StandardCharsets.UTF_8)));
        }
        Set<String> known = new TreeSet<>();
        for (Map.Entry<RawName, byte[]> own : trees.ownTexts(Extent.WITH_NEW).entrySet()) {
            known.addAll(words(own.getKey() + " " + new String(own.getValue(), StandardCharsets.UTF_8)));
        }
        return words.stream().anyMatch(known::contains);
    }

    private static Set<String> words(String text) {
        return new TreeSet<>(List.of(text.split("[^\\p{L}\\p{N}_]+")));
    }

    /// Tests that ran before, and do not with the work though their files are there.
    private @Nullable Found unseen(List<Ran> green, Measure measure, List<ProofResult.Note> notes)
            throws IOException, InterruptedException, LeftOut {
        if (experiments.extent() == Extent.AS_IT_IS) {
            return null;
        }
        Set<TestId> unseen = new TreeSet<>();
        Ran last = green.getFirst();
        for (int i = 0; i < green.size(); i++) {
            Ran run = green.get(i);
            for (Map.Entry<TestId, TestTally> was :
                    before.get(i).tests().tests().entrySet()) {
                if (was.getValue().passed() + was.getValue().failed() > 0 // no error in place of a file's tests
                        && !TestComparison.isReadNow(was.getKey(), before.get(i).tests(), run.tests())
                        && Experiments.tally(run.tests(), was.getKey()).ran() == 0
                        && trees.isLaid(was.getKey().suite())) {
                    unseen.add(was.getKey());
                    last = run;
                }
            }
        }
        unseen.removeAll(comesAndGoes(unseen));
        if (unseen.isEmpty()) {
            return null;
        }
        String what = "check `" + last.command().title() + "` passes, but no longer runs"
                + Experiments.named(" ", unseen) + ", though the test files are there";
        return measured(
                what, "--old-tests allow", "Let it run every test that it ran before", last.output(), measure, notes);
    }

    /// Of some tests those that another run of what was there before does not have, either.
    private Set<TestId> comesAndGoes(Set<TestId> tests) throws IOException, InterruptedException, LeftOut {
        Set<TestId> gone = new TreeSet<>();
        if (!tests.isEmpty()) {
            List<Ran> again = experiments.ran(trees.baseline(), Conditions.USUAL, 2);
            tests.stream()
                    .filter(test -> again.stream()
                            .allMatch(
                                    run -> Experiments.tally(run.tests(), test).all() == 0))
                    .forEach(gone::add);
        }
        return gone;
    }

    /// The work fails in a clean room though no test was changed.
    private @Nullable Found elsewhere(List<ProofResult.Note> notes) throws IOException, InterruptedException, LeftOut {
        List<Ran> red = experiments.ran(trees.candidate(), Conditions.USUAL, 2);
        if (Experiments.passed(red)) {
            notes.add(ProofResult.Note.warning("flaky: the checks failed in one clean room and passed in another"));
            return null;
        }
        int at = 0;
        while (red.get(at).passed()) {
            at++;
        }
        Ran first = red.get(at);
        String what =
                "check `" + first.command().title() + "` passed, yet it fails in a fresh checkout of the same work"
                        + Experiments.named(" with ", lost(red));
        String why = needsMore(before.get(at), first);
        return new Found(
                what + ": the work depends on something that will not be there",
                first.output(),
                why == null
                        ? null
                        : "old tests need a human: " + what + ", " + why
                                + ". If the check needs what a checkout lacks: ralph"
                                + " resume " + work.task()
                                + " --prepare '<line that installs it>', or --clean-room off; if"
                                + " not, undo the work and resume");
    }

    /// Why a fresh checkout may lack what no agent can put there; null where it does not.
    private @Nullable String needsMore(Ran was, Ran now) throws IOException {
        Set<RawName> installs = trees.differing(name -> PrepareSteps.isUsualInput(name.path()));
        if (!installs.isEmpty()) {
            return "and the work changed what is installed, " + Experiments.listed(installs);
        }
        boolean anyPassed = Stream.of(was, now)
                .flatMap(run -> run.tests().tests().values().stream())
                .anyMatch(tally -> tally.passed() > 0);
        return was.passed() || anyPassed ? null : "as it did before the work";
    }

    /// Tests that passed before, or pass with the work's own test files, and do not with the old ones.
    private Set<TestId> lost(List<Ran> red) {
        Set<TestId> lost = new TreeSet<>();
        for (int i = 0; i < red.size(); i++) {
            TestRun now = red.get(i).tests();
            if (now.read() == 0) {
                continue;
            }
            now.tests().forEach((test, tally) -> {
                if (tally.bad() > 0) {
                    lost.add(test);
                }
            });
            before.get(i).tests().tests().forEach((test, tally) -> {
                if (tally.passed() > 0 && Experiments.tally(now, test).passed() == 0) {
                    lost.add(test);
                }
            });
        }
        return lost;
    }

    private @Nullable Found measured(Set<TestId> lost, Measure measure, List<Ran> red, List<ProofResult.Note> notes)
            throws IOException {
        Set<RawName> files = new TreeSet<>();
        trees.changed().stream()
                .filter(name -> lost.stream().anyMatch(test -> TestFileRules.isNamed(name.toString(), test.suite())))
                .forEach(files::add);
        if (files.isEmpty()) {
            files.addAll(trees.changed());
        }
        Ran first = red.stream().filter(run -> !run.passed()).findFirst().orElseThrow();
        String what = "with the tests as they were before the work, check `"
                + first.command().title() + "` fails" + Experiments.named(": ", lost) + ". The work changed "
                + Experiments.listed(files);
        String edits = trees.edits(files);
        String output = (edits.length() > LONGEST_EDITS ? edits.substring(0, LONGEST_EDITS) + "\n…" : edits) + "\n"
                + first.output();
        return measured(
                what, allowing(files), "Put the tests back as they were and make them pass", output, measure, notes);
    }

    /// @param allowing what a human adds to `ralph resume` to have it so
    private @Nullable Found measured(
            String what, String allowing, String advice, String output, Measure measure, List<ProofResult.Note> notes) {
        return switch (measure) {
            case ALLOW -> null;
            case WARN -> {
                notes.add(ProofResult.Note.warning("old tests: " + what));
                yield null;
            }
            case BLOCK ->
                new Found(
                        what + ". " + advice + ". If the task wants other tests, a human allows it with " + allowing,
                        output,
                        null);
            case ASK ->
                new Found(
                        what + ". " + advice + "; if the task wants other tests, leave it, and a human will be asked",
                        output,
                        "old tests need a human: " + what + ". If that is what the task wants: ralph resume "
                                + work.task() + " " + allowing + "; if not, undo it and resume");
        };
    }

    static String allowing(Set<RawName> files) {
        return "--tests-may-change '"
                + files.stream()
                        .limit(MOST_NAMED)
                        .map(name -> name.toString().replaceAll("[\\s,']", "?"))
                        .collect(Collectors.joining(","))
                + "'";
    }
}
