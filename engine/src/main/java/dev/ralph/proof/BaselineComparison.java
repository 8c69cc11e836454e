package dev.ralph.proof;

import dev.ralph.ratchet.TestComparison;
import dev.ralph.ratchet.TestRun;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compares the tests of a verdict with how they stood before the work.
record BaselineComparison(TestReports reports, TestBaseline baseline) {
    private static final int MOST_RUNS = 10;

    /// What one command says of its tests, in each of its runs; empty where it writes no reports or has not run.
    private List<TestRun> after(String name) {
        List<TestRun> runs = new ArrayList<>();
        TestRun first = reports.of(name);
        if (first != null) {
            runs.add(first);
            for (int again = 1; again <= MOST_RUNS; again++) {
                TestRun more = reports.of(name + "-again-" + again);
                if (more != null) {
                    runs.add(more);
                }
            }
        }
        return runs;
    }

    /// The tests of one command of this verdict; null where nothing was read.
    ///
    /// @param work    for that command
    @Nullable
    TestComparison of(WorkUnderProof work, Check.Command command) throws IOException, InterruptedException {
        List<TestRun> after = after(work.name());
        int index = TestBaseline.commands(work).indexOf(command);
        return after.isEmpty() || index < 0 ? null : compared(work, List.of(index), after);
    }

    /// The tests of all commands that have run; null where none of them writes reports. Runs are named by the place of
    /// their check in the policy: a check that waits for a human has no result.
    @Nullable
    TestComparison ofAll(WorkUnderProof work) throws IOException, InterruptedException {
        List<Check.Command> commands = TestBaseline.commands(work);
        List<Integer> reporting = new ArrayList<>();
        TestRun first = TestRun.NONE;
        TestRun again = TestRun.NONE;
        for (int number = 1; number < work.number(); number++) {
            Check check = Check.of(work.policy().checks().get(number - 1));
            boolean reports =
                    check instanceof Check.Command command && !command.reports().isEmpty();
            List<TestRun> runs = reports ? after("check-" + work.attempt() + "-" + number) : List.of();
            if (!runs.isEmpty()) {
                first = first.and(runs.getFirst());
                again = again.and(runs.getLast());
                reporting.add(commands.indexOf(check));
            }
        }
        List<TestRun> after = again.equals(first) ? List.of(first) : List.of(first, again);
        return reporting.isEmpty() ? null : compared(work, reporting, after);
    }

    private TestComparison compared(WorkUnderProof work, List<Integer> commands, List<TestRun> after)
            throws IOException, InterruptedException {
        List<TestRun> before = before(work, commands, 1);
        TestComparison comparison = TestComparison.of(before, after);
        if (!before.isEmpty() && comparison.isWorthAnotherLook()) {
            List<TestRun> twice = new ArrayList<>(before);
            twice.addAll(before(work, commands, 2));
            return TestComparison.of(twice, after);
        }
        return comparison;
    }

    /// One run at most.
    private List<TestRun> before(WorkUnderProof work, List<Integer> commands, int run)
            throws IOException, InterruptedException {
        List<TestBaseline.Before> all = baseline.runs(work, run);
        if (all == null) {
            return List.of();
        }
        TestRun one = TestRun.NONE;
        for (int command : commands) {
            one = one.and(command < all.size() ? all.get(command).tests() : TestRun.NONE);
        }
        return List.of(one);
    }
}
