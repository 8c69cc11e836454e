package dev.ralph.sim;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.World;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// The heart and the runner again, with every joint open so that a test can break one. Sound as it stands.
class BuggyHeart implements SimParts {

    LoopState begin(Event.LoopStarted started) {
        return LoopState.begin(started);
    }

    LoopState after(LoopState state, Event event) {
        return state.after(event);
    }

    Decision decision(LoopState state) {
        return state.decision();
    }

    Event perform(World<Event, Decision> world, Decision decision) throws InterruptedException {
        return world.perform(decision);
    }

    boolean settlesBefore(Decision decision) {
        return true;
    }

    List<Event> recorded(Event event) {
        return List.of(event);
    }

    long seqAfter(long seq) {
        return seq + 1;
    }

    @Override
    public SimJournal.Legality legality() {
        return SimJournal.Legality.ANYTHING_GOES;
    }

    @Override
    public final void run(
            String loop,
            Journal journal,
            World<Event, Decision> world,
            InstantSource clock,
            BiConsumer<JournalEntry<Event>, LoopState> told)
            throws InterruptedException {
        List<JournalEntry<Event>> entries = journal.entries(loop);
        LoopState state = begin((Event.LoopStarted) entries.getFirst().event());
        for (JournalEntry<Event> entry : entries.subList(1, entries.size())) {
            state = after(state, entry.event());
        }
        long seq = entries.getLast().seq();
        List<JournalEntry<Event>> pending = new ArrayList<>();
        while (true) {
            Decision decision = decision(state);
            if (settlesBefore(decision) && !pending.isEmpty()) {
                journal.append(loop, List.copyOf(pending));
                for (JournalEntry<Event> entry : pending) {
                    told.accept(entry, state);
                }
                pending.clear();
            }
            if (decision instanceof Decision.Ended || (state.isParked() && !world.isReady(decision))) {
                return;
            }
            Event event = perform(world, decision);
            state = after(state, event);
            for (Event written : recorded(event)) {
                seq = seqAfter(seq);
                pending.add(new JournalEntry<>(seq, clock.instant(), written));
            }
        }
    }
}
