package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.Entry;

final class NothingIsLeftAlive extends Promise {
    private int alive;

    @Override
    String words() {
        return "one agent at a time, and none when checks run or the loop ends";
    }

    @Override
    void entry(Entry<Event> entry, LoopState before) {
        if (entry.event() instanceof Event.LoopEnded && alive != 0) {
            breaks("the loop ended while attempt " + alive + " was alive");
        }
    }

    @Override
    void deed(Happening happening, LoopState now) {
        switch (happening) {
            case Happening.Executed executed -> {
                none("attempt " + executed.attempt() + " began");
                alive = executed.attempt();
            }
            case Happening.Died _ -> alive = 0;
            case Happening.Checked _ -> none("checks ran");
            case Happening.Committed _ -> none("work was committed");
            case Happening.Announced _ -> none("the outcome was told");
            default -> {}
        }
    }

    private void none(String what) {
        if (alive != 0) {
            breaks(what + " while attempt " + alive + " was alive");
        }
    }
}
