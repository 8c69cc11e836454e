package dev.ralph.engine;

import dev.ralph.attempt.AttemptFindings;
import dev.ralph.attempt.LostAttemptOutput;
import dev.ralph.attempt.MarkerFiles;
import dev.ralph.attempt.StageFindings;
import dev.ralph.environment.AgentLookup;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Declaration;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.projection.PostedMessages;
import dev.ralph.projection.PublicFiles;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamQuery;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Brings a loop that nobody runs to a state from which it can go on: an attempt that was open is lost, an end that was
/// decided is told, and the public files say what the journal implies. The same for the jobs that its agents ordered.
final class Recovery {
    private final EngineOptions options;
    private final Journal journal;
    private final Finish finish;
    private final PostedMessages posted;

    /// Runs a loop whose end is decided to that end.
    interface Finish {
        void run(LoopPaths paths, Policy policy) throws IOException;
    }

    Recovery(EngineOptions options, Journal journal, Finish finish) {
        this.options = options;
        this.journal = journal;
        this.finish = finish;
        this.posted = new PostedMessages(options.clock());
    }

    LoopState of(LoopPaths paths) throws IOException {
        FaultPoint.RECOVER.before();
        String loop = paths.head().id();
        List<JournalEntry<Event>> entries = new ArrayList<>(journal.entries(loop));
        LoopState state =
                LoopState.replay(entries.stream().map(JournalEntry::event).toList());
        int open = openAttempt(state);
        if (open > 0) {
            Instant now = options.clock().instant();
            AttemptFindings said = new LostAttemptOutput(
                            paths, new AgentLookup(options.launcherFolder()), options.prices())
                    .of(entries);
            Event.AttemptStarted started = lastStarted(entries);
            RunFolder folder = paths.task().run(started.run());
            MarkerFiles markers = MarkerFiles.of(paths, state.policy(), options.environment(), options.clock());
            Declaration declared = markers.declared(folder);
            List<String> findings = markers.scrubbed(StageFindings.of(state.policy(), folder, said.rejected()));
            Signal signal = declared != null && declared.blocker() != null ? Signal.GAVE_UP : said.signal();
            Declaration why = signal == Signal.GAVE_UP ? markers.blocked(declared, said.blocker()) : declared;
            Duration took = longest(entries, now, state.policy());
            Event gone =
                    new Event.AttemptLost(open, now, said.statement(), signal, started.tier(), why, findings, took);
            JournalEntry<Event> lost = new JournalEntry<>(entries.getLast().seq() + 1, now, gone);
            state = state.after(lost.event());
            journal.append(loop, List.of(lost));
            entries.add(lost);
        }
        new PublicFiles(paths, options.clock(), ignored -> {}).repair(entries, posted);
        boolean decided = state.phase() instanceof Phase.Finishing;
        if (decided) {
            finish.run(paths, state.policy());
        }
        for (LoopSummary job : journal.loops(StreamQuery.below(loop)).reversed()) {
            if (job.head().isJob()) {
                of(new LoopPaths(options.layout(), options.project(), job.head()));
            }
        }
        LoopState now = decided ? journal.state(loop) : state;
        if (now.hasEnded()) { // whoever asked died with the answer: a loop that somebody starts now is another one
            StateFolder.requests(options.layout()).forgetAll(loop);
        }
        FaultPoint.RECOVER.after();
        return now;
    }

    /// Until now, when nothing of it is left, but not longer than it was allowed to: nobody may have looked for days.
    private static Duration longest(List<JournalEntry<Event>> entries, Instant now, Policy policy) {
        Instant begun = entries.reversed().stream()
                .filter(entry -> entry.event() instanceof Event.AttemptStarted)
                .findFirst()
                .orElseThrow()
                .at();
        Duration since = now.isBefore(begun) ? Duration.ZERO : Duration.between(begun, now);
        Duration wall = policy.limits().wall();
        return wall == null || since.compareTo(wall) < 0 ? since : wall;
    }

    private static Event.AttemptStarted lastStarted(List<JournalEntry<Event>> entries) {
        for (JournalEntry<Event> entry : entries.reversed()) {
            if (entry.event() instanceof Event.AttemptStarted started) {
                return started;
            }
        }
        throw new IllegalStateException("an attempt is open that never began");
    }

    /// The attempt that the journal knows no end of, 0 when there is none.
    private static int openAttempt(LoopState state) {
        return switch (state.decision()) {
            case Decision.AttendAttempt attend -> attend.attempt();
            case Decision.EndAttempt end -> end.attempt();
            default -> 0;
        };
    }
}
