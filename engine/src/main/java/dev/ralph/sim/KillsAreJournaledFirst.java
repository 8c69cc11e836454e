package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.Entry;

final class KillsAreJournaledFirst extends Promise {
    private boolean stopped;

    @Override
    String words() {
        return "a stop request is in the journal before anything is killed for it";
    }

    @Override
    void entry(Entry entry, LoopState before) {
        switch (entry.event()) {
            case Event.StopRequested _ -> stopped = true;
            case Event.LoopResumed _ -> stopped = false;
            default -> {}
        }
    }

    @Override
    void deed(Happening happening, LoopState now) {
        if (happening instanceof Happening.Died died && died.cause() == Happening.Cause.STOP && !stopped) {
            breaks("attempt " + died.attempt() + " was killed before the journal knew why");
        }
    }
}
