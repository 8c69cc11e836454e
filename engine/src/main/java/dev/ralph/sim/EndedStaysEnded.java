package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.store.JournalEntry;
import org.jspecify.annotations.Nullable;

final class EndedStaysEnded extends PromiseCheck {
    private @Nullable Outcome ended;

    EndedStaysEnded() {
        super("an ended loop does nothing more until somebody resumes it");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.LoopResumed _ -> {
                if (ended == Outcome.COMPLETED || ended == Outcome.REJECTED) {
                    breaks("a loop that ended as " + ended + " was resumed");
                }
                ended = null;
            }
            case Event.StopRequested _ -> {}
            case Event event -> {
                if (ended != null) {
                    breaks("entry " + entry.seq() + " after the end: " + event);
                }
                ended = event instanceof Event.LoopEnded end ? end.outcome() : ended;
            }
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        boolean acts = switch (happening) {
            case SimFact.Executed _,
                    SimFact.Died _,
                    SimFact.Checked _,
                    SimFact.Renamed _,
                    SimFact.Committed _,
                    SimFact.Announced _ -> true;
            default -> false;
        };
        if (acts && ended != null) {
            breaks("after the end: " + happening);
        }
    }
}
