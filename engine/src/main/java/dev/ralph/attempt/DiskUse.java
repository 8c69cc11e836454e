package dev.ralph.attempt;

import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Reason;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// How much disk space an attempt takes.
///
/// Free space is asked for once a second; that costs a system call. Only when it shrank by as much as the attempt may
/// add, the project is searched for what was written since the attempt began: somebody else may have taken it.
///
/// 1. An attempt is ended for what lies in the project, never for what others wrote elsewhere.
/// 2. Whoever fills the disk, an attempt is ended while the least free space is still there, give or take a second.
/// 3. A search never runs twice at once, and not before the attempt can have added what it may.
final class DiskUse {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /// What is lost without being searched for at the end.
    private static final long SMALL = 256L << 20;

    private final Disk disk;
    private final @Nullable Long most;
    private final @Nullable Long leastFree;
    private final LongSupplier nanos;
    private final long freeBefore;
    private long nextLook;
    private long nextSearch;
    private @Nullable CompletableFuture<Long> search;
    private @Nullable AttemptFailure why;

    /// What is known of a disk.
    interface Disk {
        /// Bytes that can still be written where the project lies; [Long#MAX_VALUE] when nobody knows.
        long free();

        /// The same where the least is left of all that a loop writes to.
        long leastFree();

        /// Bytes of what was written to the project since the attempt began; no more than `enough` are counted.
        long written(long enough);
    }

    /// @param nanos a clock that only goes forward
    DiskUse(Disk disk, Caps.Budget left, @Nullable Long leastFree, LongSupplier nanos) {
        this.disk = disk;
        this.most = left.disk();
        this.leastFree = leastFree;
        this.nanos = nanos;
        this.freeBefore = disk.free();
        this.nextLook = nanos.getAsLong();
        this.nextSearch = most == null ? Long.MAX_VALUE : most;
    }

    /// Why nothing may be started with so little space left; null when there is enough.
    static AttemptFailure.@Nullable DiskFull tooLittle(Disk disk, @Nullable Long leastFree) {
        return leastFree != null && disk.leastFree() < leastFree ? new AttemptFailure.DiskFull(leastFree) : null;
    }

    /// Why the attempt must end; null while it need not.
    @Nullable
    AttemptFailure over() {
        long now = nanos.getAsLong();
        if (why == null && now - nextLook >= 0) {
            nextLook = now + BETWEEN_LOOKS.toNanos();
            why = look();
        }
        return why;
    }

    private @Nullable AttemptFailure look() {
        AttemptFailure full = tooLittle(disk, leastFree);
        if (full != null) {
            return full;
        }
        CompletableFuture<Long> running = search;
        if (most == null || (running != null && !running.isDone())) {
            return null;
        }
        long lost = lost();
        if (running != null) {
            search = null;
            long found = running.join();
            if (found > most) {
                return new AttemptFailure.OverCap(Reason.Cap.DISK, BigDecimal.valueOf(most));
            }
            nextSearch = lost + Math.max(most - found, most / 16 + 1);
        } else if (lost > nextSearch) {
            search = searched(most + 1);
        }
        return null;
    }

    private CompletableFuture<Long> searched(long enough) {
        CompletableFuture<Long> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("ralph-disk-search").start(() -> {
            try {
                result.complete(disk.written(enough));
            } catch (RuntimeException unreadable) {
                result.complete(0L);
            }
        });
        return result;
    }

    private long lost() {
        long free = disk.free();
        return free == Long.MAX_VALUE || freeBefore == Long.MAX_VALUE ? 0 : Math.max(0, freeBefore - free);
    }

    /// What the attempt added to the project, now that it has ended.
    long taken() {
        long lost = lost();
        return lost < SMALL ? lost : Math.min(lost, disk.written(lost));
    }
}
