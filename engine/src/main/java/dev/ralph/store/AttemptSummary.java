package dev.ralph.store;

import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.AttemptEnded;
import dev.ralph.loop.Event.AttemptLost;
import dev.ralph.loop.Event.AttemptStarted;
import dev.ralph.loop.SandboxReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An attempt as lists show it: a read model, implied by its loop's entries.
///
/// @param endedAt null while it runs
/// @param report  null while it runs, and for an attempt that was lost
/// @param lost    the engine died while it ran
/// @param statement what the agent said of it, also where it was lost; null where nobody understands it
/// @param tier      of the sandbox it had; null while it runs, and where nobody wrote it down
public record AttemptSummary(
        String loop,
        int attempt,
        String run,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable AttemptReport report,
        boolean lost,
        @Nullable AgentStatement statement,
        @Nullable String tier) {

    /// Whether it counts as no attempt.
    public boolean isFree() {
        return report != null ? report.isFree() : statement != null && statement.isLimited();
    }

    /// What a loop's entries, from the first on, imply.
    public static List<AttemptSummary> of(String loop, List<JournalEntry<Event>> entries) {
        List<AttemptSummary> attempts = new ArrayList<>();
        for (JournalEntry<Event> entry : entries) {
            if (entry.event() instanceof AttemptStarted started) {
                attempts.add(begin(loop, started, entry.at()));
            } else if (entry.event() instanceof AttemptEnded || entry.event() instanceof AttemptLost) {
                attempts.add(attempts.removeLast().after(entry));
            }
        }
        return List.copyOf(attempts);
    }

    /// An attempt that has just begun.
    public static AttemptSummary begin(String loop, AttemptStarted started, Instant at) {
        return new AttemptSummary(loop, started.attempt(), started.run(), at, null, null, false, null, null);
    }

    /// The same attempt once the entry that ended it is known.
    public AttemptSummary after(JournalEntry<Event> entry) {
        if (entry.event() instanceof AttemptEnded ended) {
            AttemptReport how = ended.report();
            SandboxReport sandboxReport = how.sandbox();
            return new AttemptSummary(
                    loop,
                    attempt,
                    run,
                    startedAt,
                    how.endedAt(),
                    how,
                    false,
                    how.statement(),
                    sandboxReport == null ? null : sandboxReport.tier());
        }
        if (entry.event() instanceof AttemptLost gone) {
            return new AttemptSummary(
                    loop, attempt, run, startedAt, gone.foundAt(), null, true, gone.statement(), gone.tier());
        }
        throw new IllegalArgumentException("no attempt ends with " + entry.event());
    }
}
