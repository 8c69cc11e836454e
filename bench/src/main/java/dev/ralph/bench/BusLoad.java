package dev.ralph.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// How many messages a second came through, and how long one took.
///
/// @param rate messages a second
/// @param p99 of the time of one post, in microseconds
record BusLoad(double rate, double p99) {

    /// Lets so many threads post as fast as they can.
    static BusLoad measure(BusWay.Poster poster, int threads, Duration time) throws IOException, InterruptedException {
        List<long[]> all = new ArrayList<>();
        AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
        List<Thread> running = new ArrayList<>();
        long end = System.nanoTime() + time.toNanos();
        for (int i = 0; i < threads; i++) {
            Runnable work = () -> {
                try {
                    long[] times = postUntil(end, poster);
                    synchronized (all) {
                        all.add(times);
                    }
                } catch (UncheckedIOException e) {
                    failure.set(e.getCause());
                }
            };
            running.add(
                    threads == 1
                            ? Thread.ofPlatform().start(work)
                            : Thread.ofVirtual().start(work));
        }
        for (Thread thread : running) thread.join();
        IOException trouble = failure.get();
        if (trouble != null) throw trouble;
        return of(all.stream().flatMapToLong(Arrays::stream).toArray(), time);
    }

    double p99Millis() {
        return p99 / 1e3;
    }

    static BusLoad of(long[] nanos, Duration time) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        double p99 = sorted.length == 0 ? Double.NaN : sorted[(int) (sorted.length * 0.99)] / 1e3;
        return new BusLoad(sorted.length / (time.toNanos() / 1e9), p99);
    }

    private static long[] postUntil(long end, BusWay.Poster poster) {
        long[] times = new long[1 << 12];
        int count = 0;
        try {
            for (long before = System.nanoTime(); before < end; ) {
                poster.post();
                long after = System.nanoTime();
                if (count == times.length) times = Arrays.copyOf(times, 2 * count);
                times[count++] = after - before;
                before = after;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Arrays.copyOf(times, count);
    }
}
