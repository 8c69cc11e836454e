package dev.ralph.store;

import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.StreamHead;

/// An entry with its place among those of all streams.
///
/// @param position rises from entry to entry, in the order in which they became durable; some numbers may be left out
public record Recorded(long position, StreamHead head, Entry<?> entry) {

    /// The entry of a stream that is known to be of this type.
    public <E extends MachineEvent> Entry<E> entry(StreamType<?, E> type) {
        return new Entry<>(entry.seq(), entry.at(), type.cast(entry.event()));
    }
}
