package dev.ralph.bus;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Posts for many threads of one process, which share one write and one wait for the disk.
///
/// The thread that finds nobody writing writes for all who come until then; who comes meanwhile waits for the next
/// round, and the first of them leads it. So a single thread pays nothing for the company it does not have, there is no
/// thread to start or to close, and the promises are those of [Bus]: a message returned is on the disk.
public final class GroupBus {
    private final InstantSource clock;
    private final BusAppender appender;
    private final Object lock = new Object();
    private Round next = new Round();
    private boolean leading;

    public GroupBus(Path file, InstantSource clock) {
        this.clock = clock;
        this.appender = new BusAppender(file, null);
    }

    /// Appends a message; it is on the disk when this returns. An interrupt does not cut it short.
    public BusMessage post(MessageDraft draft) throws IOException {
        Instant at = clock.instant();
        BusMessage message = BusMessage.of(MessageIds.next(at), at, draft);
        BusAppender.Item item = new BusAppender.Item(message);
        Round round;
        int place;
        boolean lead;
        synchronized (lock) {
            round = next;
            place = round.join(item);
            lead = !leading;
            leading = true;
        }
        if (lead || round.awaitTurn()) commit(round);
        round.check(place);
        return message;
    }

    private void commit(Round round) {
        synchronized (lock) {
            next = new Round(); // nobody joins this one any more
        }
        try {
            appender.append(round.items, Durability.NOW);
        } catch (IOException e) {
            round.failure = e;
        } catch (RuntimeException | Error e) {
            round.failure = new IOException("The message was not posted: " + e, e);
            throw e;
        } finally {
            handOver();
            round.end();
        }
    }

    private void handOver() {
        synchronized (lock) {
            leading = !next.items.isEmpty();
            if (leading) next.callLeader();
        }
    }

    /// Messages that are written together, and the threads that wait for it.
    private static final class Round {
        private final List<BusAppender.Item> items = new ArrayList<>();
        private final List<Thread> threads = new ArrayList<>();
        private volatile @Nullable Thread leader;
        private volatile boolean ended;
        private @Nullable IOException failure;

        /// Called under the lock.
        int join(BusAppender.Item item) {
            items.add(item);
            threads.add(Thread.currentThread());
            return items.size() - 1;
        }

        /// True if this thread has to lead, false when the round is over.
        boolean awaitTurn() {
            boolean interrupted = false;
            try {
                while (!ended) {
                    if (Thread.currentThread().equals(leader)) return true;
                    LockSupport.park(this);
                    interrupted |= Thread.interrupted();
                }
                return false;
            } finally {
                if (interrupted) Thread.currentThread().interrupt();
            }
        }

        /// The first thread is sure to wait: only the leader of the round before could be absent, and it is not in this
        /// one.
        void callLeader() {
            Thread first = threads.getFirst();
            leader = first;
            LockSupport.unpark(first);
        }

        void end() {
            ended = true;
            for (Thread thread : threads) if (!thread.equals(Thread.currentThread())) LockSupport.unpark(thread);
        }

        void check(int place) throws IOException {
            IOException trouble = failure;
            if (trouble == null) return;
            if (trouble instanceof BusUnwritable unwritable && place < unwritable.landed()) return;
            throw new IOException(trouble.getMessage(), trouble);
        }
    }
}
