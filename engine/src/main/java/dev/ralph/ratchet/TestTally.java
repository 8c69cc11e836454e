package dev.ralph.ratchet;

/// How often the tests of one name ended how: parameterised tests often share a name.
public record TestTally(int passed, int failed, int errored, int skipped) {
    static final TestTally NONE = new TestTally(0, 0, 0, 0);

    public TestTally {
        if (passed < 0 || failed < 0 || errored < 0 || skipped < 0) {
            throw new IllegalArgumentException("tests are counted from 0");
        }
    }

    TestTally plus(TestOutcome standing) {
        return switch (standing) {
            case PASSED -> new TestTally(passed + 1, failed, errored, skipped);
            case FAILED -> new TestTally(passed, failed + 1, errored, skipped);
            case ERRORED -> new TestTally(passed, failed, errored + 1, skipped);
            case SKIPPED -> new TestTally(passed, failed, errored, skipped + 1);
        };
    }

    TestTally plus(TestTally other) {
        return new TestTally(
                passed + other.passed, failed + other.failed, errored + other.errored, skipped + other.skipped);
    }

    public int all() {
        return passed + failed + errored + skipped;
    }

    /// Failures of both kinds.
    public int bad() {
        return failed + errored;
    }

    /// Those that were not skipped.
    public int ran() {
        return passed + failed + errored;
    }

    /// In one word where all ended alike, otherwise counted.
    public String words() {
        if (all() == 0) {
            return "absent";
        }
        StringBuilder words = new StringBuilder();
        for (TestOutcome standing : TestOutcome.values()) {
            int count = of(standing);
            if (count > 0) {
                words.append(words.isEmpty() ? "" : ", ");
                words.append(all() == 1 ? "" : count + " ").append(standing.word());
            }
        }
        return words.toString();
    }

    int of(TestOutcome standing) {
        return switch (standing) {
            case PASSED -> passed;
            case FAILED -> failed;
            case ERRORED -> errored;
            case SKIPPED -> skipped;
        };
    }
}
