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
import java.nio.charset.StandardCharsets;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    /// What no language takes for a program.
    private static final String BROKEN = ")]}'\"`)]}\n";
    private static final List<WrongExpectations.Round> ROUNDS =
            List.of(WrongExpectations.Round.FIRST, WrongExpectations.Round.SECOND);
    /// Where a test begins.
    private static final Pattern DEFINES = Pattern.compile(
            "(?m)^\\s*(?:(?:async|export|public|private|static|pub|final|suspend)\\s+)*(?:(?:def|func|fn|fun|void|sub)\\s+\\S"
                    + "|(?:describe|context|it|test|suite)\\b[^=]*\\()");

    private final ExperimentRuns runs;
    private final WorkUnderProof work;
    private final ExperimentTrees trees;
    private final List<Ran> before;
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

    private Experiments(ExperimentRuns runs, WorkUnderProof work, ExperimentTrees trees, List<Ran> before) {
        this.runs = runs;
        this.work = work;
        this.trees = trees;
        this.before = before;
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
    private record Found(
            String reason, String output, @Nullable String question) {}

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
        Duration took = before.stream().map(Ran::took).reduce(Duration.ZERO, Duration::plus);
        if (!check.always() && took.compareTo(most) > 0) { // what the work makes slow is no reason
            throw new LeftOut("the checks took " + took.toSeconds() + " s before the work, more than a third of"
                    + " check_timeout. To run it anyway: experiments: on");
        }
        ExperimentTrees trees =
                ExperimentTrees.of(work, before.stream().map(Ran::tests).toList());
        if (trees == null) {
            throw new LeftOut("there is no commit of the work");
        }
        return new Experiments(runs, work, trees, before);
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

    private List<Ran> ran(Tree tree, Conditions conditions, int number)
            throws IOException, InterruptedException, LeftOut {
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
        WrongExpectations wrong = WrongExpectations.of(texts(extent), seed());
        List<Callable<Object>> wanted = new ArrayList<>();
        Tree varied = variedTree(extent);
        wanted.add(() -> ran(varied, Conditions.VARIED, 1));
        if (!wrong.changes().isEmpty()) {
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
                    .anyMatch(file -> block(test, file.getKey(), file.getValue()) != null);
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

    private boolean runsTests(Check.Command command) {
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

    private static TestTally tally(TestRun run, TestId test) {
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

    private static String named(String before, Set<TestId> tests) {
        return tests.isEmpty()
                ? ""
                : before
                        + tests.stream().limit(MOST_NAMED).map(TestId::toString).collect(Collectors.joining(", "))
                        + more(tests);
    }

    private static String listed(Set<RawName> files) {
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

    /// What of it fails when what tests expect is made wrong.
    ///
    /// @param tests     that passed before the work, and fail then
    /// @param exitCodes whether the exit code says so
    private record Tripwires(Set<TestId> tests, boolean exitCodes) {
        boolean isNothing() {
            return tests.isEmpty() && !exitCodes;
        }
    }

    /// A test that must fail does.
    private @Nullable Found sabotage(List<ProofResult.Note> notes) throws IOException, InterruptedException, LeftOut {
        Extent extent = passing();
        Map<RawName, byte[]> texts = texts(extent);
        String seed = seed();
        WrongExpectations wrong = WrongExpectations.of(texts, seed);
        List<Tripwires> tripwires = wrong.changes().isEmpty() ? List.of() : tripwires(wrong);
        boolean isWired = !tripwires.stream().allMatch(Tripwires::isNothing);
        List<Ran> green = green();
        List<Ran> usual =
                extent == extent() && green != null ? green : ran(trees.replayed(extent), Conditions.USUAL, 1);
        if (isWired) {
            Tree tree = trees.replayed(extent, wrong.contents());
            Found blind = blind(tripwires, usual, ran(tree, Conditions.SABOTAGED, 1), wrong);
            if (blind != null) { // a flake is nobody's fault
                return blind(standing(tripwires), usual, ran(tree, Conditions.SABOTAGED, 2), wrong);
            }
        }
        Repaired repaired = new Repaired(extent, texts, usual);
        Found found = repaired.found();
        if (found != null) {
            return found;
        }
        repaired.untried.forEach(title -> notes.add(ProofResult.Note.warning(
                "sabotage: nothing is known that must make check `" + title + "` fail, which failed before the work")));
        return isWired || repaired.isTried ? null : planted(extent, seed, notes);
    }

    /// Without tests that fail under the circumstances of such a run even before the work.
    private List<Tripwires> standing(List<Tripwires> tripwires) throws IOException, InterruptedException, LeftOut {
        List<Ran> then = ran(trees.baseline(), Conditions.SABOTAGED, 1);
        List<Tripwires> standing = new ArrayList<>();
        for (int i = 0; i < tripwires.size(); i++) {
            TestRun tests = then.get(i).tests();
            Set<TestId> kept = new TreeSet<>(tripwires.get(i).tests());
            kept.removeIf(test -> tally(tests, test).bad() > 0);
            boolean isCode = then.get(i).passed() == before.get(i).passed();
            standing.add(new Tripwires(kept, tripwires.get(i).exitCodes() && isCode));
        }
        return standing;
    }

    private Map<RawName, byte[]> texts(Extent extent) throws IOException {
        Map<RawName, byte[]> texts = new TreeMap<>(trees.texts());
        if (extent == Extent.AS_IT_IS) {
            texts.keySet().removeAll(trees.changed());
        }
        return texts;
    }

    private String seed() throws IOException {
        return runs.secret() + trees.baseline().id();
    }

    private List<Tripwires> tripwires(WrongExpectations wrong) throws IOException, InterruptedException, LeftOut {
        List<Ran> then = ran(trees.before(wrong.contents()), Conditions.SABOTAGED, 1);
        List<Tripwires> found = new ArrayList<>();
        for (int i = 0; i < then.size(); i++) {
            Ran was = before.get(i);
            Ran is = then.get(i);
            Set<TestId> tests = new TreeSet<>();
            was.tests().tests().forEach((test, tally) -> {
                if (tally.passed() > 0
                        && tally.bad() == 0
                        && tally(is.tests(), test).bad() > 0) {
                    tests.add(test);
                }
            });
            boolean bites = !is.passed() && is.code() >= 0 && (was.passed() || !tests.isEmpty());
            found.add(new Tripwires(tests, bites));
        }
        return found;
    }

    /// Where a tripwire does not bite.
    private @Nullable Found blind(List<Tripwires> tripwires, List<Ran> usual, List<Ran> now, WrongExpectations wrong) {
        for (int i = 0; i < now.size(); i++) {
            Ran run = now.get(i);
            Tripwires wires = tripwires.get(i);
            TestRun standing = usual.get(i).tests();
            Set<TestId> green = new TreeSet<>();
            for (TestId test : wires.tests()) {
                TestTally tally = tally(run.tests(), test);
                boolean isGone = tally.all() == 0
                        && run.tests().read() > 0
                        && tally(standing, test).passed() > 0;
                if (isGone || (tally.passed() > 0 && tally.bad() == 0)) {
                    green.add(test);
                }
            }
            if (!green.isEmpty()) {
                return blinded(run, named("test ", green) + " did not fail", green, wrong);
            }
            if (wires.exitCodes() && run.passed()) {
                return blinded(run, "it passed", Set.of(), wrong);
            }
        }
        return null;
    }

    private static Found blinded(Ran run, String what, Set<TestId> tests, WrongExpectations wrong) {
        List<WrongExpectations.Change> shown = wrong.changes().stream()
                .filter(change -> tests.isEmpty()
                        || tests.stream()
                                .anyMatch(test ->
                                        TestFileRules.isNamed(change.file().toString(), test.suite())))
                .limit(3)
                .toList();
        List<WrongExpectations.Change> any = shown.isEmpty()
                ? wrong.changes().subList(0, Math.min(3, wrong.changes().size()))
                : shown;
        return new Found(
                "check `" + run.command().title() + "` can no longer fail: with wrong expectations in the tests ("
                        + any.stream().map(WrongExpectations.Change::toString).collect(Collectors.joining(", "))
                        + "), it failed before the work, but with the work " + what
                        + ". Remove what hides failures",
                run.output(),
                null);
    }

    /// What the work made pass must be able to fail, too, for two kinds of wrong values: the tests that a report names,
    /// and
    /// as one test each command that has none.
    private final class Repaired {
        private final Extent extent;
        private final Map<RawName, byte[]> texts;
        private final List<Ran> usual;
        private final List<String> untried = new ArrayList<>();
        private boolean isTried;

        Repaired(Extent extent, Map<RawName, byte[]> texts, List<Ran> usual) {
            this.extent = extent;
            this.texts = texts;
            this.usual = usual;
        }

        @Nullable
        Found found() throws IOException, InterruptedException, LeftOut {
            for (int i = 0; i < usual.size(); i++) {
                boolean isReported = usual.get(i).tests().read() > 0;
                boolean isRepaired = !before.get(i).passed() && usual.get(i).passed();
                Found found = isReported ? tests(i) : isRepaired ? command(i) : null;
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        private WrongExpectations sure(WrongExpectations.Round round) throws IOException {
            return WrongExpectations.sure(texts, seed(), round);
        }

        private @Nullable Found tests(int command) throws IOException, InterruptedException, LeftOut {
            Map<TestId, WrongExpectations.Change> repaired = new TreeMap<>();
            WrongExpectations sure = sure(WrongExpectations.Round.FIRST);
            for (Map.Entry<TestId, TestTally> test :
                    usual.get(command).tests().tests().entrySet()) {
                boolean isRepaired =
                        tally(before.get(command).tests(), test.getKey()).passed() == 0
                                && test.getValue().passed() > 0
                                && test.getValue().bad() == 0;
                WrongExpectations.Change change = isRepaired ? within(test.getKey(), sure) : null;
                if (change != null) {
                    repaired.put(test.getKey(), change);
                }
            }
            if (repaired.isEmpty()) {
                return null;
            }
            isTried = true;
            for (WrongExpectations.Round round : ROUNDS) {
                for (int number = 1; number <= 2 && !repaired.isEmpty(); number++) { // the second rules out a flake
                    TestRun run = ran(sure(round), number).get(command).tests();
                    Set<TestId> red = new TreeSet<>(repaired.keySet());
                    red.removeIf(test ->
                            tally(run, test).passed() > 0 && tally(run, test).bad() == 0);
                    if (red.size() == repaired.size()) {
                        break;
                    }
                    if (number == 2) {
                        repaired.keySet().removeAll(red);
                        return whatever(command, round, repaired.keySet());
                    }
                }
            }
            return null;
        }

        private List<Ran> ran(WrongExpectations wrong, int number) throws IOException, InterruptedException, LeftOut {
            return Experiments.this.ran(trees.replayed(extent, wrong.contents()), Conditions.SABOTAGED, number);
        }

        private Found whatever(int command, WrongExpectations.Round round, Set<TestId> tests)
                throws IOException, InterruptedException, LeftOut {
            WrongExpectations wrong = sure(round);
            WrongExpectations.Change change = within(tests.iterator().next(), wrong);
            return new Found(
                    "test " + tests.iterator().next()
                            + ", which failed before the work, passes now whatever it expects:" + " with " + change
                            + " it should have failed. Make it pass by the work itself",
                    ran(wrong, 2).get(command).output(),
                    null);
        }

        /// A change within the lines of a test behind which it must fail; null where there is none.
        private WrongExpectations.@Nullable Change within(TestId test, WrongExpectations wrong) {
            for (Map.Entry<RawName, byte[]> file : texts.entrySet()) {
                Lines lines = block(test, file.getKey(), file.getValue());
                for (WrongExpectations.Change change : wrong.changes()) {
                    if (lines != null
                            && change.file().equals(file.getKey())
                            && change.line() >= lines.first()
                            && change.line() < lines.next()) {
                        return change;
                    }
                }
            }
            return null;
        }

        /// A command that fails now and then is no proof, so it must fail each time.
        private @Nullable Found command(int command) throws IOException, InterruptedException, LeftOut {
            Set<Integer> seen = seen(command);
            List<WrongExpectations.Change> green = new ArrayList<>();
            Ran last = usual.get(command);
            int rounds = 0;
            for (WrongExpectations.Round round : ROUNDS) {
                WrongExpectations sure = WrongExpectations.sure(texts, seed(), round);
                WrongExpectations wrong = seen.isEmpty() ? sure : sure.only(texts, seen);
                if (wrong.changes().isEmpty()) {
                    break;
                }
                rounds++;
                last = ran(wrong, 1).get(command);
                if (last.passed() && ran(wrong, 2).get(command).passed()) {
                    green.addAll(wrong.changes());
                    break;
                }
            }
            boolean isBlind = !green.isEmpty() && (!seen.isEmpty() || isRead(command));
            if (!isBlind) {
                isTried |= rounds > 0 && green.isEmpty();
                if (rounds == 0 || !green.isEmpty()) {
                    untried.add(last.command().title());
                }
                return null;
            }
            return new Found(
                    "check `" + last.command().title()
                            + "`, which failed before the work, passes now whatever the tests"
                            + " expect: with "
                            + green.stream()
                                    .limit(3)
                                    .map(WrongExpectations.Change::toString)
                                    .collect(Collectors.joining(", "))
                            + " it should have failed. Make it pass by the work itself",
                    last.output(),
                    null);
        }

        /// Which of the sure changes stand where the command was seen to fail before the work.
        private Set<Integer> seen(int command) throws IOException, InterruptedException, LeftOut {
            WrongExpectations wrong = sure(WrongExpectations.Round.MARKED);
            Set<Integer> seen = new TreeSet<>();
            if (wrong.changes().isEmpty()) {
                return seen;
            }
            String was = before.get(command).output();
            String then = Experiments.this
                    .ran(trees.before(wrong.contents()), Conditions.SABOTAGED, 1)
                    .get(command)
                    .output();
            boolean runsTests = runsTests(before.get(command).command());
            Set<Integer> compared = new TreeSet<>();
            for (int i = 0; i < wrong.changes().size(); i++) {
                WrongExpectations.Change change = wrong.changes().get(i);
                if (runsTests && was.contains(change.source().strip())) {
                    seen.add(i);
                }
                if (isCompared(then.lines().toList(), change)) {
                    compared.add(i);
                }
            }
            return seen.isEmpty() ? compared : seen;
        }

        /// Whether the wrong value is told of, and nowhere beside it the right one: that would be a test that passed
        /// before.
        private static boolean isCompared(List<String> output, WrongExpectations.Change change) {
            String right = change.before().replaceAll("^[\"']|[\"']$", "");
            boolean isTold = false;
            for (int i = 0; i < output.size(); i++) {
                boolean isSource = output.get(i).contains(change.source().strip());
                if (!isSource && words(output.get(i)).contains(change.value())) {
                    isTold = true;
                    for (String line : output.subList(Math.max(0, i - 1), Math.min(output.size(), i + 2))) {
                        if (words(line).contains(right)) {
                            return false;
                        }
                    }
                }
            }
            return isTold;
        }

        private static List<String> words(String line) {
            return List.of(line.split("[^\\p{L}\\p{N}_.]+"));
        }

        /// Whether a command runs tests, and needs the files in which something was changed: broken ones make it fail.
        private boolean isRead(int command) throws IOException, InterruptedException, LeftOut {
            WrongExpectations sure = sure(WrongExpectations.Round.FIRST);
            Map<RawName, byte[]> broken = new TreeMap<>();
            sure.contents().keySet().forEach(name -> broken.put(name, BROKEN.getBytes(StandardCharsets.UTF_8)));
            return runsTests(usual.get(command).command())
                    && !Experiments.this
                            .ran(trees.replayed(extent, broken), Conditions.SABOTAGED, 1)
                            .get(command)
                            .passed();
        }
    }

    /// @param first of a test
    /// @param next  behind its last one
    private record Lines(int first, int next) {}

    /// Where a test stands in a file; null where it does not.
    private @Nullable Lines block(TestId test, RawName file, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        boolean isThere = TestFileRules.isNamed(file.toString(), test.suite())
                || test.suite().equals("test"); // node says no more
        int at = isThere ? defined(text, test, 0) : -1;
        if (at < 0) {
            return null;
        }
        int next = text.length();
        Matcher other = DEFINES.matcher(text);
        if (other.find(Math.min(text.length(), text.indexOf('\n', at) + 1)) && text.indexOf('\n', at) >= 0) {
            next = other.start();
        }
        return new Lines(line(text, at), next == text.length() ? Integer.MAX_VALUE : line(text, next));
    }

    private static int line(String text, int at) {
        return (int) text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    }

    private static int defined(String text, TestId test, int from) {
        String name = test.name().replaceAll("[\\[(].*", "").replaceAll("^.*::", "");
        if (name.isBlank()) {
            return -1;
        }
        String quoted = Pattern.quote(name);
        Matcher matcher = Pattern.compile(
                        "\\b(?:def|func|fn|fun|void|sub|function)\\s+" + quoted + "\\b|([\"'`])" + quoted + "\\1")
                .matcher(text);
        return matcher.find(from) ? matcher.start() : -1;
    }

    /// Where no test can be made to fail, one that must fail is planted.
    private @Nullable Found planted(Extent extent, String seed, List<ProofResult.Note> notes)
            throws IOException, InterruptedException, LeftOut {
        String mark = "planted" + Sha256.of(seed).replaceAll("[0-9]", "").substring(0, 8);
        List<String> paths = trees.paths().stream().map(RawName::toString).toList();
        PlantedTest planted = PlantedTest.of(paths, this::text, trees.prefix(), mark);
        Map<RawName, byte[]> files = new TreeMap<>();
        planted.files()
                .forEach((path, text) -> files.put(
                        RawName.of(path.getBytes(StandardCharsets.UTF_8)), text.getBytes(StandardCharsets.UTF_8)));
        if (files.isEmpty()) {
            throw new LeftOut("no known test can be made to fail");
        }
        List<Ran> then = ran(trees.before(files), Conditions.USUAL, 1);
        List<Ran> now = ran(trees.replayed(extent, files), Conditions.USUAL, 1);
        boolean bit = false;
        for (int i = 0; i < then.size(); i++) {
            boolean isNamed = fails(then.get(i).tests(), mark);
            boolean bites = !then.get(i).passed()
                    && (isNamed
                            || before.get(i).passed()
                            || then.get(i).output().contains(mark));
            boolean fails = !now.get(i).passed()
                    && (fails(now.get(i).tests(), mark) || now.get(i).output().contains(mark));
            bit |= bites || fails;
            if (bites && (now.get(i).passed() || (isNamed && !fails(now.get(i).tests(), mark)))) {
                return new Found(
                        "check `" + now.get(i).command().title()
                                + "` can no longer fail: a planted test that must fail ("
                                + String.join(", ", planted.files().keySet())
                                + ") failed before the work, and with the work it did not. Take out what makes failing"
                                + " tests pass",
                        now.get(i).output(),
                        null);
            }
        }
        if (!bit) {
            throw new LeftOut("no test could be made to fail before the work");
        }
        notes.add(ProofResult.Note.warning("sabotage: no test passed before the work, so one that fails was planted"));
        return null;
    }

    private String text(String path) {
        try {
            return trees.text(path);
        } catch (IOException unreadable) {
            return "";
        }
    }

    private static boolean fails(TestRun run, String mark) {
        return run.tests().entrySet().stream()
                .anyMatch(test -> test.getValue().bad() > 0
                        && (test.getKey().name().contains(mark)
                                || test.getKey().suite().contains(mark)));
    }
}
