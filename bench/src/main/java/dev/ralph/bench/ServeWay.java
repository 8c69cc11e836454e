package dev.ralph.bench;

import com.sun.net.httpserver.HttpServer;
import dev.ralph.machine.StreamHead;
import dev.ralph.serve.EventReader;
import dev.ralph.serve.EventServer;
import dev.ralph.serve.ServedEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// How events get to clients. As a program, a server of one kind: `WAY RATE` prints its port and begins when told to.
enum ServeWay {
    /// What `ralph serve` runs.
    RALPH {
        @Override
        int serve(Feed feed) throws IOException {
            EventServer.Options options =
                    new EventServer.Options(0, TOKEN, Map.of(), Duration.ofMinutes(1), Duration.ofMillis(1));
            return EventServer.start(() -> feed, options, () -> {}).port();
        }
    },
    /// The JDK's server, a virtual thread for each client, one write for each event.
    PLAIN {
        @Override
        int serve(Feed feed) throws IOException {
            System.setProperty("sun.net.httpserver.nodelay", "true");
            System.setProperty("jdk.httpserver.maxConnections", "2000");
            SharedLog log = new SharedLog();
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2000);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/events", exchange -> {
                exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                try (OutputStream out = exchange.getResponseBody()) {
                    out.flush();
                    log.writeAll(out);
                } catch (InterruptedException closing) {
                    Thread.currentThread().interrupt();
                }
            });
            server.start();
            Thread.ofPlatform().daemon().start(() -> log.publish(feed));
            return server.getAddress().getPort();
        }
    };

    static final String TOKEN = "bench";

    abstract int serve(Feed feed) throws IOException;

    public static void main(String[] args) throws IOException {
        Feed feed = new Feed(Integer.parseInt(args[1]));
        System.out.println(valueOf(args[0]).serve(feed));
        while (System.in.read() != '\n') {
            // until everybody is connected
        }
        feed.begin();
        while (System.in.read() >= 0) {
            // until it is ended
        }
    }

    /// Events that are born when they are read: a few each second, or as many as anybody asks for.
    static final class Feed implements EventReader {
        private static final int A_LOT = 100;
        private static final StreamHead HEAD = StreamHead.loop("20260301-1000000000-1-1", "project", "fix", "restart");
        private static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");

        private final int rate;
        private volatile long began;
        private volatile long read;

        Feed(int rate) {
            this.rate = rate;
        }

        void begin() {
            began = System.nanoTime();
        }

        @Override
        public long position() {
            long since = began;
            return since == 0 ? 0 : rate == 0 ? read + A_LOT : (System.nanoTime() - since) * rate / 1_000_000_000L;
        }

        @Override
        public List<ServedEvent> after(long position, int most) {
            long last = Math.min(position(), position + Math.min(most, A_LOT));
            List<ServedEvent> events = new ArrayList<>();
            for (long next = position + 1; next <= last; next++) {
                events.add(new ServedEvent(
                        next,
                        ServedEvent.Type.TASK_PROGRESS,
                        "fix",
                        "@" + next + " " + System.nanoTime() + " of an agent that is at work on something",
                        null,
                        false,
                        AT,
                        HEAD,
                        Map.of()));
            }
            read = last;
            return events;
        }
    }

    /// The events that clients of the plain way have not all read.
    private static final class SharedLog {
        private static final int KEPT = 1 << 14;

        private final byte[][] events = new byte[KEPT][];
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition more = lock.newCondition();
        private final Set<AtomicLong> clients = ConcurrentHashMap.newKeySet();
        private volatile long end;

        void publish(Feed feed) {
            long position = 0;
            while (true) {
                long slowest = end;
                for (AtomicLong client : clients) {
                    slowest = Math.min(slowest, client.get());
                }
                if (feed.position() == position || end - slowest > KEPT / 2) {
                    LockSupport.parkNanos(200_000);
                    continue;
                }
                for (ServedEvent event : feed.after(position, KEPT / 4)) {
                    events[(int) (end % KEPT)] = event.encoded();
                    position = event.position();
                    long next = end + 1;
                    lock.lock();
                    try {
                        end = next; // nobody else writes it
                        more.signalAll();
                    } finally {
                        lock.unlock();
                    }
                }
            }
        }

        void writeAll(OutputStream out) throws IOException, InterruptedException {
            AtomicLong next = new AtomicLong(end);
            clients.add(next);
            try {
                while (true) {
                    if (next.get() == end) {
                        lock.lock();
                        try {
                            while (next.get() == end) {
                                more.await();
                            }
                        } finally {
                            lock.unlock();
                        }
                    }
                    out.write(events[(int) (next.get() % KEPT)]);
                    out.flush();
                    next.incrementAndGet();
                }
            } finally {
                clients.remove(next);
            }
        }
    }
}
