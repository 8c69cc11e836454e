package dev.ralph.store;

import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.StreamHead;

/// An entry with its place among those of all streams.
///
/// @param position rises from entry to entry, in the order in which they became durable; some numbers may be left out
public record PositionedEntry(long position, StreamHead head, JournalEntry<?> entry) {

    /// The entry of a stream that is known to be of this type.
    public <E extends MachineEvent> JournalEntry<E> entry(StreamType<?, E> type) {
        return new JournalEntry<>(entry.seq(), entry.at(), type.cast(entry.event()));
    }
}
