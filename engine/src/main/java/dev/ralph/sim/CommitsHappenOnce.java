package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.JournalEntry;
import java.util.HashMap;
import java.util.Map;

final class CommitsHappenOnce extends PromiseCheck {
    private final Map<Integer, String> commits = new HashMap<>();

    CommitsHappenOnce() {
        super("accepted work is committed at most once, and the journal names that commit");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        if (entry.event() instanceof Event.WorkKept kept && !commits.containsValue(kept.commit())) {
            breaks("the journal names " + kept.commit() + ", which was never made");
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Committed made && commits.put(made.attempt(), made.commit()) != null) {
            breaks("the work of attempt " + made.attempt() + " was committed twice");
        }
    }
}
