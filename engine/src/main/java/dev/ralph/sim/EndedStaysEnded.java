package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.store.Entry;
import org.jspecify.annotations.Nullable;

final class EndedStaysEnded extends Promise {
    private @Nullable Outcome ended;

    @Override
    String words() {
        return "an ended loop does nothing more until somebody resumes it";
    }

    @Override
    void entry(Entry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.LoopResumed _ -> {
                if (ended == Outcome.COMPLETED) {
                    breaks("a completed loop was resumed");
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
    void deed(Happening happening, LoopState now) {
        boolean acts = switch (happening) {
            case Happening.Executed _,
                    Happening.Died _,
                    Happening.Checked _,
                    Happening.Renamed _,
                    Happening.Committed _,
                    Happening.Announced _ -> true;
            default -> false;
        };
        if (acts && ended != null) {
            breaks("after the end: " + happening);
        }
    }
}
