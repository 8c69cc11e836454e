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
import dev.ralph.tamper.Measure;
import dev.ralph.verify.Experiment;
import dev.ralph.verify.TestFileRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    /// What programs say where something is not installed.
    private static final Pattern LACKS =
            Pattern.compile("(?i)not found|no such file|cannot find|can't find|could not find"
                    + "|cannot open|ModuleNotFound|No module named|ENOENT|could not resolve|unresolved");

    private final ExperimentRuns runs;
    private final WorkUnderProof work;
    private final ExperimentTrees trees;
    private final List<Ran> before;
    private @Nullable Tree variedTree;
    private @Nullable Tree replayedTree;

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
        try {
            Experiments experiments = of(check, runs, work);
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
            notes.add(ProofResult.Note.warning(check.title() + ": left out, " + why.getMessage()));
            return ProofResult.passed(watch.took(), notes);
        }
    }

    /// @param question what a human has to answer; null where it is refused
    private record Found(
            String reason, String output, @Nullable String question) {}

    private static Experiments of(Experiment check, ExperimentRuns runs, WorkUnderProof work)
            throws IOException, InterruptedException, LeftOut {
        if (ExperimentRuns.commands(work).isEmpty()) {
            throw new LeftOut("as no check is a command that can run in a clean room");
        }
        Duration took = ExperimentRuns.took(work);
        Duration most = work.policy().pace().check().dividedBy(3);
        if (!check.always() && took.compareTo(most) > 0) {
            throw new LeftOut("as the checks take " + took.toSeconds() + " s, more than a third of check_timeout; set"
                    + " experiments: on to have it");
        }
        Tree baseline = ExperimentTrees.baseline(work);
        if (baseline == null) {
            throw new LeftOut("as there is no commit to compare with");
        }
        List<Ran> before = runs.of(baseline.commit(), baseline.id(), work, Conditions.USUAL, 1);
        if (before == null) {
            throw new LeftOut("as the checks cannot be run in a clean room of the commit before the work");
        }
        ExperimentTrees trees =
                ExperimentTrees.of(work, before.stream().map(Ran::tests).toList());
        if (trees == null) {
            throw new LeftOut("as there is no commit of the work");
        }
        return new Experiments(runs, work, trees, before);
    }

    private List<Ran> ran(Tree tree, Conditions conditions, int number)
            throws IOException, InterruptedException, LeftOut {
        List<Ran> ran = runs.of(tree.commit(), tree.id(), work, conditions, number);
        if (ran == null) {
            throw new LeftOut("as the checks cannot be run in a clean room");
        }
        return ran;
    }

    /// Where the machine has room, the runs that will most likely be needed are made at the same time.
    private void begin() throws IOException, InterruptedException {
        if (runs.atOnce() < 2) {
            return;
        }
        Extent extent = extent();
        WrongExpectations wrong = WrongExpectations.of(texts(extent), seed(), WrongExpectations.Which.LAST);
        List<Callable<Object>> wanted = new ArrayList<>();
        Tree varied = trees.replayed(extent, trees.lengthened(extent));
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

    /// How the work stands with the tests of before, as far as it matters.
    private Extent extent() {
        return ExperimentTrees.oldTests(work).measure() == Measure.ALLOW ? Extent.AS_IT_IS : Extent.WITH_NEW;
    }

    private List<Ran> varied(int number) throws IOException, InterruptedException, LeftOut {
        Tree tree = variedTree;
        if (tree == null) {
            tree = trees.replayed(extent(), trees.lengthened(extent()));
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
            return unseen(green, measure, notes);
        }
        if (extent() == Extent.AS_IT_IS || trees.changed().isEmpty()) {
            return elsewhere(notes);
        }
        if (passing() == Extent.WITHOUT_MOVED) {
            return unseen(ran(trees.replayed(Extent.WITHOUT_MOVED), Conditions.USUAL, 1), measure, notes);
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
        List<Ran> red = unvaried(2);
        if (passed(red)) {
            notes.add(ProofResult.Note.warning("flaky: the checks failed in one clean room and passed in another"));
            return null;
        }
        boolean lacks = before.stream()
                .anyMatch(run -> !run.passed() && LACKS.matcher(run.output()).find());
        if (lacks && !work.policy().usesCleanRoom()) {
            throw new LeftOut(
                    "as the checks fail in a fresh checkout, even of the commit before the work; `prepare` can"
                            + " install what it lacks");
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
            throw new LeftOut("as the old tests fail anyway");
        }
        List<Ran> second = varied(2);
        if (passed(second)) {
            notes.add(ProofResult.Note.warning("flaky: the checks failed once under other circumstances, and passed"
                    + " when they were run again under the same"));
            return null;
        }
        List<Ran> then = ran(trees.before(trees.lengthened(Extent.WITH_NEW)), Conditions.VARIED, 1); // nobody's work
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
            if (isReported ? !tests.isEmpty() : !always) {
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
                "the work passes or fails by what must not matter (an empty line at the end of test files, the name of"
                        + " the folder, time zone, locale, hash seed, git identity): " + what
                        + ". Make it independent of that",
                output,
                null);
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
        Extent usual = extent();
        if (usual == Extent.AS_IT_IS || green() != null) {
            return usual;
        }
        boolean moved =
                !trees.added().isEmpty() && passed(ran(trees.replayed(Extent.WITHOUT_MOVED), Conditions.USUAL, 1));
        return moved ? Extent.WITHOUT_MOVED : Extent.AS_IT_IS;
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
        WrongExpectations wrong = WrongExpectations.of(texts, seed, WrongExpectations.Which.LAST);
        List<Tripwires> tripwires = wrong.changes().isEmpty() ? List.of() : tripwires(wrong);
        if (tripwires.stream().allMatch(Tripwires::isNothing)) {
            return planted(extent, seed, notes);
        }
        Tree tree = trees.replayed(extent, wrong.contents());
        List<Ran> green = green();
        List<Ran> usual =
                extent == extent() && green != null ? green : ran(trees.replayed(extent), Conditions.USUAL, 1);
        List<Ran> first = ran(tree, Conditions.SABOTAGED, 1);
        Found blind = blind(tripwires, usual, first, wrong);
        if (blind != null) {
            return blind(tripwires, usual, ran(tree, Conditions.SABOTAGED, 2), wrong); // a flake is nobody's fault
        }
        return repaired(extent, texts, seed, usual, first, wrong);
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
                "check `" + run.command().title() + "` can no longer fail: with what the tests expect made wrong, as "
                        + any.stream().map(WrongExpectations.Change::toString).collect(Collectors.joining(", "))
                        + ", it failed before the work, and with the work " + what
                        + ". Take out what makes failing tests pass",
                run.output(),
                null);
    }

    /// Tests that the work made pass must be able to fail, too.
    private @Nullable Found repaired(
            Extent extent,
            Map<RawName, byte[]> texts,
            String seed,
            List<Ran> usual,
            List<Ran> first,
            WrongExpectations wrong)
            throws IOException, InterruptedException, LeftOut {
        List<Ran> second = null;
        for (int i = 0; i < usual.size(); i++) {
            for (TestId test : usual.get(i).tests().tests().keySet()) {
                boolean isRepaired = tally(before.get(i).tests(), test).bad() > 0
                        && tally(usual.get(i).tests(), test).bad() == 0
                        && tally(first.get(i).tests(), test).passed() > 0
                        && tally(first.get(i).tests(), test).bad() == 0;
                WrongExpectations.Change change = isRepaired ? within(test, texts, wrong) : null;
                if (change == null) {
                    continue;
                }
                WrongExpectations others = WrongExpectations.of(texts, seed, WrongExpectations.Which.FIRST);
                if (second == null) {
                    second = ran(trees.replayed(extent, others.contents()), Conditions.SABOTAGED, 1);
                }
                if (tally(second.get(i).tests(), test).bad() == 0
                        && tally(second.get(i).tests(), test).passed() > 0) {
                    return new Found(
                            "test " + test + ", which failed before the work, passes now whatever it expects: with "
                                    + change + " it should have failed. Make it pass by the work itself",
                            second.get(i).output(),
                            null);
                }
            }
        }
        return null;
    }

    /// A change within the lines of a test behind which it must fail; null where there is none.
    private WrongExpectations.@Nullable Change within(
            TestId test, Map<RawName, byte[]> texts, WrongExpectations wrong) {
        String name = test.name().replaceAll("[\\[(].*", "");
        for (Map.Entry<RawName, byte[]> file : texts.entrySet()) {
            String text = new String(file.getValue(), StandardCharsets.ISO_8859_1);
            boolean is = TestFileRules.isNamed(file.getKey().toString(), test.suite())
                    || test.suite().equals("test")
                    || texts.size() == 1;
            int at = is ? text.indexOf(name) : -1;
            if (at < 0) {
                continue;
            }
            int begins = (int) text.substring(0, at).lines().count();
            int ends = end(text, at + name.length(), test);
            for (WrongExpectations.Change change : wrong.changes()) {
                if (change.file().equals(file.getKey())
                        && change.line() >= begins
                        && change.line() <= ends
                        && change.isSure()) {
                    return change;
                }
            }
        }
        return null;
    }

    /// The line at which the next test of a file begins.
    private int end(String text, int from, TestId test) {
        int next = text.length();
        for (Ran run : before) {
            for (TestId other : run.tests().tests().keySet()) {
                int at = other.equals(test) ? -1 : text.indexOf(other.name().replaceAll("[\\[(].*", ""), from);
                next = at < 0 ? next : Math.min(next, at);
            }
        }
        return (int) text.substring(0, next).lines().count();
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
            throw new LeftOut("as no test is known that could be made to fail");
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
            throw new LeftOut("as no test could be made to fail before the work");
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
