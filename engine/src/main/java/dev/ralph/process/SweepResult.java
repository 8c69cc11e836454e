package dev.ralph.process;

import java.util.List;

/// What a sweep after a crash found.
///
/// @param ended processes dead engines had left behind, now ended
/// @param live how many leases belong to engines that are alive, and were left alone
/// @param stale how many leases had nothing alive behind them
/// @param survivors what could not be ended, with the reason; their leases are kept
public record SweepResult(List<Left> ended, int live, int stale, List<String> survivors) {
    public SweepResult {
        ended = List.copyOf(ended);
        survivors = List.copyOf(survivors);
    }

    /// A process that was left behind.
    public record Left(long pid, String tag) {}
}
