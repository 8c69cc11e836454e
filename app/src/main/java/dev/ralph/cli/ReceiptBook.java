package dev.ralph.cli;

import dev.ralph.loop.Event;
import dev.ralph.loop.Verdict;
import dev.ralph.receipt.Chain;
import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.ReceiptFile;
import dev.ralph.store.Entry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.task.Layout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The receipts of one loop, next to what its journal says of them.
///
/// @param receipts the newest, oldest first
/// @param verdict  hashes of those that the loop's last verdict rests on
/// @param kept     the commit as which the work of that verdict was kept, null where it was not
record ReceiptBook(
        LoopSummary loop,
        List<Chain.Stored> receipts,
        Chain.Report report,
        List<String> verdict,
        @Nullable String kept) {
    /// So that a file which somebody else wrote does not fill the memory.
    private static final int MOST = 5000;

    ReceiptBook {
        receipts = List.copyOf(receipts);
        verdict = List.copyOf(verdict);
    }

    static ReceiptBook read(Layout layout, JournalView journal, LoopSummary loop) {
        String id = loop.head().id();
        List<String> journaled = new ArrayList<>();
        List<String> last = List.of();
        String kept = null;
        for (Entry<Event> entry : journal.entries(id)) {
            if (entry.event() instanceof Event.ChecksEnded ended) {
                last = ended.verdict().results().stream()
                        .map(Verdict.Result::receipt)
                        .filter(Objects::nonNull)
                        .toList();
                journaled.addAll(last);
                kept = null;
            } else if (entry.event() instanceof Event.WorkKept work) {
                kept = work.commit();
            }
        }
        Deque<Chain.Stored> newest = new ArrayDeque<>();
        Chain.Report report = Chain.read(new ReceiptFile(layout.state(), layout.loop(id)), id, journaled, stored -> {
            newest.addLast(stored);
            if (newest.size() > MOST) {
                newest.removeFirst();
            }
        });
        return new ReceiptBook(loop, List.copyOf(newest), report, last, kept);
    }

    String task() {
        return loop.head().task();
    }

    /// What the last verdict rests on.
    List<Evidence> evidence() {
        return receipts.stream()
                .filter(stored -> verdict.contains(stored.receipt().hash()))
                .map(stored -> stored.receipt().evidence())
                .toList();
    }

    /// What is wrong, for people.
    List<String> troubles() {
        return report.flaws().stream()
                .map(flaw -> "the receipts of loop " + loop.head().id() + " of task " + task() + ": " + flaw)
                .toList();
    }
}
