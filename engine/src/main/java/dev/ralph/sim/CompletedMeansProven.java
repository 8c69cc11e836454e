package dev.ralph.sim;

import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import dev.ralph.store.JournalEntry;
import java.util.HashSet;
import java.util.Set;

final class CompletedMeansProven extends PromiseCheck {
    private final Set<String> passed = new HashSet<>();
    private boolean signalled;
    private boolean judged;
    private boolean kept;
    private boolean committed;

    CompletedMeansProven() {
        super("a loop completes only after a signal that every check confirmed, of what is kept");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.AttemptEnded ended -> claims(claimed(ended.report(), before.policy()));
            case Event.AttemptLost lost -> claims(lost.signal() == Signal.PROMISE);
            case Event.SignalSeen seen -> {
                if (!(before.phase() instanceof Phase.Running)) {
                    claims(seen.signal() == Signal.DONE);
                }
            }
            case Event.ChecksEnded checks -> judged = checks.verdict().passed();
            case Event.WorkKept _ -> kept = true;
            case Event.SignalRefused _ -> claims(false);
            case Event.LoopEnded ended when ended.outcome() == Outcome.COMPLETED -> prove(before.policy());
            default -> {}
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Executed) {
            passed.clear();
            committed = false;
        } else if (happening instanceof SimFact.Committed) {
            committed = true;
        } else if (happening instanceof SimFact.Moved && now.policy().keep() == Policy.Keep.COMMIT && !committed) {
            passed.clear();
        } else if (happening instanceof SimFact.Checked checked) {
            if (checked.passed()) {
                passed.add(checked.check());
            } else {
                passed.remove(checked.check());
            }
        }
    }

    private static boolean claimed(AttemptReport report, Policy policy) {
        return report.signal() == Signal.DONE
                || report.signal() == Signal.PROMISE
                || (report.ended() == AttemptReport.Ended.FINISHED
                        && (policy.mode() == Policy.Mode.ONCE
                                || policy.conversation().counts(Signal.ENDED)));
    }

    private void claims(boolean claim) {
        signalled = claim;
        judged = false;
        kept = false;
    }

    private void prove(Policy policy) {
        if (!signalled) {
            breaks("it completed without a signal");
        }
        if (!policy.checks().isEmpty() && (!judged || !passed.containsAll(policy.checks()))) {
            breaks("it completed although only " + passed + " of " + policy.checks() + " passed");
        }
        if (policy.keep() == Policy.Keep.COMMIT && !kept) {
            breaks("it completed without keeping the work");
        }
    }
}
