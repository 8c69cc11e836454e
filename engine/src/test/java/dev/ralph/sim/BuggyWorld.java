package dev.ralph.sim;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.machine.World;

/// The real heart and runner in a world that does one thing wrong.
abstract class BuggyWorld implements Parts {

    abstract Event perform(World<Event, Decision> real, Scene scene, Decision decision) throws InterruptedException;

    @Override
    public final World<Event, Decision> world(World<Event, Decision> world, Scene scene) {
        return decision -> perform(world, scene, decision);
    }
}
