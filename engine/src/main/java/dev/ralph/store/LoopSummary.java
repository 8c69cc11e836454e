package dev.ralph.store;

import dev.ralph.loop.Activity;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A loop as lists show it: a read model, implied by its entries.
///
/// @param seq its last entry
public record LoopSummary(StreamHead head, Instant startedAt, Instant updatedAt, long seq, Progress progress) {

    /// What is stored of it beside its stream.
    ///
    /// @param attempts    attempts started so far
    /// @param maxAttempts how many may be started: those allowed, and one more for each that does not count
    /// @param until       how long it waits for a provider's limit, null when it does not
    /// @param outcome     null while the loop has not ended
    /// @param reason      why it ended, or the last refusal or failure while it goes on; null when there was none
    public record Progress(
            Activity activity,
            int attempts,
            int maxAttempts,
            @Nullable Instant until,
            @Nullable Outcome outcome,
            @Nullable Reason reason) {
        static Progress of(LoopState state) {
            return new Progress(
                    state.activity(),
                    state.attempts(),
                    state.policy().limits().attempts() + state.usage().free(),
                    state.until(),
                    state.phase() instanceof Phase.Ended ended ? ended.outcome() : null,
                    state.reason());
        }
    }

    /// What a loop's entries, from the first on, imply.
    ///
    /// @throws dev.ralph.machine.IllegalEvent when they are no possible journal
    public static LoopSummary of(StreamHead head, List<JournalEntry<Event>> entries) {
        return of(LoopProgress.begin(head, StreamType.LOOP).after(entries).summary());
    }

    public static LoopSummary of(StreamSummary stream) {
        return new LoopSummary(
                stream.head(), stream.startedAt(), stream.updatedAt(), stream.seq(), (Progress) stream.detail());
    }

    public Activity activity() {
        return progress.activity();
    }

    public int attempts() {
        return progress.attempts();
    }

    public int maxAttempts() {
        return progress.maxAttempts();
    }

    /// Null while the loop has not ended.
    public @Nullable Outcome outcome() {
        return progress.outcome();
    }

    public @Nullable Reason reason() {
        return progress.reason();
    }

    public boolean open() {
        return outcome() == null;
    }
}
