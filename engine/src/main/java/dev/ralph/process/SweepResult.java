package dev.ralph.process;

import java.util.List;

/// What a sweep after a crash found.
///
/// @param ended for each process that dead engines had left behind, and that was ended, the tag it was known by
/// @param live how many leases belong to engines that are alive, and were left alone
/// @param survivors what could not be ended, with the reason; their leases are kept
public record SweepResult(List<String> ended, int live, List<String> survivors) {
    public SweepResult {
        ended = List.copyOf(ended);
        survivors = List.copyOf(survivors);
    }
}
