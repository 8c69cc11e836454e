package dev.ralph.proof;

import dev.ralph.git.RawName;
import dev.ralph.proof.ExperimentRuns.Conditions;
import dev.ralph.proof.ExperimentRuns.Ran;
import dev.ralph.proof.ExperimentTrees.Extent;
import dev.ralph.proof.ExperimentTrees.Tree;
import dev.ralph.ratchet.TestId;
import dev.ralph.ratchet.TestRun;
import dev.ralph.ratchet.TestTally;
import dev.ralph.tamper.Measure;
import dev.ralph.verify.Check;
import dev.ralph.verify.Experiment;
import dev.ralph.verify.TestFileRules;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a run of the checks under other circumstances says about the work.
///
/// They promise:
/// 1. Nobody is refused for what was so before the work, or for what differs between two equal runs.
/// 2. What could not be tried is said.
final class Experiments {
    private static final int MOST_NAMED = 8;

    private final ExperimentRuns runs;
    private final WorkUnderProof work;
    private final ExperimentTrees trees;
    private final List<Ran> before;
    private final boolean isAlways;
    private @Nullable Tree variedTree;
    private @Nullable Tree replayedTree;
    private @Nullable Extent laid;

    /// An experiment that cannot be made; its message says why.
    static final class LeftOut extends Exception {
        private static final long serialVersionUID = 1L;

        LeftOut(String why) {
            super(why);
        }
    }

    private Experiments(
            ExperimentRuns runs, WorkUnderProof work, ExperimentTrees trees, List<Ran> before, boolean isAlways) {
        this.runs = runs;
        this.work = work;
        this.trees = trees;
        this.before = before;
        this.isAlways = isAlways;
    }

