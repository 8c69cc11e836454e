package dev.ralph.engine;

import dev.ralph.loop.Event;
import dev.ralph.loop.Verdict;
import dev.ralph.paths.StateLayout;
import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.ReceiptChain;
import dev.ralph.receipt.ReceiptFile;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
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
public record LoopReceipts(
        LoopSummary loop,
        List<ReceiptChain.Stored> receipts,
        ReceiptChain.Report report,
        List<String> verdict,
        @Nullable String kept) {
    /// So that a file which somebody else wrote does not fill the memory.
    private static final int MOST = 5000;

    public LoopReceipts {
        receipts = List.copyOf(receipts);
        verdict = List.copyOf(verdict);
    }

    public static LoopReceipts read(StateLayout layout, JournalView journal, LoopSummary loop) {
        String id = loop.head().id();
        List<String> journaled = new ArrayList<>();
        List<String> last = List.of();
        String kept = null;
        for (JournalEntry<Event> entry : journal.entries(id)) {
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
        Deque<ReceiptChain.Stored> newest = new ArrayDeque<>();
        ReceiptChain.Report report =
                ReceiptChain.read(new ReceiptFile(layout.state(), layout.loop(id)), id, journaled, stored -> {
                    newest.addLast(stored);
                    if (newest.size() > MOST) {
                        newest.removeFirst();
                    }
                });
        return new LoopReceipts(loop, List.copyOf(newest), report, last, kept);
    }

    public String task() {
        return loop.head().task();
    }

    /// What the last verdict rests on.
    public List<Evidence> evidence() {
        return receipts.stream()
                .filter(stored -> verdict.contains(stored.receipt().hash()))
                .map(stored -> stored.receipt().evidence())
                .toList();
    }

    /// What is wrong, for people.
    public List<String> troubles() {
        return report.flaws().stream()
                .map(flaw -> "the receipts of loop " + loop.head().id() + " of task " + task() + ": " + flaw)
                .toList();
    }
}
