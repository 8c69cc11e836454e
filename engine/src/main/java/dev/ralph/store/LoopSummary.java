package dev.ralph.store;

import dev.ralph.loop.Outcome;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A loop as lists show it: a read model, implied by its entries.
///
/// @param phase       as [dev.ralph.loop.Phase#words] says it
/// @param attempts    attempts started so far
/// @param maxAttempts how many may be started: those allowed, and one more for each that does not count
/// @param outcome     null while the loop has not ended
/// @param reason      why it ended, or the last refusal or failure while it goes on
/// @param seq         its last entry
public record LoopSummary(
        LoopHead head,
        Instant startedAt,
        Instant updatedAt,
        String phase,
        int attempts,
        int maxAttempts,
        @Nullable Outcome outcome,
        @Nullable String reason,
        long seq) {

    /// What a loop's entries, from the first on, imply.
    ///
    /// @throws dev.ralph.machine.IllegalEvent when they are no possible journal
    public static LoopSummary of(LoopHead head, List<Entry> entries) {
        return Standing.begin(head).after(entries).summary();
    }

    public boolean open() {
        return outcome == null;
    }
}
