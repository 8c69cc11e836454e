package dev.ralph.sim;

/// The engine dies here. An [Error], because no code of a dead engine runs: nobody may catch it but the simulation.
public final class SimCrash extends Error {
    private static final long serialVersionUID = 1L;

    SimCrash(long step) {
        super("the engine died at step " + step, null, false, false);
    }
}
