package dev.ralph.store;

import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a machine stands after some of its entries: what its summary is made from.
///
/// @param seq   its last entry
/// @param state null before the first entry
public record LoopProgress(
        StreamHead head,
        StreamType<?, ?> type,
        Instant startedAt,
        Instant updatedAt,
        long seq,
        @Nullable State<?, ?, ?> state) {

    public static LoopProgress begin(StreamHead head, StreamType<?, ?> type) {
        return new LoopProgress(head, type, Instant.EPOCH, Instant.EPOCH, 0, null);
    }

    /// @throws RuntimeException when an event cannot follow the ones before it
    public LoopProgress after(List<? extends JournalEntry<?>> entries) {
        LoopProgress standing = this;
        for (JournalEntry<?> entry : entries) {
            standing = standing.after(entry);
        }
        return standing;
    }

    public LoopProgress after(JournalEntry<?> entry) {
        if (entry.seq() != seq + 1) {
            throw new IllegalArgumentException("entry " + entry.seq() + " of " + head.id() + " does not follow entry "
                    + seq + ": entries are appended without gaps");
        }
        State<?, ?, ?> next = state == null ? type.replay(List.of(entry.event())) : type.after(state, entry.event());
        return new LoopProgress(head, type, seq == 0 ? entry.at() : startedAt, entry.at(), entry.seq(), next);
    }

    public StreamSummary summary() {
        State<?, ?, ?> now = state;
        if (now == null) {
            throw new IllegalStateException(head.id() + " has no entries yet");
        }
        return new StreamSummary(head, startedAt, updatedAt, seq, now.hasEnded(), now.isParked(), type.summary(now));
    }
}
