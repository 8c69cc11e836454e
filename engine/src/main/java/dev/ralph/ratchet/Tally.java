package dev.ralph.ratchet;

/// How often the tests of one name ended how: parameterised tests often share a name.
public record Tally(int passed, int failed, int errored, int skipped) {
    static final Tally NONE = new Tally(0, 0, 0, 0);

    public Tally {
        if (passed < 0 || failed < 0 || errored < 0 || skipped < 0) {
            throw new IllegalArgumentException("tests are counted from 0");
        }
    }

    Tally plus(Standing standing) {
        return switch (standing) {
            case PASSED -> new Tally(passed + 1, failed, errored, skipped);
            case FAILED -> new Tally(passed, failed + 1, errored, skipped);
            case ERRORED -> new Tally(passed, failed, errored + 1, skipped);
            case SKIPPED -> new Tally(passed, failed, errored, skipped + 1);
        };
    }

    Tally plus(Tally other) {
        return new Tally(
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
        for (Standing standing : Standing.values()) {
            int count = of(standing);
            if (count > 0) {
                words.append(words.isEmpty() ? "" : ", ");
                words.append(all() == 1 ? "" : count + " ").append(standing.word());
            }
        }
        return words.toString();
    }

    int of(Standing standing) {
        return switch (standing) {
            case PASSED -> passed;
            case FAILED -> failed;
            case ERRORED -> errored;
            case SKIPPED -> skipped;
        };
    }
}
