package dev.ralph.engine;

import dev.ralph.loop.Outcome;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StatusLine;
import dev.ralph.store.StreamSummary;
import dev.ralph.wording.Wording;
import org.jspecify.annotations.Nullable;

/// What `ralph status` says of streams.
public final class StatusLines {
    private StatusLines() {}

    /// A job is shown only where its task has nothing else.
    public static @Nullable StatusLine of(StreamSummary stream) {
        if (stream.head().kind() != StreamHead.Kind.LOOP) {
            return null;
        }
        return of(LoopSummary.of(stream));
    }

    public static StatusLine of(LoopSummary loop) {
        Wording wording = Wording.of(loop.head().profile());
        Outcome outcome = loop.outcome();
        String reason = loop.reason() == null ? "" : wording.of(loop.reason());
        return new StatusLine(
                loop.head().task(),
                loop.head().id(),
                loop.head().profile().equals(JobHandover.JOB) ? 0 : 1,
                Leases.key(loop.head()),
                !loop.open(),
                outcome != null
                        ? outcome.name()
                        : wording.of(
                                loop.activity(),
                                loop.attempts(),
                                loop.progress().until()),
                loop.attempts() + "/" + loop.maxAttempts(),
                loop.updatedAt().toEpochMilli(),
                reason.lines().findFirst().orElse(""));
    }
}
