package dev.ralph.sim;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.machine.World;

/// The real heart and runner in a world that does one thing wrong.
abstract class BuggyWorld implements SimParts {

    abstract Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
            throws InterruptedException;

    boolean isReady(World<Event, Decision> real, Decision decision) {
        return real.isReady(decision);
    }

    @Override
    public final World<Event, Decision> world(World<Event, Decision> world, SimSituation situation) {
        return new World<>() {
            @Override
            public Event perform(Decision decision) throws InterruptedException {
                return BuggyWorld.this.perform(world, situation, decision);
            }

            @Override
            public boolean isReady(Decision decision) {
                return BuggyWorld.this.isReady(world, decision);
            }
        };
    }
}
