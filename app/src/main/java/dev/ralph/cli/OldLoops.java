package dev.ralph.cli;

import dev.ralph.loop.Outcome;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Which loops have nothing left that anybody needs: ended, old, and not begun from inside a loop that is still open.
///
/// @param before     loops that changed since then are young
/// @param keepFailed whether loops that failed are kept however old they are
record OldLoops(JournalView journal, Instant before, boolean keepFailed) {

    List<LoopSummary> list() {
        return journal.loops().stream()
                .filter(loop -> isOld(loop) && !insideOpenOne(loop))
                .toList();
    }

    boolean isOld(LoopSummary loop) {
        Outcome outcome = loop.outcome();
        return outcome != null && loop.updatedAt().isBefore(before) && !(keepFailed && failed(outcome));
    }

    private static boolean failed(Outcome outcome) {
        return switch (outcome) {
            case FAILED, FATAL, BLOCKED, EXHAUSTED -> true;
            case COMPLETED, STOPPED, WAITING, CANCELLED, REJECTED -> false;
        };
    }

    /// An open loop may still wait for the children of its children.
    private boolean insideOpenOne(LoopSummary loop) {
        Set<String> seen = new HashSet<>();
        LoopSummary at = loop;
        while (at != null && seen.add(at.head().id())) {
            if (at.open()) {
                return true;
            }
            String parent = at.head().parent();
            at = parent == null ? null : journal.loop(parent).orElse(null);
        }
        return false;
    }
}
