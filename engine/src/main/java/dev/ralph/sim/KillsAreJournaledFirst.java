package dev.ralph.sim;

import dev.ralph.loop.LoopState;

final class KillsAreJournaledFirst extends StopPromise {
    @Override
    String words() {
        return "a stop request is in the journal before anything is killed for it";
    }

    @Override
    void deed(Happening happening, LoopState now) {
        if (happening instanceof Happening.Died died && died.cause() == Happening.Cause.STOP && !stopped()) {
            breaks("attempt " + died.attempt() + " was killed before the journal knew why");
        }
    }
}