    /// A check that is an experiment.
    static ProofResult prove(Experiment check, ExperimentRuns runs, WorkUnderProof work)
            throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.start();
        List<ProofResult.Note> notes = new ArrayList<>();
        try {
            Experiments experiments = of(check, runs, work);
            Found found = switch (check.kind()) {
                case OLD_TESTS -> {
                    experiments.begin();
                    yield new OldTests(experiments, work).found(check.measure(), notes);
                }
                case VARIATION -> new Variation(experiments).found(notes);
                case SABOTAGE -> experiments.sabotage(notes);
            };
            if (found == null) {
                return ProofResult.passed(watch.took(), notes);
            }
            ProofResult refused = ProofResult.refused(watch.took(), found.reason(), found.output());
            String question = found.question();
            if (question != null) {
                throw new NeedsHuman(refused, question);
            }
            return refused;
        } catch (LeftOut why) {
            if (check.kind() == Experiment.Kind.OLD_TESTS) {
                requireOldTests(check, why, work);
            }
            notes.add(ProofResult.Note.skipped(check.title() + " skipped: " + why.getMessage()));
            return ProofResult.passed(watch.took(), notes);
        }
    }

    /// Who cannot run what was deleted asks about it.
    private static void requireOldTests(Experiment check, LeftOut why, WorkUnderProof work) throws IOException {
        ExperimentTrees trees = check.measure() == Measure.ALLOW || check.measure() == Measure.WARN
                ? null
                : ExperimentTrees.of(work, List.of());
        Set<RawName> gone = trees == null ? Set.of() : trees.gone();
        if (!gone.isEmpty()) {
            String what = "the work deleted " + listed(gone) + ", and the old tests cannot be run: " + why.getMessage();
            throw new NeedsHuman(
                    ProofResult.refused(Duration.ZERO, what + ". Put them back", ""),
                    "old tests need a human: " + what + ". If that is what the task wants: ralph resume " + work.task()
                            + " " + OldTests.allowing(gone) + "; if not, undo it and resume");
        }
    }

    /// Tests of files that the work changed or may change: what became of them is for the old tests to say. None where
    /// these cannot be run.
    static Set<TestId> rewritten(Experiment check, ExperimentRuns runs, WorkUnderProof work)
            throws IOException, InterruptedException {
        try {
            Experiments experiments = of(check, runs, work);
            var _ = experiments.green();
            return experiments.testsOfRewritten();
        } catch (LeftOut cannot) {
            return Set.of();
        }
    }

    /// No name of a test says for certain where it lies: these do not run where those files are not.
    private Set<TestId> testsOfRewritten() throws IOException, InterruptedException, LeftOut {
        Set<TestId> tests = new TreeSet<>();
        if (!trees.rewritten().isEmpty()) {
            List<Ran> without = ran(trees.withoutRewritten(), Conditions.USUAL, 1);
            for (int i = 0; i < before.size(); i++) {
                TestRun rest = without.get(i).tests();
                before.get(i).tests().tests().forEach((test, tally) -> {
                    if (tally(rest, test).ran() < tally.ran()) {
                        tests.add(test);
                    }
                });
            }
        }
        return tests;
    }

    /// @param question what a human has to answer; null where it is refused
    record Found(String reason, String output, @Nullable String question) {}

    private static Experiments of(Experiment check, ExperimentRuns bare, WorkUnderProof work)
            throws IOException, InterruptedException, LeftOut {
        if (ExperimentRuns.commands(work).isEmpty()) {
            throw new LeftOut("no check can run in a clean room");
        }
        Tree baseline = ExperimentTrees.baseline(work);
        if (baseline == null) {
            throw new LeftOut("there is no commit to compare with");
        }
        if (bare.isInside(ChangesSinceStart.repository(work))) {
            throw new LeftOut("clean rooms would lie in the repository. Set XDG_STATE_HOME to a folder outside");
        }
        ExperimentRuns runs = bare;
        List<Ran> before = runs.of(baseline.commit(), baseline.id(), work, Conditions.USUAL, 1);
        if (before != null && !passed(before)) {
            ExperimentRuns more = needed(bare, work, new Experiments(bare, work, trees(work, before), before, false));
            if (more != null) {
                runs = more;
                before = runs.of(baseline.commit(), baseline.id(), work, Conditions.USUAL, 1);
            }
        }
        if (before == null) {
            throw new LeftOut("the checks cannot run in a clean room of the commit before the work");
        }
        Duration most = work.policy().pace().check().dividedBy(3);
        Duration took = took(before);
        if (!check.always() && took.compareTo(most) > 0) { // what the work makes slow is no reason
            throw new LeftOut("the checks took " + took.toSeconds() + " s before the work, more than a third of"
                    + " check_timeout. To run it anyway: experiments: on");
        }
        return new Experiments(runs, work, trees(work, before), before, check.always());
    }

    private static ExperimentTrees trees(WorkUnderProof work, List<Ran> before) throws IOException, LeftOut {
        ExperimentTrees trees =
                ExperimentTrees.of(work, before.stream().map(Ran::tests).toList());
        if (trees == null) {
            throw new LeftOut("there is no commit of the work");
        }
        return trees;
    }

    /// Runs with what git ignored when the loop began, where the work passes with it alone; null elsewhere. A work
    /// that passes in another folder without it needs it nowhere, and that run is wanted anyway.
    private static @Nullable ExperimentRuns needed(ExperimentRuns bare, WorkUnderProof work, Experiments without)
            throws IOException, InterruptedException {
        Tree candidate = ExperimentTrees.candidate(work);
        ExperimentRuns more = bare.onIgnored();
        if (candidate == null
                || more == null
                || isGreen(bare, work, without.variedTree(without.likely()), Conditions.VARIED)
                || isGreen(bare, work, candidate, Conditions.USUAL)) {
            return null;
        }
        return isGreen(more, work, candidate, Conditions.USUAL) ? more : null;
    }

    private static boolean isGreen(ExperimentRuns runs, WorkUnderProof work, Tree tree, Conditions conditions)
            throws IOException, InterruptedException {
        List<Ran> ran = runs.of(tree.commit(), tree.id(), work, conditions, 1);
        return ran == null || passed(ran);
    }

    List<Ran> ran(Tree tree, Conditions conditions, int number) throws IOException, InterruptedException, LeftOut {
        List<Ran> ran = runs.of(tree.commit(), tree.id(), work, conditions, number);
        if (ran == null) {
            throw new LeftOut("the checks cannot run in a clean room");
        }
        return ran;
    }

    /// Where the machine has room, the runs that will most likely be needed are made at the same time.
    private void begin() throws IOException, InterruptedException {
        if (runs.atOnce() < 2) {
            return;
        }
        Extent extent = likely();
        List<Callable<Object>> wanted = new ArrayList<>();
        Tree varied = variedTree(extent);
        wanted.add(() -> ran(varied, Conditions.VARIED, 1));
        for (WrongExpectations wrong : new Sabotage(this, extent).parts()) {
            Tree now = trees.replayed(extent, wrong.contents());
            Tree then = trees.before(wrong.contents());
            wanted.add(() -> ran(now, Conditions.SABOTAGED, 1));
            wanted.add(() -> ran(then, Conditions.SABOTAGED, 1));
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(runs.atOnce())) {
            pool.invokeAll(wanted); // what fails here is said where it is needed
        }
    }

    static boolean passed(List<Ran> runs) {
        return runs.stream().allMatch(Ran::passed);
    }

    /// How the work stands with the tests of before, as far as it matters: without its own test files, where it passes
    /// so.
    Extent extent() throws IOException, InterruptedException, LeftOut {
        Extent known = laid;
        if (known == null) {
            known = likely();
            if (known == Extent.WITHOUT_NEW
                    && !passed(ran(variedTree(known), Conditions.VARIED, 1))
                    && !passed(ran(trees.replayed(known), Conditions.USUAL, 1))) {
                known = Extent.WITH_NEW;
            }
            laid = known;
        }
        return known;
    }

    private Extent likely() {
        if (ExperimentTrees.oldTests(work).map(Experiment::measure).equals(Optional.of(Measure.ALLOW))) {
            return Extent.AS_IT_IS;
        }
        return trees.added().isEmpty() ? Extent.WITH_NEW : Extent.WITHOUT_NEW;
    }

    private Tree variedTree(Extent extent) throws IOException {
        return trees.replayed(extent, trees.loosened(extent));
    }

    List<Ran> varied(int number) throws IOException, InterruptedException, LeftOut {
        Tree tree = variedTree;
        if (tree == null) {
            tree = variedTree(extent());
            variedTree = tree;
        }
        return ran(tree, Conditions.VARIED, number);
    }

    List<Ran> unvaried(int number) throws IOException, InterruptedException, LeftOut {
        Tree tree = replayedTree;
        if (tree == null) {
            tree = trees.replayed(extent());
            replayedTree = tree;
        }
        return ran(tree, Conditions.USUAL, number);
    }

    boolean runsTests(Check.Command command) {
        return TestFileRules.runsTests(
                command.command(), trees.tests().stream().map(RawName::toString).toList());
    }

    /// A run with the old tests that passed; null when none did.
    @Nullable
    List<Ran> green() throws IOException, InterruptedException, LeftOut {
        List<Ran> varied = varied(1);
        if (passed(varied)) {
            return varied;
        }
        List<Ran> usual = unvaried(1);
        return passed(usual) ? usual : null;
    }

    static TestTally tally(TestRun run, TestId test) {
        return run.tests().getOrDefault(test, new TestTally(0, 0, 0, 0));
    }

    static String named(String before, Set<TestId> tests) {
        return tests.isEmpty()
                ? ""
                : before
                        + tests.stream().limit(MOST_NAMED).map(TestId::toString).collect(Collectors.joining(", "))
                        + more(tests);
    }

    static String listed(Set<RawName> files) {
        return files.stream().limit(MOST_NAMED).map(RawName::toString).collect(Collectors.joining(", ")) + more(files);
    }

    private static String more(Collection<?> all) {
        return all.size() > MOST_NAMED ? " and " + (all.size() - MOST_NAMED) + " more" : "";
    }

    /// How the old tests are laid over the work so that it passes; where it does not at all, they are not.
    private Extent passing() throws IOException, InterruptedException, LeftOut {
        return green() == null ? Extent.AS_IT_IS : extent();
    }

    private @Nullable Found sabotage(List<ProofResult.Note> notes) throws IOException, InterruptedException, LeftOut {
        Extent extent = passing();
        List<Ran> green = green();
        List<Ran> usual =
                extent == extent() && green != null ? green : ran(trees.replayed(extent), Conditions.USUAL, 1);
        return new Sabotage(this, extent).found(usual, notes);
    }

    String seed() throws IOException {
        return runs.secret() + trees.baseline().id();
    }

    ExperimentTrees trees() {
        return trees;
    }

    List<Ran> before() {
        return before;
    }

    /// How long the checks took before the work.
    Duration took() {
        return took(before);
    }

    private static Duration took(List<Ran> runs) {
        return runs.stream().map(Ran::took).reduce(Duration.ZERO, Duration::plus);
    }

    /// Whether all is tried however long the checks take.
    boolean isAlways() {
        return isAlways;
    }
}
