package dev.ralph.proof;

import dev.ralph.disk.Sha256;
import dev.ralph.git.RawName;
import dev.ralph.proof.ExperimentRuns.Conditions;
import dev.ralph.proof.ExperimentRuns.Ran;
import dev.ralph.proof.ExperimentTrees.Extent;
import dev.ralph.proof.Experiments.Found;
import dev.ralph.proof.Experiments.LeftOut;
import dev.ralph.ratchet.TestId;
import dev.ralph.ratchet.TestRun;
import dev.ralph.ratchet.TestTally;
import dev.ralph.verify.TestFileRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A test that must fail does, and no other.
///
/// A part of the tests, chosen by a secret, is made wrong, and another part in another run: what hides a failure only
/// while it is the only one shows itself in the tests that were left as they are. What does not fail is refused at
/// once, as a second try would be a second chance; what must fail is tried twice before the work instead.
final class Sabotage {
    /// What no language takes for a program.
    private static final String BROKEN = ")]}'\"`)]}\n";
    private static final List<WrongExpectations.Round> ROUNDS =
            List.of(WrongExpectations.Round.FIRST, WrongExpectations.Round.SECOND);
    /// Of checks that take longer, one part is not tried.
    private static final Duration SHORT = Duration.ofSeconds(5);

    private static final int LATER = 4;
    private static final int MOST_NAMED = 3;

    private final Experiments experiments;
    private final ExperimentTrees trees;
    private final List<Ran> before;
    private final Extent extent;
    private final Map<RawName, byte[]> texts;
    private final Map<RawName, TestBlocks> blocks = new TreeMap<>();

    /// @param extent how the old tests are laid over the work
    Sabotage(Experiments experiments, Extent extent) throws IOException {
        this.experiments = experiments;
        this.trees = experiments.trees();
        this.before = experiments.before();
        this.extent = extent;
        this.texts = trees.texts(extent);
        texts.forEach((name, bytes) -> blocks.put(name, new TestBlocks(bytes)));
    }

    /// What is made wrong at the same time: a large part and a small one, or only the large one where checks take long.
    List<WrongExpectations> parts() throws IOException {
        List<WrongExpectations> parts = halves();
        return isShort() ? parts : parts.subList(0, Math.min(1, parts.size()));
    }

    private boolean isShort() {
        return experiments.isAlways() || experiments.took().compareTo(SHORT) <= 0;
    }

    /// Tests that failed before are in neither: they have to stay as they are.
    private List<WrongExpectations> halves() throws IOException {
        String seed = experiments.seed();
        WrongExpectations all =
                WrongExpectations.of(texts, seed).single(texts, seed, 0).where(texts, change -> !failedBefore(change));
        List<String> units = all.changes().stream()
                .map(this::unit)
                .distinct()
                .sorted(Comparator.comparing(unit -> Sha256.of(seed + "\n" + unit)))
                .toList();
        int few = units.size() < 2 ? 0 : (units.size() + LATER - 1) / LATER;
        Set<String> later = new HashSet<>(units.subList(0, few));
        return List.of(
                        all.where(texts, change -> !later.contains(unit(change))),
                        all.where(texts, change -> later.contains(unit(change))))
                .stream()
                .filter(part -> !part.changes().isEmpty())
                .toList();
    }

    private String unit(WrongExpectations.Change change) {
        TestBlocks file = blocks.get(change.file());
        return change.file().bytes() + ":" + (file == null ? 0 : file.begin(change.line()));
    }

    private boolean failedBefore(WrongExpectations.Change change) {
        TestBlocks file = blocks.get(change.file());
        return file != null
                && before.stream()
                        .flatMap(run -> run.tests().tests().entrySet().stream())
                        .filter(test ->
                                test.getValue().passed() == 0 && test.getValue().bad() > 0)
                        .map(test -> file.of(test.getKey(), change.file()))
                        .anyMatch(lines -> lines != null && lines.holds(change.line()));
    }

    /// One part, on what was there before the work and on the work.
    ///
    /// @param wires what must fail: tests, by the commands, and whether the exit code says so
    private record Tried(WrongExpectations wrong, List<Tripwires> wires, List<Ran> then, List<Ran> now) {}

