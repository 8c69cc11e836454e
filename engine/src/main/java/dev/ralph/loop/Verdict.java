package dev.ralph.loop;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What the checks say.
public record Verdict(List<Result> results) {
    public Verdict {
        results = List.copyOf(results);
    }

    /// One check that Ralph ran itself. `output` is the end of what it printed, short enough for a prompt.
    public record Result(String check, int exitCode, Duration took, String output, String sha256) {
        public boolean passed() {
            return exitCode == 0;
        }
    }

    public boolean passed() {
        return results.stream().allMatch(Result::passed);
    }

    /// Whether each of these checks was run.
    public boolean covers(List<String> checks) {
        return results.stream().map(Result::check).toList().containsAll(checks);
    }

    /// Why the signal is not believed; empty when it is.
    public Optional<String> refusal() {
        return results.stream()
                .filter(result -> !result.passed())
                .findFirst()
                .map(result -> "check `" + result.check() + "` "
                        + (result.exitCode() < 0 ? "did not end in time" : "ended with exit code " + result.exitCode())
                        + (result.output().isBlank() ? "" : "; its last output was:\n" + result.output()));
    }
}
