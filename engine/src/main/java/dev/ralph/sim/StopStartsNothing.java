package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.Entry;

final class StopStartsNothing extends Promise {
    private boolean stopped;

    @Override
    String words() {
        return "after a stop request no attempt, check or commit is started";
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
        boolean starts = switch (happening) {
            case Happening.Executed _, Happening.Checked _, Happening.Committed _ -> true;
            default -> false;
        };
        if (starts && stopped) {
            breaks("after the stop request: " + happening);
        }
    }
}
