package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Signal;
import dev.ralph.store.JournalEntry;
import java.util.HashSet;
import java.util.Set;

final class RefusedIsPutAside extends PromiseCheck {
    private final Set<String> names = new HashSet<>();
    private boolean there;
    private boolean refusing;
    private boolean owed;

    RefusedIsPutAside() {
        super("a refused DONE is put aside once, under a name of its own, and only when a check failed");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.ChecksEnded checks -> {
                refusing = !checks.verdict().passed();
                owed = refusing && there;
            }
            case Event.SignalRefused refused -> {
                if (owed) {
                    breaks(refused.keptAs() + " is in the journal, but DONE still lies there");
                }
                refusing = false;
            }
            default -> {}
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Signalled signalled && signalled.signal() == Signal.DONE) {
            there = true;
        } else if (happening instanceof SimFact.Renamed renamed) {
            if (!there || !refusing || !names.add(renamed.as())) {
                breaks("DONE became " + renamed.as() + " although "
                        + (!there ? "none was there" : !refusing ? "no check had failed" : "that name was taken"));
            }
            there = false;
            owed = false;
        }
    }
}
