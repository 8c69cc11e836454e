package dev.ralph.ratchet;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Why a comparison does not let work pass, in a text short enough for a prompt.
record RatchetRefusal(TestComparison of) {
    private static final int MOST_OF_A_KIND = 8;
    private static final int MOST_NEW = 5;

    Optional<String> words() {
        List<String> lines = new ArrayList<>();
        TestRun after = of.after();
        for (TestRun.Broken broken :
                after.broken().stream().limit(MOST_OF_A_KIND).toList()) {
            lines.add("the test report " + broken.report() + " is not believed: " + broken.why());
        }
        int ranBefore = of.before().total().ran();
        if (after.read() == 0 && after.broken().isEmpty()) {
            lines.add("our run of the check wrote no test report"
                    + (ranBefore == 0 ? "" : ", while " + tests(ranBefore) + " ran before the work began"));
        } else if (after.total().ran() == 0 && ranBefore > 0) {
            lines.add("no test ran, while " + tests(ranBefore) + " ran before the work began");
        } else {
            changes(lines);
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
    }

    private static String tests(int count) {
        return count == 1 ? "1 test" : count + " tests";
    }

    /// A line for each kind of change, as terminals show the first line of a reason only.
    private void changes(List<String> lines) {
        for (TestChange change : TestChange.values()) {
            List<TestComparison.Found> found = change.blocks() ? of.of(change) : List.of();
            if (found.isEmpty()) {
                continue;
            }
            List<String> names = new ArrayList<>();
            for (TestComparison.Found one : found.stream().limit(MOST_OF_A_KIND).toList()) {
                names.add(one.test() + " (" + one.before().words() + " → "
                        + one.after().words() + ")");
            }
            if (found.size() > MOST_OF_A_KIND) {
                names.add("and " + (found.size() - MOST_OF_A_KIND) + " more");
            }
            lines.add(heading(change, found.size()) + " " + String.join("; ", names)
                    + (change == TestChange.VANISHED ? beside() : ""));
        }
    }

    private static String heading(TestChange change, int count) {
        return tests(count)
                + switch (change) {
                    case BROKE -> " passed before and now " + (count == 1 ? "fails" : "fail") + ":";
                    case VANISHED -> " vanished, and a renamed one counts as vanished:";
                    case SKIPPED -> " ran before and now " + (count == 1 ? "is" : "are") + " skipped:";
                    default -> " " + (count == 1 ? "fails that" : "fail that") + " did not run before:";
                };
    }

    /// What the vanished ones may have become.
    private String beside() {
        List<String> added = of.of(TestChange.ADDED).stream()
                .filter(found -> found.before().all() == 0)
                .limit(MOST_NEW)
                .map(found -> found.test().toString())
                .toList();
        return added.isEmpty() ? "" : ". New beside: " + String.join("; ", added);
    }
}
