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
import java.util.Optional;
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
    /// @param free        attempts that do not count; null for none
    public record Progress(
            Activity activity,
            int attempts,
            int maxAttempts,
            @Nullable Instant until,
            @Nullable Outcome outcome,
            @Nullable Reason reason,
            @Nullable Integer free) {
        /// Of a loop whose attempts all count.
        public Progress(
                Activity activity,
                int attempts,
                int maxAttempts,
                @Nullable Instant until,
                @Nullable Outcome outcome,
                @Nullable Reason reason) {
            this(activity, attempts, maxAttempts, until, outcome, reason, null);
        }

        static Progress of(LoopState state) {
            int free = state.usage().free();
            return new Progress(
                    state.activity(),
                    state.attempts(),
                    state.policy().limits().attempts() + free,
                    state.until(),
                    state.phase() instanceof Phase.Ended ended ? ended.outcome() : null,
                    state.reason(),
                    free == 0 ? null : free);
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

    /// The last loop; a job counts only where there is nothing else.
    ///
    /// @param newestFirst of one task
    public static Optional<LoopSummary> last(List<LoopSummary> newestFirst) {
        return newestFirst.stream()
                .filter(loop -> !loop.head().isJob())
                .findFirst()
                .or(() -> newestFirst.stream().findFirst());
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

    /// Which of the allowed attempts the last one was, from 1; 0 before the first. See [LoopState#iteration].
    public int iteration() {
        return attempts() == 0 ? 0 : Math.max(1, attempts() - free());
    }

    /// How many attempts are allowed, besides those that do not count.
    public int iterations() {
        return maxAttempts() - free();
    }

    private int free() {
        Integer free = progress.free();
        return free == null ? 0 : free;
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
