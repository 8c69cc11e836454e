package dev.ralph.ratchet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Two trees compared test by test.
///
/// Rules, for the tests of one name:
/// 1. Nothing that passed may fail, vanish or be skipped. A failing test may not vanish or be skipped either: taking
///    it away is no way of making it pass.
/// 2. A test that failed before and still does is told, and does not block. One that is new, or was skipped, and
///    fails, does.
/// 3. A test that ends differently in two runs of the same tree is a flake: its failure does not block.
/// 4. A report that cannot be read, or no report where there was one before, proves nothing: it blocks.
/// 5. A file that could not even be read counts as a test that failed. It is repaired when tests of it are new and
/// pass.
/// 6. A renamed test is one that is gone and one that is new; both are told. One that only moved is not renamed.
///
/// @param before  how tests ended on the baseline, in each of its runs
/// @param after   how they ended on the candidate, in each of its runs
/// @param changes every test that does not end as before
public record TestComparison(TestRun before, TestRun after, List<Found> changes) {
    private static final Pattern SCRIPT = Pattern.compile("^\\S+\\.[cm]?[jt]sx?$");

    /// @param before how it ended, all of its name counted
    public record Found(TestId test, TestChange change, TestTally before, TestTally after) {}

    public TestComparison {
        changes = List.copyOf(changes);
    }

    /// @param before runs of the baseline, the first one first; none: nothing is known of it
    /// @param after  runs of the candidate, the first one first
    public static TestComparison of(List<TestRun> before, List<TestRun> after) {
        if (before.isEmpty()) {
            return compared(before, after);
        }
        MovedTests moves = MovedTests.between(before.getFirst(), after);
        return compared(before.stream().map(moves::followed).toList(), after);
    }

    private static TestComparison compared(List<TestRun> before, List<TestRun> after) {
        TestRun first = before.isEmpty() ? TestRun.NONE : before.getFirst();
        TestRun last = after.isEmpty() ? TestRun.NONE : after.getFirst();
        SortedSet<TestId> tests = new TreeSet<>(first.tests().keySet());
        after.forEach(run -> tests.addAll(run.tests().keySet()));
        List<Found> found = new ArrayList<>();
        for (TestId test : tests) {
            TestChange change = change(test, before, after);
            if (change == TestChange.VANISHED && after.stream().allMatch(run -> isReadNow(test, first, run))) {
                change = TestChange.FIXED;
            }
            if (change != TestChange.SAME) {
                found.add(new Found(test, change, first.of(test), last.of(test)));
            }
        }
        found.sort(Comparator.comparing(Found::change).thenComparing(Found::test));
        return new TestComparison(first, last, found);
    }

    /// A runner tells of a file that it cannot read by the name of the file (`test/slug.test.mjs`), or by the one that
    /// the suite of its tests will have (`tests.test_slug`).
    public static boolean isReadNow(TestId test, TestRun before, TestRun after) {
        String name = test.name();
        TestTally was = before.of(test);
        return was.bad() == was.all()
                && after.of(test).all() == 0
                && after.tests().entrySet().stream()
                        .filter(other -> other.getValue().passed() > 0
                                && before.of(other.getKey()).all() == 0)
                        .map(other -> other.getKey().suite())
                        .anyMatch(suite -> suite.equals(name)
                                || suite.startsWith(name + ".")
                                || SCRIPT.matcher(name).find());
    }

    private static TestChange change(TestId test, List<TestRun> before, List<TestRun> after) {
        TestTally old = before.isEmpty() ? TestTally.NONE : before.getFirst().of(test);
        TestChange change = after.stream()
                .map(run -> change(old, run.of(test)))
                .min(Comparator.naturalOrder())
                .orElse(TestChange.VANISHED);
        boolean fails = change == TestChange.BROKE || change == TestChange.NEW_FAILURE;
        if (differs(test, after) || differs(test, before)) {
            return fails || !change.blocks() || comesAndGoes(test, before) ? TestChange.FLAKY : change;
        }
        return change;
    }

    /// On the baseline already, which is nobody's work: its name holds something that changes.
    private static boolean comesAndGoes(TestId test, List<TestRun> before) {
        return before.stream().map(run -> run.of(test).all() == 0).distinct().count() > 1;
    }

    private static boolean differs(TestId test, List<TestRun> runs) {
        return runs.stream().map(run -> run.of(test)).distinct().count() > 1
                || runs.stream().anyMatch(run -> run.flaky().contains(test));
    }

    private static TestChange change(TestTally before, TestTally after) {
        if (before.all() == 0) {
            return after.bad() > 0 ? TestChange.NEW_FAILURE : TestChange.ADDED;
        }
        if (after.bad() > before.bad()) {
            return before.passed() > after.passed() ? TestChange.BROKE : TestChange.NEW_FAILURE;
        }
        if (after.ran() < before.ran()) {
            return after.skipped() > before.skipped() ? TestChange.SKIPPED : TestChange.VANISHED;
        }
        return settled(before, after);
    }

    /// As many ran as before, and no more of them failed.
    private static TestChange settled(TestTally before, TestTally after) {
        if (after.bad() < before.bad()) {
            return TestChange.FIXED;
        }
        if (after.bad() > 0) {
            return TestChange.OLD_FAILURE;
        }
        return after.passed() > before.passed() ? TestChange.ADDED : TestChange.SAME;
    }

    /// How many tests became what.
    public Map<TestChange, Integer> counts() {
        Map<TestChange, Integer> counts = new EnumMap<>(TestChange.class);
        changes.forEach(found -> counts.merge(found.change(), 1, Integer::sum));
        return counts;
    }

    public List<Found> of(TestChange change) {
        return changes.stream().filter(found -> found.change() == change).toList();
    }

    /// The same where somebody else decides about these tests that vanished.
    public TestComparison without(Set<TestId> vanished) {
        return new TestComparison(
                before,
                after,
                changes.stream()
                        .filter(found -> found.change() != TestChange.VANISHED || !vanished.contains(found.test()))
                        .toList());
    }

    public boolean passed() {
        return refusal().isEmpty();
    }

    /// Whether a second run of the baseline could excuse what blocks.
    public boolean isWorthAnotherLook() {
        return changes.stream()
                .anyMatch(found -> found.change().blocks()
                        && found.change() != TestChange.SKIPPED
                        && found.before().all() > 0);
    }

    /// Why the work is not done, in words for the next prompt; empty when nothing blocks.
    public Optional<String> refusal() {
        return new RatchetRefusal(this).words();
    }
}