    /// What of a check fails when what tests expect is made wrong.
    ///
    /// @param tests     that passed before the work, and fail then
    /// @param exitCodes whether the exit code says so
    private record Tripwires(Set<TestId> tests, boolean exitCodes) {
        boolean isNothing() {
            return tests.isEmpty() && !exitCodes;
        }
    }

    /// @param usual how the work stands with the old tests
    @Nullable
    Found found(List<Ran> usual, List<ProofResult.Note> notes) throws IOException, InterruptedException, LeftOut {
        List<Tried> tried = new ArrayList<>();
        for (WrongExpectations wrong : parts()) {
            List<Ran> then = then(wrong, 1);
            List<Tripwires> wires = tripwires(then);
            if (!wires.stream().allMatch(Tripwires::isNothing)) {
                Tried one = new Tried(wrong, wires, then, now(wrong, 1));
                Found blind = blind(one, usual);
                if (blind != null) {
                    return blind;
                }
                tried.add(one);
            }
        }
        Found fallen = fallen(tried, usual);
        if (fallen != null) {
            return fallen;
        }
        if (!trees.tooLarge().isEmpty()) {
            notes.add(ProofResult.Note.warning(
                    "sabotage: not tried because of its size: " + Experiments.listed(trees.tooLarge())));
        }
        if (parts().size() < halves().size()) {
            notes.add(ProofResult.Note.warning("sabotage: "
                    + halves().getLast().changes().size()
                    + " expectations were not tried, because the checks take more than " + SHORT.toSeconds()
                    + " s. To try them: experiments: on"));
        }
        Repaired repaired = new Repaired(usual);
        Found found = repaired.found();
        if (found != null) {
            return found;
        }
        if (tried.isEmpty() && !repaired.isTried) {
            return planted(notes);
        }
        repaired.untried.forEach(title -> notes.add(ProofResult.Note.warning(
                "sabotage: check `" + title + "` failed before the work, and no known test can make it fail again")));
        return null;
    }

    private List<Ran> then(WrongExpectations wrong, int number) throws IOException, InterruptedException, LeftOut {
        return experiments.ran(trees.before(wrong.contents()), Conditions.SABOTAGED, number);
    }

    private List<Ran> now(WrongExpectations wrong, int number) throws IOException, InterruptedException, LeftOut {
        return experiments.ran(trees.replayed(extent, wrong.contents()), Conditions.SABOTAGED, number);
    }

    private List<Tripwires> tripwires(List<Ran> then) {
        List<Tripwires> found = new ArrayList<>();
        for (int i = 0; i < then.size(); i++) {
            Ran was = before.get(i);
            Ran is = then.get(i);
            Set<TestId> tests = new TreeSet<>();
            was.tests().tests().forEach((test, tally) -> {
                if (isGreen(tally) && Experiments.tally(is.tests(), test).bad() > 0) {
                    tests.add(test);
                }
            });
            boolean bites = !is.passed() && is.code() >= 0 && (was.passed() || !tests.isEmpty());
            found.add(new Tripwires(tests, bites));
        }
        return found;
    }

    private static boolean isGreen(TestTally tally) {
        return tally.passed() > 0 && tally.bad() == 0;
    }

    private static boolean isRed(TestRun run, TestId test) {
        return Experiments.tally(run, test).bad() > 0;
    }

    /// Where a tripwire does not bite that bites before the work each time, and only because of what was changed.
    private @Nullable Found blind(Tried tried, List<Ran> usual) throws IOException, InterruptedException, LeftOut {
        for (int i = 0; i < usual.size(); i++) {
            Ran run = tried.now().get(i);
            Tripwires wires = tried.wires().get(i);
            TestRun standing = usual.get(i).tests();
            Set<TestId> blind = new TreeSet<>(wires.tests());
            blind.removeIf(test -> isRed(run.tests(), test)
                    || Experiments.tally(standing, test).passed() == 0);
            boolean isSilent = wires.exitCodes() && run.passed();
            if (blind.isEmpty() && !isSilent) {
                continue;
            }
            Ran again = then(tried.wrong(), 2).get(i);
            Ran control =
                    experiments.ran(trees.baseline(), Conditions.SABOTAGED, 1).get(i);
            blind.removeIf(test -> !isRed(again.tests(), test) || isRed(control.tests(), test));
            boolean isCode =
                    !again.passed() && control.passed() == before.get(i).passed();
            if (!blind.isEmpty()) {
                return blinded(run, missed(run, blind), blind, tried.wrong());
            }
            if (isSilent && isCode) {
                return blinded(run, "it passed", Set.of(), tried.wrong());
            }
        }
        return null;
    }

