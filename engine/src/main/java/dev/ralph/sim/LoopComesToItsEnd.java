package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.store.Entry;

final class LoopComesToItsEnd extends Promise {
    @Override
    String words() {
        return "a loop comes to its end, through all crashes";
    }

    @Override
    void end(History history) {
        if (history.trouble() != null) {
            breaks(history.trouble());
            return;
        }
        boolean ended = false;
        for (Entry<Event> entry : history.entries()) {
            ended = entry.event() instanceof Event.LoopEnded || (ended && entry.event() instanceof Event.StopRequested);
        }
        if (!ended) {
            breaks("the engine stopped, but the journal does not end with LoopEnded");
        }
    }
}
