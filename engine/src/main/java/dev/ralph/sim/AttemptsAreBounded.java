package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Report;
import dev.ralph.store.Entry;

final class AttemptsAreBounded extends Promise {
    private int allowed;
    private int executed;

    @Override
    String words() {
        return "N allowed attempts mean at most N executions";
    }

    @Override
    void begins(Policy policy) {
        allowed = policy.limits().attempts();
    }

    @Override
    void entry(Entry<Event> entry, LoopState before) {
        if (entry.event() instanceof Event.LoopResumed resumed) {
            allowed = resumed.policy().limits().attempts();
        } else if (entry.event() instanceof Event.AttemptEnded ended
                && ended.report().ended() == Report.Ended.LIMITED) {
            executed--; // those that a provider's limit ended use up none
        }
    }

    @Override
    void deed(Happening happening, LoopState now) {
        if (happening instanceof Happening.Executed && ++executed > allowed) {
            breaks("execution " + executed + " although only " + allowed + " are allowed");
        }
    }
}