    private static String missed(Ran run, Set<TestId> tests) {
        Set<TestId> gone = new TreeSet<>(tests);
        gone.removeIf(test -> Experiments.tally(run.tests(), test).all() > 0);
        return gone.isEmpty()
                ? Experiments.named("test ", tests) + " did not fail"
                : Experiments.named("test ", gone) + " was no longer reported";
    }

    private static Found blinded(Ran run, String what, Set<TestId> tests, WrongExpectations wrong) {
        List<WrongExpectations.Change> shown = wrong.changes().stream()
                .filter(change -> tests.isEmpty()
                        || tests.stream()
                                .anyMatch(test ->
                                        TestFileRules.isNamed(change.file().toString(), test.suite())))
                .limit(MOST_NAMED)
                .toList();
        return new Found(
                "check `" + run.command().title() + "` can no longer fail: with wrong expectations in the tests ("
                        + listed(shown.isEmpty() ? wrong.changes() : shown)
                        + "), it failed before the work, but with the work " + what
                        + ". Remove what hides failures",
                run.output(),
                null);
    }

    private static String listed(List<WrongExpectations.Change> changes) {
        return changes.stream()
                .limit(MOST_NAMED)
                .map(WrongExpectations.Change::toString)
                .collect(Collectors.joining(", "));
    }

    /// A test that passes with the others, and fails when others do though nothing of it was changed: its failure
    /// was hidden. Of a test that failed before nobody knows what it does then, so it has to fail each time.
    ///
    /// Where it stands must be known, or two parts be tried: its own expectation may be among what was changed.
    private @Nullable Found fallen(List<Tried> tried, List<Ran> usual)
            throws IOException, InterruptedException, LeftOut {
        for (int i = 0; i < (tried.isEmpty() ? 0 : usual.size()); i++) {
            for (Map.Entry<TestId, TestTally> one : usual.get(i).tests().tests().entrySet()) {
                TestId test = one.getKey();
                TestTally was = Experiments.tally(before.get(i).tests(), test);
                List<Tried> red = new ArrayList<>();
                for (Tried part : tried) {
                    TestTally then = Experiments.tally(part.then().get(i).tests(), test);
                    boolean isUntouched =
                            was.passed() > 0 ? isGreen(then) : was.bad() > 0 && (tried.size() > 1 || isPlaced(test));
                    if (isGreen(one.getValue())
                            && isUntouched
                            && isRed(part.now().get(i).tests(), test)) {
                        red.add(part);
                    }
                }
                if (red.isEmpty() || (was.passed() == 0 && red.size() < tried.size())) {
                    continue;
                }
                Tried part = red.getFirst();
                Ran again = now(part.wrong(), 2).get(i);
                Ran control = experiments
                        .ran(trees.replayed(extent), Conditions.SABOTAGED, 1)
                        .get(i);
                if (isRed(again.tests(), test) && isGreen(Experiments.tally(control.tests(), test))) {
                    return new Found(
                            "test " + test + " fails as soon as other tests fail, though nothing of it was changed ("
                                    + listed(part.wrong().changes())
                                    + "), and passes with them. Remove what hides its failure",
                            again.output(),
                            null);
                }
            }
        }
        return null;
    }

    private boolean isPlaced(TestId test) {
        return blocks.entrySet().stream().anyMatch(file -> file.getValue().of(test, file.getKey()) != null);
    }

