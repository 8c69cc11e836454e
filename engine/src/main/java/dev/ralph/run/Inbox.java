package dev.ralph.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// How everybody else talks to the one thread that owns a loop.
final class Inbox {
    private final LinkedBlockingQueue<Notice> notices = new LinkedBlockingQueue<>();

    void put(Notice notice) {
        notices.add(notice);
    }

    /// The next notice, or null when none comes in time.
    @Nullable
    Notice take(Duration atMost) throws InterruptedException {
        return notices.poll(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
    }

    /// What was asked meanwhile, without waiting. Other notices stay where they are.
    Optional<Notice.Asked> asked() {
        if (notices.isEmpty()) {
            return Optional.empty();
        }
        ArrayDeque<Notice> passed = new ArrayDeque<>();
        Notice next = notices.poll();
        while (next != null && !(next instanceof Notice.Asked)) {
            passed.add(next);
            next = notices.poll();
        }
        notices.addAll(passed);
        return next instanceof Notice.Asked asked ? Optional.of(asked) : Optional.empty();
    }
}
