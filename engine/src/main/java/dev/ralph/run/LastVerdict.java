package dev.ralph.run;

import dev.ralph.loop.Event;
import dev.ralph.loop.Verdict;
import dev.ralph.receipt.Chain;
import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.store.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The last verdict of a loop, by its receipts, as far as they are what was written.
record LastVerdict(List<Evidence> receipts) {
    LastVerdict {
        receipts = List.copyOf(receipts);
    }

    /// @param entries all of the loop
    static LastVerdict of(Site site, List<Entry<Event>> entries) {
        List<String> hashes = new ArrayList<>();
        for (Entry<Event> entry : entries) {
            if (entry.event() instanceof Event.ChecksEnded ended) {
                hashes.clear();
                ended.verdict().results().stream()
                        .map(Verdict.Result::receipt)
                        .filter(Objects::nonNull)
                        .forEach(hashes::add);
            }
        }
        String loop = site.head().id();
        List<Evidence> found = new ArrayList<>();
        Chain.read(Notary.file(site.layout(), loop), loop, List.of(), stored -> {
            if (hashes.contains(stored.receipt().hash())) {
                found.add(stored.receipt().evidence());
            }
        });
        return new LastVerdict(found);
    }

    /// The tree of what would have been kept then; empty where none of its checks looked at that.
    Optional<String> tree() {
        return receipts.reversed().stream()
                .filter(found -> found.environment().room() != Fingerprint.Room.WORKSPACE)
                .map(found -> found.subject().tree())
                .filter(Objects::nonNull)
                .findFirst();
    }

    /// The last commit that it names; empty where there was no repository.
    Optional<Evidence.Subject> subject() {
        return receipts.reversed().stream()
                .map(Evidence::subject)
                .filter(subject -> subject.commit() != null)
                .findFirst();
    }
}
