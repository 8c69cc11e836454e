package dev.ralph.run;

import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.store.Entry;
import dev.ralph.store.Journal;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Streams;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Brings a loop that nobody runs to a state from which it can go on: an attempt that was open is lost, an end that was
/// decided is told, and the public files say what the journal implies. The same for the jobs that its agents ordered.
final class Recovery {
    private final Setup setup;
    private final Journal journal;
    private final Finish finish;
    private final Told told;

    /// Runs a loop whose end is decided to that end.
    interface Finish {
        void run(Site site, Policy policy) throws IOException;
    }

    Recovery(Setup setup, Journal journal, Finish finish) {
        this.setup = setup;
        this.journal = journal;
        this.finish = finish;
        this.told = new Told(setup.clock());
    }

    LoopState of(Site site) throws IOException {
        FaultPoint.RECOVER.before();
        String loop = site.head().id();
        List<Entry<Event>> entries = new ArrayList<>(journal.entries(loop));
        LoopState state = LoopState.replay(entries.stream().map(Entry::event).toList());
        int open = openAttempt(state);
        if (open > 0) {
            Instant now = setup.clock().instant();
            Words said = new LostStream(site, new Kinds(setup.launcherFolder()), setup.prices()).of(entries);
            Event gone = new Event.AttemptLost(open, now, said.testimony(), said.signal(), tier(entries));
            Entry<Event> lost = new Entry<>(entries.getLast().seq() + 1, now, gone);
            state = state.after(lost.event());
            journal.append(loop, List.of(lost));
            entries.add(lost);
        }
        new PublicFiles(site, setup.clock(), ignored -> {}).repair(entries, told);
        boolean decided = state.phase() instanceof Phase.Finishing;
        if (decided) {
            finish.run(site, state.policy());
        }
        for (LoopSummary job : journal.loops(Streams.below(loop)).reversed()) {
            if (job.head().profile().equals(Handover.JOB)) {
                of(new Site(setup.layout(), setup.project(), job.head()));
            }
        }
        LoopState now = decided
                ? LoopState.replay(
                        journal.entries(loop).stream().map(Entry::event).toList())
                : state;
        if (now.hasEnded()) { // whoever asked died with the answer: a loop that somebody starts now is another one
            Workshop.requests(setup.layout()).forgetAll(loop);
        }
        FaultPoint.RECOVER.after();
        return now;
    }

    /// What the attempt that was begun last was confined to.
    private static @Nullable String tier(List<Entry<Event>> entries) {
        for (Entry<Event> entry : entries.reversed()) {
            if (entry.event() instanceof Event.AttemptStarted started) {
                return started.tier();
            }
        }
        return null;
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
