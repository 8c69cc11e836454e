package dev.ralph.store;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
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
    /// @param phase       as [dev.ralph.loop.Phase#words] says it
    /// @param attempts    attempts started so far
    /// @param maxAttempts how many may be started: those allowed, and one more for each that does not count
    /// @param outcome     null while the loop has not ended
    /// @param reason      why it ended, or the last refusal or failure while it goes on
    public record Progress(
            String phase,
            int attempts,
            int maxAttempts,
            @Nullable Outcome outcome,
            @Nullable String reason) {
        static Progress of(LoopState state) {
            return new Progress(
                    state.phase().words(),
                    state.attempts(),
                    state.policy().limits().attempts() + state.toll().free(),
                    state.phase() instanceof Phase.Ended ended ? ended.outcome() : null,
                    reasonOf(state));
        }

        private static @Nullable String reasonOf(LoopState state) {
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

    /// What a loop's entries, from the first on, imply.
    ///
    /// @throws dev.ralph.machine.IllegalEvent when they are no possible journal
    public static LoopSummary of(StreamHead head, List<Entry<Event>> entries) {
        return of(Standing.begin(head, StreamType.LOOP).after(entries).summary());
    }

    static LoopSummary of(StreamSummary stream) {
        return new LoopSummary(
                stream.head(), stream.startedAt(), stream.updatedAt(), stream.seq(), (Progress) stream.detail());
    }

    public String phase() {
        return progress.phase();
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

    public @Nullable String reason() {
        return progress.reason();
    }

    public boolean open() {
        return outcome() == null;
    }
}
