package dev.ralph.ratchet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the reports of one run of the tests say.
///
/// @param tests  how each test ended
/// @param flaky  tests that passed only when they were tried again within this run
/// @param broken reports of which nothing is believed
/// @param read   how many reports were read
public record TestRun(SortedMap<TestId, TestTally> tests, Set<TestId> flaky, List<Broken> broken, int read) {
    public static final TestRun NONE = new TestRun(new TreeMap<>(), Set.of(), List.of(), 0);

    /// A report and why nothing of it is believed, both on one line: whoever wrote it also named it.
    record Broken(String report, String why) {
        private static final int LONGEST = 400;

        public Broken {
            report = oneLine(report);
            why = oneLine(why);
        }

        private static String oneLine(String text) {
            String start = text.length() > LONGEST ? text.substring(0, LONGEST - 1) + "…" : text;
            return start.replaceAll("[\\s\\p{Cntrl}\\p{Cf}\\p{Cs}]+", " ").strip();
        }
    }

    public TestRun {
        tests = Collections.unmodifiableSortedMap(new TreeMap<>(tests));
        flaky = Collections.unmodifiableSet(new TreeSet<>(flaky));
        broken = List.copyOf(broken);
    }

    /// How many tests ended how.
    public TestTally total() {
        return tests.values().stream().reduce(TestTally.NONE, TestTally::plus);
    }

    /// Both, as if one run had written all their reports.
    public TestRun and(TestRun other) {
        SortedMap<TestId, TestTally> all = new TreeMap<>(tests);
        other.tests.forEach((test, tally) -> all.merge(test, tally, TestTally::plus));
        Set<TestId> flakes = new TreeSet<>(flaky);
        flakes.addAll(other.flaky);
        List<Broken> unread = new ArrayList<>(broken);
        unread.addAll(other.broken);
        return new TestRun(all, flakes, unread, read + other.read);
    }

    TestTally of(TestId test) {
        return tests.getOrDefault(test, TestTally.NONE);
    }

    /// Gathers the tests of one report, then of all reports of a run.
    static final class Builder {
        static final int MOST_TESTS = 200_000;
        private final TreeMap<TestId, TestTally> tests = new TreeMap<>();
        private final TreeSet<TestId> flaky = new TreeSet<>();
        private final List<Broken> broken = new ArrayList<>();
        private int read;
        private int count;

        void add(TestId test, TestOutcome standing) throws BrokenReport {
            add(test, TestTally.NONE.plus(standing));
        }

        void add(TestId test, TestTally tally) throws BrokenReport {
            if (++count > MOST_TESTS) {
                throw new BrokenReport("it holds more than " + MOST_TESTS + " tests");
            }
            tests.merge(test, tally, TestTally::plus);
        }

        void flaky(TestId test) {
            flaky.add(test);
        }

        /// A report that was read to its end.
        void add(Builder report) throws BrokenReport {
            count += report.count;
            if (isFull()) {
                throw new BrokenReport("with it the reports hold more than " + MOST_TESTS + " tests");
            }
            read++;
            report.tests.forEach((test, tally) -> tests.merge(test, tally, TestTally::plus));
            flaky.addAll(report.flaky);
        }

        boolean isFull() {
            return count > MOST_TESTS;
        }

        void broken(String report, String why) {
            broken.add(new Broken(report, why));
        }

        TestRun build() {
            return new TestRun(tests, flaky, broken, read);
        }
    }
}
