package dev.ralph.run;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.Entry;
import dev.ralph.store.Journal;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiConsumer;

/// The loop: ask for the decision, perform it, journal what happened, go on.
public final class Runner {
    private final Journal journal;
    private final World world;
    private final InstantSource clock;
    private final BiConsumer<Entry, LoopState> told;

    /// @param told hears every entry after it became durable, with the state it led to
    public Runner(Journal journal, World world, InstantSource clock, BiConsumer<Entry, LoopState> told) {
        this.journal = journal;
        this.world = world;
        this.clock = clock;
        this.told = told;
    }

    /// Runs the loop from wherever its journal stands until it has ended.
    public Decision.Nothing run(String loop) throws InterruptedException {
        Place place = place(loop);
        LoopState state = place.state();
        Book book = new Book(journal, loop, place.seq(), clock, told);
        boolean mayWait = false;
        while (true) {
            Decision decision = state.decision();
            if (!(mayWait && decision instanceof Decision.StartAttempt)) {
                book.settle();
                world.begin(decision);
                book.tell();
            }
            if (decision instanceof Decision.Nothing end) {
                return end;
            }
            Event event = perform(decision, book);
            state = book.note(state, event);
            mayWait = mayWait(event);
        }
    }

    /// Where a loop stands, and its last entry.
    private record Place(LoopState state, long seq) {}

    /// The entries are forgotten here: a loop that was resumed has many, and may run for days.
    private Place place(String loop) {
        List<Entry> entries = journal.entries(loop);
        return new Place(
                LoopState.replay(entries.stream().map(Entry::event).toList()),
                entries.getLast().seq());
    }

    /// What happened between two attempts may become durable together with the start of the next: that one begins by
    /// looking and by preparing a folder, nothing that needs the past on disk. A request may not wait: the world
    /// forgets it only when it is told, and would say it again and again.
    private static boolean mayWait(Event event) {
        return switch (event) {
            case Event.AttemptEnded _, Event.AttemptLost _, Event.RestEnded _, Event.SignalRefused _ -> true;
            case Event.LoopStarted _, Event.LoopResumed _, Event.LoopEnded _, Event.AttemptStarted _ -> false;
            case Event.SignalSeen _, Event.NothingSeen _, Event.ChildrenEnded _, Event.LimitEnded _ -> false;
            case Event.ChecksEnded _, Event.WorkKept _, Event.TroubleFound _ -> false;
            case Event.Held _, Event.Released _, Event.StopRequested _ -> false;
        };
    }

    /// A world that fails must not take with it what happened before.
    private Event perform(Decision decision, Book book) throws InterruptedException {
        try {
            return world.perform(decision);
        } catch (RuntimeException | InterruptedException failure) {
            try {
                book.settle();
                book.tell();
            } catch (RuntimeException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
    }
}
