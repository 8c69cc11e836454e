package dev.ralph.sim;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.machine.Runner;
import dev.ralph.machine.World;
import dev.ralph.store.Journal;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.StreamLog;
import dev.ralph.store.StreamType;
import java.time.InstantSource;
import java.util.function.BiConsumer;

/// What a simulated engine is made of. The real parts, unless a test of the simulation itself plants a bug in one.
interface SimParts {

    /// The real heart and runner over the simulated journal and world.
    SimParts REAL = new SimParts() {};

    default void run(
            String loop,
            Journal journal,
            World<Event, Decision> world,
            InstantSource clock,
            BiConsumer<JournalEntry<Event>, LoopState> told)
            throws InterruptedException {
        var _ = new Runner<>(
                        new StreamLog<>(journal, StreamType.LOOP),
                        LoopState::replay,
                        world,
                        clock,
                        moved -> told.accept(JournalEntry.of(moved), moved.state()))
                .run(loop);
    }

    /// The world as a new engine process finds it.
    default World<Event, Decision> world(World<Event, Decision> world, SimSituation situation) {
        return world;
    }

    /// Whether the journal refuses events that cannot follow, as a real one does.
    default SimJournal.Legality legality() {
        return SimJournal.Legality.CHECKED;
    }

    /// The journal as a new engine process opens it.
    default Journal journal(Journal journal) {
        return journal;
    }
}
