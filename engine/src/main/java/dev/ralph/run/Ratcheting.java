package dev.ralph.run;

import dev.ralph.ratchet.Comparison;
import dev.ralph.ratchet.TestRun;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compares the tests of a verdict with how they stood before the work.
record Ratcheting(TestReports reports, Baseline baseline) {
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
    /// @param claimed for that command
    @Nullable
    Comparison of(Claimed claimed, Check.Command command) throws IOException, InterruptedException {
        List<TestRun> after = after(claimed.name());
        int index = Baseline.commands(claimed).indexOf(command);
        return after.isEmpty() || index < 0 ? null : compared(claimed, List.of(index), after);
    }

    /// The tests of all commands that have run; null where none of them writes reports. Runs are named by the place of
    /// their check in the policy: a check that waits for a human has no result.
    @Nullable
    Comparison ofAll(Claimed claimed) throws IOException, InterruptedException {
        List<Check.Command> commands = Baseline.commands(claimed);
        List<Integer> reporting = new ArrayList<>();
        TestRun first = TestRun.NONE;
        TestRun again = TestRun.NONE;
        for (int number = 1; number < claimed.number(); number++) {
            Check check = Check.of(claimed.policy().checks().get(number - 1));
            boolean reports =
                    check instanceof Check.Command command && !command.reports().isEmpty();
            List<TestRun> runs = reports ? after("check-" + claimed.attempt() + "-" + number) : List.of();
            if (!runs.isEmpty()) {
                first = first.and(runs.getFirst());
                again = again.and(runs.getLast());
                reporting.add(commands.indexOf(check));
            }
        }
        List<TestRun> after = again.equals(first) ? List.of(first) : List.of(first, again);
        return reporting.isEmpty() ? null : compared(claimed, reporting, after);
    }

    private Comparison compared(Claimed claimed, List<Integer> commands, List<TestRun> after)
            throws IOException, InterruptedException {
        List<TestRun> before = before(claimed, commands, 1);
        Comparison comparison = Comparison.of(before, after);
        if (!before.isEmpty() && comparison.isWorthAnotherLook()) {
            List<TestRun> twice = new ArrayList<>(before);
            twice.addAll(before(claimed, commands, 2));
            return Comparison.of(twice, after);
        }
        return comparison;
    }

    /// One run at most.
    private List<TestRun> before(Claimed claimed, List<Integer> commands, int run)
            throws IOException, InterruptedException {
        List<TestRun> all = baseline.runs(claimed, run);
        if (all == null) {
            return List.of();
        }
        TestRun one = TestRun.NONE;
        for (int command : commands) {
            one = one.and(command < all.size() ? all.get(command) : TestRun.NONE);
        }
        return List.of(one);
    }
}
