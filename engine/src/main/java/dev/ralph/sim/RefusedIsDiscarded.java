package dev.ralph.sim;

import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.store.JournalEntry;

final class RefusedIsDiscarded extends PromiseCheck {
    private int due;

    RefusedIsDiscarded() {
        super("where the policy discards, nothing of a refused or failed attempt is there when the next one begins");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        Policy.OnRefusal wanted = before.policy().onRefusal();
        boolean discards =
                wanted != Policy.OnRefusal.KEEP && before.policy().mode() == Policy.Mode.LOOP && before.leave() == null;
        switch (entry.event()) {
            case Event.SignalRefused _ when discards && wanted == Policy.OnRefusal.DISCARD -> due = before.attempts();
            case Event.AttemptLost lost
            when discards
                    && wanted == Policy.OnRefusal.DISCARD
                    && lost.signal() == null
                    && before.phase() instanceof Phase.Running -> due = lost.attempt();
            case Event.AttemptEnded ended
            when discards && before.phase() instanceof Phase.Running && failed(ended.report()) -> due = ended.attempt();
            case Event.LoopResumed _ when before.hasEnded() -> due = 0;
            default -> {}
        }
    }

    private static boolean failed(AttemptReport report) {
        return report.signal() == null
                && report.how() != AttemptReport.How.NOT_STARTED
                && report.ended() != AttemptReport.Ended.FINISHED
                && report.ended() != AttemptReport.Ended.LIMITED;
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Discarded discarded) {
            if (discarded.attempt() != now.attempts()) {
                breaks("attempt " + discarded.attempt() + " was discarded after attempt " + now.attempts());
            }
            due = 0;
        } else if (happening instanceof SimFact.Executed executed && due > 0) {
            breaks("attempt " + executed.attempt() + " began with what attempt " + due + " left");
        }
    }
}
