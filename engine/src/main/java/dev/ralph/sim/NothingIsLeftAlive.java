package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.JournalEntry;

final class NothingIsLeftAlive extends PromiseCheck {
    private int alive;

    NothingIsLeftAlive() {
        super("one agent at a time, and none when checks run or the loop ends");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        if (entry.event() instanceof Event.LoopEnded && alive != 0) {
            breaks("the loop ended while attempt " + alive + " was alive");
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        switch (happening) {
            case SimFact.Executed executed -> {
                none("attempt " + executed.attempt() + " began");
                alive = executed.attempt();
            }
            case SimFact.Died _ -> alive = 0;
            case SimFact.Checked _ -> none("checks ran");
            case SimFact.Committed _ -> none("work was committed");
            case SimFact.Announced _ -> none("the outcome was told");
            default -> {}
        }
    }

    private void none(String what) {
        if (alive != 0) {
            breaks(what + " while attempt " + alive + " was alive");
        }
    }
}
