package dev.ralph.sim;

import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.store.JournalEntry;

final class AttemptsAreBounded extends PromiseCheck {
    private int allowed;
    private int executed;

    AttemptsAreBounded() {
        super("N allowed attempts mean at most N executions");
    }

    @Override
    void begins(Policy policy) {
        allowed = policy.limits().attempts();
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        if (entry.event() instanceof Event.LoopResumed resumed) {
            allowed = resumed.policy().limits().attempts();
        } else if (entry.event() instanceof Event.TermsChanged changed) {
            allowed = changed.attempts();
        } else if (entry.event() instanceof Event.AttemptEnded ended
                && ended.report().ended() == AttemptReport.Ended.LIMITED) {
            executed--; // those that a provider's limit ended use up none
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Executed && ++executed > allowed) {
            breaks("execution " + executed + " although only " + allowed + " are allowed");
        }
    }
}
