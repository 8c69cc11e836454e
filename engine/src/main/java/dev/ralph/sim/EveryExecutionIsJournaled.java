package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.store.JournalEntry;
import java.util.HashSet;
import java.util.Set;

final class EveryExecutionIsJournaled extends PromiseCheck {
    private final Set<String> journaled = new HashSet<>();
    private final Set<String> executed = new HashSet<>();

    EveryExecutionIsJournaled() {
        super("an execution is in the journal before it begins, and begins once");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        if (entry.event() instanceof Event.AttemptStarted started) {
            journaled.add(started.run());
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Executed run) {
            if (!journaled.contains(run.run())) {
                breaks(run.run() + " was executed but no journal knew of it");
            }
            if (!executed.add(run.run())) {
                breaks(run.run() + " was executed twice");
            }
        }
    }
}
