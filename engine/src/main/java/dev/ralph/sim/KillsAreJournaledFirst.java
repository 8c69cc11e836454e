package dev.ralph.sim;

import dev.ralph.loop.LoopState;

final class KillsAreJournaledFirst extends StopPromise {
    KillsAreJournaledFirst() {
        super("a stop request is in the journal before anything is killed for it");
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Died died && died.cause() == SimFact.Cause.STOP && !stopped()) {
            breaks("attempt " + died.attempt() + " was killed before the journal knew why");
        }
    }
}
