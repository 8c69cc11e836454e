package dev.ralph.store;

import dev.ralph.machine.StreamHead;
import java.time.Instant;

/// A stream as lists show it: a read model, implied by its entries.
///
/// @param seq    its last entry
/// @param ended  nothing happens to it any more unless somebody resumes it
/// @param parked it waits for a person's answer
/// @param detail what its [StreamType] says of it besides
public record StreamSummary(
        StreamHead head,
        Instant startedAt,
        Instant updatedAt,
        long seq,
        boolean ended,
        boolean parked,
        Record detail) {}
