package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Reason;
import dev.ralph.store.JournalEntry;
import java.util.List;

final class RejectionEndsTheLoop extends PromiseCheck {
    private List<String> due = List.of();

    RejectionEndsTheLoop() {
        super("an attempt that sends the work back ends a loop that may do so, with its findings and nothing else done;"
                + " no other loop ends so");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        switch (entry.event()) {
            case Event.AttemptEnded ended -> sentBack(ended.report().findings(), before);
            case Event.AttemptLost lost -> sentBack(lost.findings(), before);
            case Event.StopRequested _ -> {}
            case Event.LoopEnded ended -> {
                boolean rejected = ended.outcome() == Outcome.REJECTED;
                if (rejected == due.isEmpty() || (rejected && !ended.reason().equals(new Reason.Rejected(due)))) {
                    breaks("it ended for " + ended.reason() + " after an attempt that found " + due);
                }
                due = List.of();
            }
            default -> {
                if (!due.isEmpty()) {
                    breaks("entry " + entry.seq() + " after an attempt that found " + due + ": " + entry.event());
                }
            }
        }
    }

    private void sentBack(List<String> findings, LoopState before) {
        boolean counts = before.phase() instanceof Phase.Running
                && before.leave() == null
                && before.policy().conversation().mayReject();
        due = counts ? findings : List.of();
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        boolean acts = switch (happening) {
            case SimFact.Executed _, SimFact.Checked _, SimFact.Committed _, SimFact.Discarded _, SimFact.Renamed _ ->
                true;
            default -> false;
        };
        if (acts && !due.isEmpty()) {
            breaks(happening + " after an attempt that found " + due);
        }
    }
}
