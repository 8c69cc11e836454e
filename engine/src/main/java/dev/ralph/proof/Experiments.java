package dev.ralph.proof;

import dev.ralph.disk.Sha256;
import dev.ralph.git.RawName;
import dev.ralph.proof.ExperimentRuns.Conditions;
import dev.ralph.proof.ExperimentRuns.Ran;
import dev.ralph.proof.ExperimentTrees.Extent;
import dev.ralph.proof.ExperimentTrees.Tree;
import dev.ralph.ratchet.TestId;
import dev.ralph.ratchet.TestRun;
import dev.ralph.ratchet.TestTally;
import dev.ralph.room.IgnoredFiles;
import dev.ralph.tamper.Measure;
import dev.ralph.verify.Check;
import dev.ralph.verify.Experiment;
import dev.ralph.verify.TestFileRules;
import dev.ralph.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
    private static final int LONGEST_EDITS = 4000;

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
        try (IgnoredLayer ignored = new IgnoredLayer(work)) {
            Experiments experiments = of(check, runs, work, ignored);
            Found found = switch (check.kind()) {
                case OLD_TESTS -> {
                    experiments.begin();
                    yield experiments.oldTests(check.measure(), notes);
                }
                case VARIATION -> experiments.variation(notes);
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
            notes.add(ProofResult.Note.warning(check.title() + " skipped: " + why.getMessage()));
            return ProofResult.passed(watch.took(), notes);
        }
    }

    /// @param question what a human has to answer; null where it is refused
    record Found(String reason, String output, @Nullable String question) {}

    private static Experiments of(Experiment check, ExperimentRuns bare, WorkUnderProof work, IgnoredLayer ignored)
            throws IOException, InterruptedException, LeftOut {
        if (ExperimentRuns.commands(work).isEmpty()) {
            throw new LeftOut("no check can run in a clean room");
        }
        Tree baseline = ExperimentTrees.baseline(work);
        if (baseline == null) {
            throw new LeftOut("there is no commit to compare with");
        }
        ExperimentRuns runs = bare;
        List<Ran> before = runs.of(baseline.commit(), baseline.id(), work, Conditions.USUAL, 1);
        if (before != null && !passed(before)) {
            ExperimentRuns more = ignored.needed(bare);
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
        ExperimentTrees trees =
                ExperimentTrees.of(work, before.stream().map(Ran::tests).toList());
        if (trees == null) {
            throw new LeftOut("there is no commit of the work");
        }
        return new Experiments(runs, work, trees, before, check.always());
    }

    /// What git ignored when the loop began, where the agent worked in place: a check that needs it finds it in its
    /// rooms, and nothing that came later.
    private static final class IgnoredLayer implements AutoCloseable {
        private final WorkUnderProof work;
        private @Nullable Path folder;

        IgnoredLayer(WorkUnderProof work) {
            this.work = work;
        }

        /// Runs with it, where the work passes with it alone; null elsewhere.
        @Nullable
        ExperimentRuns needed(ExperimentRuns bare) throws IOException, InterruptedException {
            Path list = ProofBaseline.ignored(
                    work.paths().layout(), work.paths().head().id());
            Tree candidate = Files.exists(list) ? ExperimentTrees.candidate(work) : null;
            if (candidate == null || isGreen(bare, candidate)) {
                return null;
            }
            folder = list.resolveSibling("ignored");
            TreeRemoval.delete(folder); // of somebody who died
            boolean some = IgnoredFiles.layer(work.repository().orElseThrow(), list, folder);
            ExperimentRuns more = bare.on(new ExperimentRuns.Layer(folder, Sha256.of(Files.readString(list))));
            return some && isGreen(more, candidate) ? more : null;
        }

        private boolean isGreen(ExperimentRuns runs, Tree tree) throws IOException, InterruptedException {
            List<Ran> ran = runs.of(tree.commit(), tree.id(), work, Conditions.USUAL, 1);
            return ran == null || passed(ran);
        }

        @Override
        public void close() throws IOException {
            if (folder != null) {
                TreeRemoval.delete(folder);
            }
        }
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

    private static boolean passed(List<Ran> runs) {
        return runs.stream().allMatch(Ran::passed);
    }

    /// How the work stands with the tests of before, as far as it matters: without its own test files, where it passes
    /// so.
    private Extent extent() throws IOException, InterruptedException, LeftOut {
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
        if (ExperimentTrees.oldTests(work).measure() == Measure.ALLOW) {
            return Extent.AS_IT_IS;
        }
        return trees.added().isEmpty() ? Extent.WITH_NEW : Extent.WITHOUT_NEW;
    }

    private Tree variedTree(Extent extent) throws IOException {
        return trees.replayed(extent, trees.loosened(extent));
    }

    private List<Ran> varied(int number) throws IOException, InterruptedException, LeftOut {
        Tree tree = variedTree;
        if (tree == null) {
            tree = variedTree(extent());
            variedTree = tree;
        }
        return ran(tree, Conditions.VARIED, number);
    }

    private List<Ran> unvaried(int number) throws IOException, InterruptedException, LeftOut {
        Tree tree = replayedTree;
        if (tree == null) {
            tree = trees.replayed(extent());
            replayedTree = tree;
        }
        return ran(tree, Conditions.USUAL, number);
    }

    /// The tests of before pass on the work.
    private @Nullable Found oldTests(Measure measure, List<ProofResult.Note> notes)
            throws IOException, InterruptedException, LeftOut {
        List<Ran> green = green();
        if (green != null) {
            Found needed = extent() == Extent.WITH_NEW && !trees.added().isEmpty() ? needed(measure, notes) : null;
            return needed == null ? unseen(green, measure, notes) : needed;
        }
        if (extent() == Extent.AS_IT_IS || trees.changed().isEmpty()) {
            return elsewhere(notes);
        }
        if (!work.policy().usesCleanRoom() && !passed(ran(trees.candidate(), Conditions.USUAL, 1))) {
            return elsewhere(notes);
        }
        List<Ran> red = unvaried(2);
        if (passed(red)) {
            notes.add(ProofResult.Note.warning("flaky: the old tests failed once and passed when they were run again"));
            return null;
        }
        return measured(lost(red), measure, red, notes);
    }

    /// Old tests that pass only with test files that came with the work.
    private @Nullable Found needed(Measure measure, List<ProofResult.Note> notes)
            throws IOException, InterruptedException, LeftOut {
        List<Ran> with = unvaried(1);
        List<Ran> without = ran(trees.replayed(Extent.WITHOUT_NEW), Conditions.USUAL, 1);
        List<Ran> again = ran(trees.replayed(Extent.WITHOUT_NEW), Conditions.USUAL, 2);
        for (int i = 0; i < with.size(); i++) {
            Ran red = again.get(i);
            if (!with.get(i).passed() || without.get(i).passed() || red.passed()) {
                continue;
            }
            Set<TestId> tests = new TreeSet<>();
            TestRun first = without.get(i).tests();
            with.get(i).tests().tests().forEach((test, tally) -> {
                boolean passes = tally.passed() > 0 && tally.bad() == 0;
                boolean fails = tally(first, test).passed() == 0
                        && tally(red.tests(), test).passed() == 0;
                if (passes && fails && isOld(test)) {
                    tests.add(test);
                }
            });
            boolean isReported = with.get(i).tests().read() > 0;
            if (isReported ? !tests.isEmpty() : isOfOldTests(red.command(), before.get(i))) {
                String what =
                        "check `" + red.command().title() + "` passes only with test files that came with the work, "
                                + listed(trees.added()) + "; without them it fails" + named(": ", tests);
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
        boolean isOfNew = trees.added().stream()
                .anyMatch(name -> TestFileRules.runsTests(command.command(), List.of(name.toString()))
                        && !was.passed()
                        && !TestFileRules.runsTests(command.command(), List.of()));
        return was.passed()
                || (!isOfNew
                        && runsTests(command)
                        && !WrongExpectations.sure(trees.texts(), "", WrongExpectations.Round.FIRST)
                                .changes()
                                .isEmpty());
    }

    boolean runsTests(Check.Command command) {
        return TestFileRules.runsTests(
                command.command(), trees.tests().stream().map(RawName::toString).toList());
    }

    /// A run with the old tests that passed; null when none did.
    private @Nullable List<Ran> green() throws IOException, InterruptedException, LeftOut {
        List<Ran> varied = varied(1);
        if (passed(varied)) {
            return varied;
        }
        List<Ran> usual = unvaried(1);
        return passed(usual) ? usual : null;
    }

    /// Tests that ran before, and do not with the work though their files are there.
    private @Nullable Found unseen(List<Ran> green, Measure measure, List<ProofResult.Note> notes)
            throws IOException, InterruptedException, LeftOut {
        if (extent() == Extent.AS_IT_IS) {
            return null;
        }
        Set<TestId> unseen = new TreeSet<>();
        Ran last = green.getFirst();
        for (int i = 0; i < green.size(); i++) {
            Ran run = green.get(i);
            for (Map.Entry<TestId, TestTally> was :
                    before.get(i).tests().tests().entrySet()) {
                if (was.getValue().passed() + was.getValue().failed() > 0 // no error in place of a file's tests
                        && tally(run.tests(), was.getKey()).ran() == 0
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
        String what = "check `" + last.command().title() + "` passes, but no longer runs" + named(" ", unseen)
                + ", though the test files are there";
        return measured(
                what, "--old-tests allow", "Let it run every test that it ran before", last.output(), measure, notes);
    }

    /// Of some tests those that another run of what was there before does not have, either.
    private Set<TestId> comesAndGoes(Set<TestId> tests) throws IOException, InterruptedException, LeftOut {
        Set<TestId> gone = new TreeSet<>();
        if (!tests.isEmpty()) {
            List<Ran> again = ran(trees.baseline(), Conditions.USUAL, 2);
            tests.stream()
                    .filter(test -> again.stream()
                            .allMatch(run -> tally(run.tests(), test).all() == 0))
                    .forEach(gone::add);
        }
        return gone;
    }

    /// The work fails in a clean room though no test was changed.
    private @Nullable Found elsewhere(List<ProofResult.Note> notes) throws IOException, InterruptedException, LeftOut {
        List<Ran> red = ran(trees.candidate(), Conditions.USUAL, 2);
        if (passed(red)) {
            notes.add(ProofResult.Note.warning("flaky: the checks failed in one clean room and passed in another"));
            return null;
        }
        Ran first = red.stream().filter(run -> !run.passed()).findFirst().orElseThrow();
        return new Found(
                "check `" + first.command().title() + "` passed, yet it fails in a fresh checkout of the same work"
                        + named(" with ", lost(red)) + ": the work depends on something that will not be there",
                first.output(),
                null);
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
                if (tally.passed() > 0 && tally(now, test).passed() == 0) {
                    lost.add(test);
                }
            });
        }
        return lost;
    }

    static TestTally tally(TestRun run, TestId test) {
        return run.tests().getOrDefault(test, new TestTally(0, 0, 0, 0));
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
                + first.command().title() + "` fails" + named(": ", lost) + ". The work changed "
                + listed(files);
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

    private static String allowing(Set<RawName> files) {
        return "--tests-may-change '"
                + files.stream()
                        .limit(MOST_NAMED)
                        .map(name -> name.toString().replaceAll("[\\s,']", "?"))
                        .collect(Collectors.joining(","))
                + "'";
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

    /// The tests say the same where what must not matter is different.
    private @Nullable Found variation(List<ProofResult.Note> notes) throws IOException, InterruptedException, LeftOut {
        List<Ran> first = varied(1);
        if (passed(first)) {
            return null;
        }
        if (!passed(unvaried(1))) {
            throw new LeftOut("the old tests fail anyway");
        }
        List<Ran> second = varied(2);
        if (passed(second)) {
            notes.add(ProofResult.Note.warning("flaky: the checks failed once under other circumstances, and passed"
                    + " when they were run again under the same"));
            return null;
        }
        List<Ran> then = ran(trees.before(trees.loosened(Extent.WITH_NEW)), Conditions.VARIED, 1); // nobody's work
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
                .map(one -> "check `" + one.getKey() + "`" + named(", by ", one.getValue()))
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
                && !runsTests(was.command())
                && ran(trees.replayed(extent()), Conditions.VARIED, 1)
                        .get(command)
                        .passed();
    }

    /// Tests that fail in both varied runs, pass in the usual one, and did not depend on it before the work.
    private Set<TestId> dependent(int command, List<Ran> first, List<Ran> second, List<Ran> then)
            throws IOException, InterruptedException, LeftOut {
        TestRun usual = unvaried(1).get(command).tests();
        Set<TestId> tests = new TreeSet<>();
        usual.tests().forEach((test, tally) -> {
            boolean was = tally(before.get(command).tests(), test).passed() > 0
                    && tally(then.get(command).tests(), test).passed() == 0;
            if (tally.passed() > 0
                    && tally(first.get(command).tests(), test).passed() == 0
                    && tally(second.get(command).tests(), test).passed() == 0
                    && !was) {
                tests.add(test);
            }
        });
        return tests;
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
