package dev.ralph.sim;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.machine.World;

/// The real heart and runner in a world that does one thing wrong.
abstract class BuggyWorld implements SimParts {

    abstract Event perform(World<Event, Decision> real, SimSituation situation, Decision decision)
            throws InterruptedException;

    @Override
    public final World<Event, Decision> world(World<Event, Decision> world, SimSituation situation) {
        return decision -> perform(world, situation, decision);
    }
}
