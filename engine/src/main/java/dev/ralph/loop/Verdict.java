package dev.ralph.loop;

import dev.ralph.verify.Check;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the checks say.
///
/// @param reviewCost what it cost to ask other agents; null where nobody was asked
public record Verdict(List<Result> results, @Nullable ReviewCost reviewCost) {
    public Verdict {
        results = List.copyOf(results);
    }

    /// For which nobody was asked.
    public Verdict(List<Result> results) {
        this(results, null);
    }

    /// One check that Ralph made itself.
    ///
    /// @param exitCode 0 when it passed; otherwise what its command ended with, -1 when that did not end in time
    /// @param output   the end of what it printed, short enough for a prompt
    /// @param reason   why it refuses, for the next prompt; null when it passed, and where the exit code says all
    /// @param receipt  the hash of its receipt, null where none is kept
    /// @param rule     the id of the rule that refuses first, of a check that has rules; null for none
    /// @param skipped  why it was not made, though nothing stands against the work; null for a check that was made
    public record Result(
            String check,
            int exitCode,
            Duration took,
            String output,
            String sha256,
            @Nullable String reason,
            @Nullable String receipt,
            @Nullable String rule,
            @Nullable String skipped) {
        public Result {
            if (exitCode == 0 && reason != null) {
                throw new IllegalArgumentException("check " + check + " passed, yet there is a reason against it");
            }
        }

        /// Without a receipt, and with nothing to say but its exit code.
        public Result(String check, int exitCode, Duration took, String output, String sha256) {
            this(check, exitCode, took, output, sha256, null, null);
        }

        /// Of a check that has no rules.
        public Result(
                String check,
                int exitCode,
                Duration took,
                String output,
                String sha256,
                @Nullable String reason,
                @Nullable String receipt) {
            this(check, exitCode, took, output, sha256, reason, receipt, null, null);
        }

        public boolean passed() {
            return exitCode == 0;
        }
    }

    public boolean passed() {
        return results.stream().allMatch(Result::passed);
    }

    /// How long other agents were asked, since the verdict before. Where nobody knows that, a check of several stages
    /// counts whole where one of them asks.
    public Duration reviewing() {
        Duration took = reviewCost == null ? null : reviewCost.took();
        if (took != null) {
            return took;
        }
        return results.stream()
                .filter(result -> Check.of(result.check()).asks())
                .map(Result::took)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /// Whether each of these checks was run.
    public boolean covers(List<String> checks) {
        return results.stream().map(Result::check).toList().containsAll(checks);
    }

    /// Why the signal is not believed; empty when it is.
    public Optional<Reason.ChecksFailed> refusal() {
        List<Result> failed =
                results.stream().filter(result -> !result.passed()).toList();
        return failed.isEmpty() ? Optional.empty() : Optional.of(new Reason.ChecksFailed(failed));
    }
}
