package dev.ralph.ratchet;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Tests that have another place and nothing else: their own name and the last part of the name of their class or file
/// are as before (`tests.test_slug` becomes `tests.unit.test_slug`), and no other test could be meant.
///
/// @param names the name that each of them has now, by the one it had
record MovedTests(Map<TestId, TestId> names) {
    private static final TestId AMBIGUOUS = new TestId("", "several");

    static MovedTests between(TestRun before, List<TestRun> after) {
        Set<TestId> now = new HashSet<>();
        after.forEach(run -> now.addAll(run.tests().keySet()));
        Map<TestId, TestId> gone = byPlace(before.tests().keySet(), now);
        Map<TestId, TestId> added = byPlace(now, before.tests().keySet());
        Map<TestId, TestId> names = new HashMap<>();
        gone.forEach((place, old) -> {
            TestId test = added.get(place);
            if (!old.equals(AMBIGUOUS) && test != null && !test.equals(AMBIGUOUS)) {
                names.put(old, test);
            }
        });
        return new MovedTests(names);
    }

    /// Those that the others do not have, by what stays when a test moves.
    private static Map<TestId, TestId> byPlace(Set<TestId> tests, Set<TestId> others) {
        Map<TestId, TestId> found = new HashMap<>();
        for (TestId test : tests) {
            if (!test.suite().isEmpty() && !others.contains(test)) {
                found.merge(new TestId(last(test.suite()), test.name()), test, (_, _) -> AMBIGUOUS);
            }
        }
        return found;
    }

    private static String last(String suite) {
        int slash = suite.lastIndexOf('/');
        return suite.substring((slash >= 0 ? slash : suite.lastIndexOf('.')) + 1);
    }

    /// A run of the baseline as if its tests had always been where they are now.
    TestRun followed(TestRun before) {
        TreeMap<TestId, TestTally> tests = new TreeMap<>();
        before.tests().forEach((test, tally) -> tests.put(names.getOrDefault(test, test), tally));
        TreeSet<TestId> flaky = new TreeSet<>();
        before.flaky().forEach(test -> flaky.add(names.getOrDefault(test, test)));
        return new TestRun(tests, flaky, before.broken(), before.read());
    }
}
