package dev.ralph.sim;

import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.run.World;

/// The real heart and runner in a world that does one thing wrong.
abstract class BuggyWorld implements Parts {

    abstract Event perform(World real, Scene scene, Decision decision) throws InterruptedException;

    @Override
    public final World world(World world, Scene scene) {
        return decision -> perform(world, scene, decision);
    }
}