    /// What the work made pass must be able to fail, too, for two kinds of wrong values: the tests that a report names,
    /// and as one test each command that has none. Here the work's own test files count, too.
    private final class Repaired {
        private final Map<RawName, byte[]> all = new TreeMap<>(texts);
        private final Map<RawName, byte[]> own;
        private final Map<RawName, TestBlocks> places = new TreeMap<>();
        private final List<Ran> usual;
        private final List<String> untried = new ArrayList<>();
        private boolean isTried;

        Repaired(List<Ran> usual) throws IOException {
            this.usual = usual;
            this.own = trees.ownTexts(extent);
            all.putAll(own);
            all.forEach((name, bytes) -> places.put(name, new TestBlocks(bytes)));
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
            return WrongExpectations.sure(all, experiments.seed(), round);
        }

        private List<Ran> ran(WrongExpectations wrong) throws IOException, InterruptedException, LeftOut {
            return ran(extent == Extent.AS_IT_IS ? extent : Extent.WITH_NEW, wrong.contents());
        }

        /// Only the old test files.
        private List<Ran> apart(WrongExpectations wrong) throws IOException, InterruptedException, LeftOut {
            return ran(
                    extent,
                    wrong.where(all, change -> texts.containsKey(change.file())).contents());
        }

        private List<Ran> ran(Extent files, Map<RawName, byte[]> contents)
                throws IOException, InterruptedException, LeftOut {
            return experiments.ran(trees.replayed(files, contents), Conditions.SABOTAGED, 1);
        }

        /// Whether a test runs at all where old test files stand beside the work's own: Go builds no two tests of one
        /// name.
        private boolean isTogether(TestId test, Ran run, int command)
                throws IOException, InterruptedException, LeftOut {
            return extent != Extent.WITHOUT_NEW
                    || isThere(run, test)
                    || isThere(together().get(command), test);
        }

        private List<Ran> together() throws IOException, InterruptedException, LeftOut {
            return ran(Extent.WITH_NEW, Map.of());
        }

        private static boolean isThere(Ran run, TestId test) {
            return Experiments.tally(run.tests(), test).all() > 0;
        }

        private @Nullable Found tests(int command) throws IOException, InterruptedException, LeftOut {
            for (int number = 0; number < ROUNDS.size(); number++) {
                WrongExpectations wrong = sure(ROUNDS.get(number)).single(all, experiments.seed(), number);
                Map<TestId, WrongExpectations.Change> due = due(usual.get(command), command, wrong);
                boolean isOwn = wrong.changes().stream().anyMatch(change -> own.containsKey(change.file()));
                if (due.isEmpty() && !isOwn) {
                    return null;
                }
                Ran run = ran(wrong).get(command);
                due.putAll(due(run, command, wrong));
                for (Map.Entry<TestId, WrongExpectations.Change> one : due.entrySet()) {
                    boolean isTogether = isTogether(one.getKey(), run, command);
                    Ran decides = isTogether ? run : apart(wrong).get(command);
                    boolean isOld = texts.containsKey(one.getValue().file());
                    if ((isTogether || isOld)
                            && !fails(decides.tests(), one.getKey(), command)
                            && !failsAlone(decides, one.getKey(), wrong, one.getValue(), command)) {
                        return whatever(one.getKey(), one.getValue(), decides, command);
                    }
                }
                isTried |= !due.isEmpty();
            }
            return null;
        }

        /// Of the tests that pass in a run those that did not before, or are in the work's own files, and that a wrong
        /// expectation is in.
        private Map<TestId, WrongExpectations.Change> due(Ran run, int command, WrongExpectations wrong) {
            Map<TestId, WrongExpectations.Change> due = new TreeMap<>();
            run.tests().tests().forEach((test, tally) -> {
                WrongExpectations.Change change = isGreen(tally) ? within(test, wrong) : null;
                boolean isNew =
                        Experiments.tally(before.get(command).tests(), test).passed() == 0;
                if (change != null && (isNew || own.containsKey(change.file()))) {
                    due.put(test, change);
                }
            });
            return due;
        }

