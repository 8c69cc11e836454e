package dev.ralph.store;

import dev.ralph.loop.Report;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An attempt as lists show it: a read model, implied by its loop's entries.
///
/// @param endedAt null while it runs
/// @param report  null while it runs, and for an attempt that was lost
/// @param lost    the engine died while it ran
public record AttemptSummary(
        String loop,
        int attempt,
        String run,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Report report,
        boolean lost) {}
