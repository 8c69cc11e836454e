package dev.ralph.proof;

import dev.ralph.loop.Event;
import dev.ralph.loop.Verdict;
import dev.ralph.paths.LoopPaths;
import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.receipt.ReceiptChain;
import dev.ralph.store.JournalEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The last verdict of a loop, by its receipts, as far as they are what was written.
public record LastVerdict(List<Evidence> receipts) {
    public LastVerdict {
        receipts = List.copyOf(receipts);
    }

    /// @param entries all of the loop
    public static LastVerdict of(LoopPaths paths, List<JournalEntry<Event>> entries) {
        List<String> hashes = new ArrayList<>();
        for (JournalEntry<Event> entry : entries) {
            if (entry.event() instanceof Event.ChecksEnded ended) {
                hashes.clear();
                ended.verdict().results().stream()
                        .map(Verdict.Result::receipt)
                        .filter(Objects::nonNull)
                        .forEach(hashes::add);
            }
        }
        String loop = paths.head().id();
        List<Evidence> found = new ArrayList<>();
        ReceiptChain.read(ReceiptWriter.file(paths.layout(), loop), loop, List.of(), stored -> {
            if (hashes.contains(stored.receipt().hash())) {
                found.add(stored.receipt().evidence());
            }
        });
        return new LastVerdict(found);
    }

    /// The tree of what would have been kept then; empty where none of its checks looked at that.
    public Optional<String> tree() {
        return receipts.reversed().stream()
                .filter(found -> found.environment().room() != Fingerprint.Room.WORKSPACE)
                .map(found -> found.subject().tree())
                .filter(Objects::nonNull)
                .findFirst();
    }

    /// The last commit that it names; empty where there was no repository.
    public Optional<Evidence.Subject> subject() {
        return receipts.reversed().stream()
                .map(Evidence::subject)
                .filter(subject -> subject.commit() != null)
                .findFirst();
    }
}
