package dev.ralph.attempt;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// How everybody else talks to the one thread that owns a loop.
public final class Inbox {
    private final LinkedBlockingQueue<InboxItem> notices = new LinkedBlockingQueue<>();

    public void put(InboxItem notice) {
        notices.add(notice);
    }

    /// The next notice, or null when none comes in time.
    public @Nullable InboxItem take(Duration atMost) throws InterruptedException {
        return notices.poll(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
    }

    /// Whether [#asked] would say something.
    public boolean hasAsked() {
        return notices.stream().anyMatch(InboxItem.Asked.class::isInstance);
    }

    /// What was asked meanwhile, without waiting. Other notices stay where they are.
    public Optional<InboxItem.Asked> asked() {
        if (notices.isEmpty()) {
            return Optional.empty();
        }
        ArrayDeque<InboxItem> passed = new ArrayDeque<>();
        InboxItem next = notices.poll();
        while (next != null && !(next instanceof InboxItem.Asked)) {
            passed.add(next);
            next = notices.poll();
        }
        notices.addAll(passed);
        return next instanceof InboxItem.Asked asked ? Optional.of(asked) : Optional.empty();
    }
}
