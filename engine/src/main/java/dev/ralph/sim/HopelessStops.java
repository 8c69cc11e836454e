package dev.ralph.sim;

import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.store.JournalEntry;
import org.jspecify.annotations.Nullable;

final class HopelessStops extends PromiseCheck {
    private boolean hopeless;
    private @Nullable AttemptFailure failure;
    private int times;

    HopelessStops() {
        super("an agent that cannot start, or fails the same way too often, is not started again");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.AttemptEnded ended -> count(ended.report(), before.policy());
            case Event.LoopResumed _ -> {
                hopeless = false;
                if (before.hasEnded()) {
                    failure = null;
                }
            }
            case Event.Answered _ -> failure = null;
            case Event.AttemptStarted started -> {
                if (hopeless) {
                    breaks("attempt " + started.attempt() + " started after " + failure);
                }
            }
            default -> {}
        }
    }

    private void count(AttemptReport report, Policy policy) {
        if (report.ended() == AttemptReport.Ended.LIMITED) {
            return;
        }
        times = report.failure() != null && report.failure().equals(failure) ? times + 1 : 1;
        failure = report.failure();
        int breaker = policy.limits().sameFailures();
        boolean stuck = breaker > 0 && failure != null && times >= breaker && report.signal() == null;
        hopeless = stuck || report.how() == AttemptReport.How.NOT_STARTED;
    }
}
