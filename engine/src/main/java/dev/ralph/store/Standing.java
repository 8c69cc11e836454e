package dev.ralph.store;

import dev.ralph.loop.Event.LoopStarted;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.machine.IllegalEvent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a loop stands after some of its entries: what its summary is made from.
///
/// @param seq   its last entry
/// @param state null before the first entry
record Standing(
        LoopHead head,
        Instant startedAt,
        Instant updatedAt,
        long seq,
        @Nullable LoopState state) {

    static Standing begin(LoopHead head) {
        return new Standing(head, Instant.EPOCH, Instant.EPOCH, 0, null);
    }

    /// @throws IllegalEvent when an event cannot follow the ones before it
    Standing after(List<Entry> entries) {
        Standing standing = this;
        for (Entry entry : entries) {
            standing = standing.after(entry);
        }
        return standing;
    }

    private Standing after(Entry entry) {
        if (entry.seq() != seq + 1) {
            throw new IllegalArgumentException("entry " + entry.seq() + " of loop " + head.loop()
                    + " does not follow entry " + seq + ": entries are appended without gaps");
        }
        if (state != null) {
            return new Standing(head, startedAt, entry.at(), entry.seq(), state.after(entry.event()));
        }
        if (!(entry.event() instanceof LoopStarted started)) {
            throw new IllegalEvent("the journal of a loop begins with LoopStarted, not with " + entry.event());
        }
        return new Standing(head, entry.at(), entry.at(), entry.seq(), LoopState.begin(started));
    }

    LoopSummary summary() {
        if (state == null) {
            throw new IllegalStateException("loop " + head.loop() + " has no entries yet");
        }
        return new LoopSummary(
                head,
                startedAt,
                updatedAt,
                state.phase().words(),
                state.attempts(),
                state.policy().limits().attempts() + state.toll().free(),
                outcome(state),
                reason(state),
                seq);
    }

    private static @Nullable Outcome outcome(LoopState state) {
        return state.phase() instanceof Phase.Ended ended ? ended.outcome() : null;
    }

    private static @Nullable String reason(LoopState state) {
        return switch (state.phase()) {
            case Phase.Ended ended -> ended.reason();
            case Phase.Finishing finishing -> finishing.reason();
            case Phase.Refusing refusing -> refusing.reason();
            case Phase.Limited limited -> limited.reason();
            case Phase.Ready _,
                    Phase.Resting _,
                    Phase.Running _,
                    Phase.AwaitingChildren _,
                    Phase.Checking _,
                    Phase.Keeping _,
                    Phase.Stopping _ ->
                state.failure().what() != null ? state.failure().what() : state.refusal();
        };
    }
}