        /// Whether a report says that a test failed, or that something new did in its place, such as its file.
        private boolean fails(TestRun run, TestId test, int command) {
            Set<TestId> known = usual.get(command).tests().tests().keySet();
            String place = test.suite().substring(test.suite().lastIndexOf('.') + 1);
            return isRed(run, test)
                    || (Experiments.tally(run, test).all() == 0
                            && run.tests().entrySet().stream()
                                    .anyMatch(other -> other.getValue().bad() > 0
                                            && !known.contains(other.getKey())
                                            && other.getKey().toString().contains(place)));
        }

        /// A check that ends at its first failure reports no others: then the command must fail for this one alone.
        private boolean failsAlone(
                Ran run, TestId test, WrongExpectations wrong, WrongExpectations.Change change, int command)
                throws IOException, InterruptedException, LeftOut {
            return !isThere(run, test)
                    && !run.passed()
                    && !ran(wrong.where(all, change::equals)).get(command).passed();
        }

        private Found whatever(TestId test, WrongExpectations.Change change, Ran run, int command) {
            boolean isGone = Experiments.tally(run.tests(), test).all() == 0;
            boolean failed = isRed(before.get(command).tests(), test);
            return new Found(
                    "test " + test + (failed ? ", which failed before the work, " : ", which is new or may change, ")
                            + (isGone
                                    ? "is no longer reported when it must fail: with "
                                    : "passes now whatever it expects: with ")
                            + change + " it should have failed. Make it pass by the work itself",
                    run.output(),
                    null);
        }

        /// A change within the lines of a test behind which it must fail; null where there is none.
        private WrongExpectations.@Nullable Change within(TestId test, WrongExpectations wrong) {
            for (WrongExpectations.Change change : wrong.changes()) {
                TestBlocks file = places.get(change.file());
                if (file != null) {
                    TestBlocks.Lines lines = file.of(test, change.file());
                    if (lines != null && lines.holds(change.line()) && file.isReached(change.line())) {
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
                WrongExpectations sure = seen.isEmpty()
                        ? sure(round)
                        : WrongExpectations.sure(texts, experiments.seed(), round)
                                .only(texts, seen);
                if (sure.changes().isEmpty()) {
                    break;
                }
                rounds++;
                last = ran(sure).get(command);
                if (last.passed()) {
                    green.addAll(sure.changes());
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
                            + " expect: with " + listed(green)
                            + " it should have failed. Make it pass by the work itself",
                    last.output(),
                    null);
        }

        /// Which of the sure changes stand where the command was seen to fail before the work.
        private Set<Integer> seen(int command) throws IOException, InterruptedException, LeftOut {
            WrongExpectations wrong = WrongExpectations.sure(texts, experiments.seed(), WrongExpectations.Round.MARKED);
            Set<Integer> seen = new TreeSet<>();
            if (wrong.changes().isEmpty()) {
                return seen;
            }
            String was = before.get(command).output();
            String then = then(wrong, 1).get(command).output();
            boolean runsTests = experiments.runsTests(before.get(command).command());
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
            return experiments.runsTests(usual.get(command).command())
                    && !ran(new WrongExpectations(new TreeMap<>(broken), List.of()))
                            .get(command)
                            .passed();
        }
    }

    /// Where no test can be made to fail, one that must fail is planted.
    private @Nullable Found planted(List<ProofResult.Note> notes) throws IOException, InterruptedException, LeftOut {
        String mark = "planted"
                + Sha256.of(experiments.seed()).replaceAll("[0-9]", "").substring(0, 8);
        List<String> paths = trees.paths().stream().map(RawName::toString).toList();
        PlantedTest planted = PlantedTest.of(paths, this::text, trees.prefix(), mark);
        Map<RawName, byte[]> files = new TreeMap<>();
        planted.files()
                .forEach((path, text) -> files.put(
                        RawName.of(path.getBytes(StandardCharsets.UTF_8)), text.getBytes(StandardCharsets.UTF_8)));
        if (files.isEmpty()) {
            throw new LeftOut("no known test can be made to fail");
        }
        List<Ran> then = experiments.ran(trees.before(files), Conditions.USUAL, 1);
        List<Ran> now = experiments.ran(trees.replayed(extent, files), Conditions.USUAL, 1);
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
