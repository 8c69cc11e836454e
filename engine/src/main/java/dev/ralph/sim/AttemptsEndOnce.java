package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.JournalEntry;

final class AttemptsEndOnce extends PromiseCheck {
    private int open;
    private int last;

    AttemptsEndOnce() {
        super("attempts are counted without a gap, and each is recorded as ended or lost exactly once");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.AttemptStarted started -> {
                if (open != 0 || started.attempt() != last + 1) {
                    breaks("attempt " + started.attempt() + " follows " + last + (open != 0 ? ", which is open" : ""));
                }
                open = started.attempt();
                last = open;
            }
            case Event.AttemptEnded ended -> close(ended.attempt());
            case Event.AttemptLost lost -> close(lost.attempt());
            case Event.LoopEnded _ -> {
                if (open != 0) {
                    breaks("the loop ended while attempt " + open + " was open");
                }
            }
            default -> {}
        }
    }

    private void close(int attempt) {
        if (attempt != open) {
            breaks("the end of attempt " + attempt + " is recorded, but " + open + " is open");
        }
        open = 0;
    }
}
