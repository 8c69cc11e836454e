package dev.ralph.serve;

import dev.ralph.json.JsonText;
import dev.ralph.serve.RecentEvents.Event;
import dev.ralph.serve.RecentEvents.Subject;
import dev.ralph.store.JournalUnusable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Publishes events as they happen, and pages of JSON, to programs of this machine.
///
/// It promises:
/// 1. Who follows the events gets each of those it asked for once, in their order, also while new ones arrive; who
///    comes back with the last position it saw misses none.
/// 2. Who does not read is disconnected, and costs the others five seconds at most; so is, in time, who reads slowly
///    while others wait.
/// 3. Memory is bounded, whatever clients do.
/// 4. Without the token, or with the name of another host, or for a page of another origin, there is no answer.
///
/// One thread owns every connection and does not wait for any of them; one follows the journal; two read what was
/// before, and make pages.
public final class EventServer implements AutoCloseable {
    private static final int CAPACITY = 4 << 20;
    private static final int SEND_BUFFER = 256 << 10;
    private static final int LONGEST_REQUEST = 8 << 10;
    private static final int MOST_CONNECTIONS = 1200;
    private static final int AT_ONCE = 256;
    private static final int PAGE = 100;
    private static final int TRIES = 100;
    private static final Duration TICK = Duration.ofMillis(250);
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);
    private static final Duration STALL_LIMIT = Duration.ofSeconds(30);
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(5);
    private static final Duration PACE_TIME = Duration.ofSeconds(10);
    private static final long LEAST_PACE = 1 << 18;
    private static final Duration FAREWELL = Duration.ofSeconds(1);
    private static final byte[] HEARTBEAT = ": heartbeat\n\n".getBytes(StandardCharsets.US_ASCII);

    /// The journal is another one, whose positions begin anew.
    private static final Event ANEW =
            new Event(0, new Subject(ServedEvent.Type.TASKS_CHANGED, "", ""), ByteBuffer.allocate(0));

    private final Supplier<EventReader> readers;
    private final Options options;
    private final Runnable atEnd;
    private final ServerSocketChannel listening;
    private final Selector selector;
    private final BlockingQueue<Event> news = new ArrayBlockingQueue<>(AT_ONCE);
    private final Queue<Runnable> jobs = new ConcurrentLinkedQueue<>();
    private final Set<Connection> connections = new HashSet<>();
    private final ExecutorService workers;
    private final Thread follower;
    private final Thread owner;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean closed;
    private volatile @Nullable RuntimeException failure;
    private RecentEvents recent;

    /// @param port      0 for any that is free
    /// @param token     that every request must have
    /// @param pages     by their paths
    /// @param heartbeat how long nothing is written at most
    /// @param look      how often it looks for new events
    public record Options(int port, String token, Map<String, Page> pages, Duration heartbeat, Duration look) {
        public Options {
            pages = Map.copyOf(pages);
            if (token.isBlank()) {
                throw new IllegalArgumentException("a server needs a token");
            }
        }

        public Options(int port, String token, Map<String, Page> pages) {
            this(port, token, pages, Duration.ofSeconds(15), Duration.ofMillis(50));
        }
    }

    /// Makes a page of JSON, for each request anew.
    @FunctionalInterface
    public interface Page {
        /// @param query what follows the question mark, by name
        Answer answer(Map<String, List<String>> query) throws IOException;
    }

    public record Answer(int status, String json) {
        /// @param message what happened, and what to do
        public static Answer error(int status, String error, String message) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("error", error);
            fields.put("message", message);
            return new Answer(status, JsonText.of(fields));
        }
    }

    private enum Phase {
        /// Its request is read.
        ASKING,
        /// Its page is made.
        WAITING,
        /// Its answer is written.
        ANSWERED,
        /// It is told what was before.
        CATCHING_UP,
        FOLLOWING,
        /// Everything is written: it hangs up first, so that nothing of it is lost.
        LEAVING
    }

    /// One client. Only the owning thread touches it.
    private static final class Connection {
        final SocketChannel channel;
        final SelectionKey key;
        Phase phase = Phase.ASKING;
        ByteBuffer in = ByteBuffer.allocate(LONGEST_REQUEST);
        ByteBuffer out = ByteBuffer.allocate(0);

        @Nullable
        Predicate<Subject> wanted;

        @Nullable
        EventReader past;

        boolean reading;
        boolean blocked;
        long position;
        long place;
        long moved;
        long written;
        long paced;
        long pacedFrom;

        Connection(SocketChannel channel, SelectionKey key, long now) {
            this.channel = channel;
            this.key = key;
            this.moved = now;
        }

        boolean wants(Subject subject) {
            Predicate<Subject> filter = wanted;
            return filter == null || filter.test(subject);
        }
    }

    private EventServer(Supplier<EventReader> readers, Options options, Runnable atEnd) throws IOException {
        this.readers = readers;
        this.options = options;
        this.atEnd = atEnd;
        EventReader first = readers.get();
        this.recent = new RecentEvents(CAPACITY, first.position());
        this.selector = Selector.open();
        this.listening = ServerSocketChannel.open();
        listening.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        listening.bind(
                new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), options.port()),
                MOST_CONNECTIONS);
        listening.configureBlocking(false);
        listening.register(selector, SelectionKey.OP_ACCEPT);
        this.workers = Executors.newFixedThreadPool(
                2, Thread.ofPlatform().daemon().name("ralph-serve-", 1).factory());
        long position = recent.last();
        this.follower =
                Thread.ofPlatform().daemon().name("ralph-serve-journal").unstarted(() -> follow(first, position));
        this.owner = Thread.ofPlatform().daemon().name("ralph-serve").unstarted(this::own);
    }

    /// @param readers of the same events, each for one thread
    /// @param atEnd   when it is closed, and nobody reads any more
    public static EventServer start(Supplier<EventReader> readers, Options options, Runnable atEnd) throws IOException {
        EventServer server = new EventServer(readers, options, atEnd);
        server.owner.start();
        server.follower.start();
        return server;
    }

    /// Where it is found: `http://127.0.0.1:PORT`.
    public URI address() {
        return URI.create("http://127.0.0.1:" + port());
    }

    public int port() {
        return listening.socket().getLocalPort();
    }

    public String token() {
        return options.token();
    }

    /// Returns when it was closed.
    ///
    /// @throws RuntimeException what it could not go on with, a [JournalUnusable] for one
    public void await() throws InterruptedException {
        ended.await();
        RuntimeException why = failure;
        if (why != null) {
            throw why;
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            owner.join();
            follower.interrupt();
            follower.join();
            workers.shutdownNow();
            atEnd.run();
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }

    /// Hands over what is new. Where the queue is full, clients are behind, and it waits.
    private void follow(EventReader reader, long start) {
        long position = start;
        int failed = 0;
        while (!closed) {
            try {
                long now = reader.position();
                if (now == position) {
                    Thread.sleep(options.look());
                } else if (now < position) {
                    hand(ANEW);
                    position = 0;
                } else {
                    for (ServedEvent event : reader.after(position, AT_ONCE)) {
                        hand(Event.of(event));
                        position = event.position();
                    }
                    selector.wakeup();
                }
                failed = 0;
            } catch (InterruptedException closing) {
                return;
            } catch (JournalUnusable trouble) { // it may be about to be replaced, or locked for a moment
                if (++failed == TRIES) {
                    fail(trouble);
                    return;
                }
                LockSupport.parkNanos(options.look().toNanos());
            } catch (RuntimeException unexpected) {
                fail(unexpected);
                return;
            }
        }
    }

    private void hand(Event event) throws InterruptedException {
        if (!news.offer(event)) {
            selector.wakeup();
            news.put(event);
        }
    }

    private void fail(RuntimeException why) {
        failure = why;
        closed = true;
        selector.wakeup();
    }

    private void own() {
        try {
            long ticked = System.nanoTime();
            boolean more = false;
            while (!closed) {
                if (more) {
                    selector.selectNow();
                } else {
                    selector.select(connections.isEmpty() ? 0 : TICK.toMillis());
                }
                for (Runnable job = jobs.poll(); job != null; job = jobs.poll()) {
                    job.run();
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    ready(key);
                }
                selector.selectedKeys().clear();
                more = take();
                if (more) {
                    for (Connection connection : List.copyOf(connections)) {
                        proceed(connection);
                    }
                }
                if (System.nanoTime() - ticked > TICK.toNanos()) {
                    ticked = System.nanoTime();
                    List.copyOf(connections).forEach(this::tick);
                }
            }
        } catch (IOException | RuntimeException unexpected) {
            fail(unexpected instanceof RuntimeException own ? own : new IllegalStateException(unexpected));
        } finally {
            List.copyOf(connections).forEach(this::drop);
            closeQuietly(listening);
            closeQuietly(selector);
            ended.countDown();
        }
    }

    private void ready(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept();
            return;
        }
        Connection connection = (Connection) key.attachment();
        if (key.isReadable()) {
            read(connection);
        }
        if (key.isValid() && key.isWritable()) {
            connection.blocked = false;
            key.interestOpsAnd(~SelectionKey.OP_WRITE);
            proceed(connection);
        }
    }

    private void accept() {
        try {
            for (SocketChannel channel = listening.accept(); channel != null; channel = listening.accept()) {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER); // what the system keeps for one
                Connection connection =
                        new Connection(channel, channel.register(selector, SelectionKey.OP_READ), System.nanoTime());
                connection.key.attach(connection);
                connections.add(connection);
                if (connections.size() > MOST_CONNECTIONS) {
                    answer(
                            connection,
                            Answer.error(503, "too_many", "There are too many connections. Close some and try again."));
                }
            }
        } catch (IOException noMoreFiles) {
            LockSupport.parkNanos(TICK.toNanos()); // it would fail again at once
        }
    }

    private void read(Connection connection) {
        try {
            ByteBuffer in = connection.phase == Phase.ASKING ? connection.in : ByteBuffer.allocate(LONGEST_REQUEST);
            int read = connection.channel.read(in);
            if (connection.phase == Phase.ASKING) {
                asked(connection, read < 0);
            } else if (read < 0 && (connection.phase == Phase.WAITING || connection.phase == Phase.ANSWERED)) {
                connection.key.interestOpsAnd(~SelectionKey.OP_READ); // it asks no more, and may still listen
            } else if (read < 0) {
                drop(connection);
            }
        } catch (IOException gone) {
            drop(connection);
        }
    }

    private void asked(Connection connection, boolean over) {
        ByteBuffer in = connection.in;
        String text = StandardCharsets.ISO_8859_1.decode(in.duplicate().flip()).toString();
        int end = text.indexOf("\r\n\r\n");
        if (end >= 0) {
            connection.in = ByteBuffer.allocate(0);
            begin(connection, text.substring(0, end));
        } else if (over) {
            drop(connection);
        } else if (!in.hasRemaining()) {
            boolean address = !text.contains("\r\n");
            answer(
                    connection,
                    address
                            ? Answer.error(414, "address_too_long", "The address is too long. Use fewer filters.")
                            : Answer.error(431, "headers_too_long", "The headers are too long. Send fewer of them."));
        }
    }

    private void begin(Connection connection, String head) {
        ServeRequest request;
        try {
            request = ServeRequest.parse(head);
        } catch (IllegalArgumentException wrong) {
            refuse(connection, wrong);
            return;
        }
        var refused = request.refusal(port(), options.token());
        if (refused.isPresent()) {
            var why = refused.get();
            answer(connection, Answer.error(why.status(), why.error(), why.message()));
            return;
        }
        Page page = options.pages().get(request.path());
        if (request.path().equals("/events")) {
            follow(connection, request);
        } else if (page == null) {
            Set<String> paths = new TreeSet<>(options.pages().keySet());
            paths.add("/events");
            answer(
                    connection,
                    Answer.error(404, "not_found", "There is no such page. Use " + String.join(", ", paths) + "."));
        } else {
            connection.phase = Phase.WAITING;
            workers.execute(() -> {
                Answer made = made(page, request);
                later(() -> answer(connection, made));
            });
        }
    }

    private static Answer made(Page page, ServeRequest request) {
        try {
            return page.answer(request.query());
        } catch (IllegalArgumentException wrong) {
            return Answer.error(400, "bad_request", String.valueOf(wrong.getMessage()));
        } catch (IOException | RuntimeException trouble) {
            String words = trouble.getMessage();
            return Answer.error(500, "failed", words == null ? trouble.toString() : words);
        }
    }

    private void later(Runnable job) {
        jobs.add(job);
        selector.wakeup();
    }

    private void refuse(Connection connection, IllegalArgumentException wrong) {
        answer(connection, Answer.error(400, "bad_request", String.valueOf(wrong.getMessage())));
    }

    private void follow(Connection connection, ServeRequest request) {
        Long since;
        try {
            since = request.since();
            Set<ServedEvent.Type> types = request.types();
            Set<String> tasks = Set.copyOf(request.all("task"));
            if (!types.isEmpty() || !tasks.isEmpty()) {
                connection.wanted = subject -> (types.isEmpty() || types.contains(subject.type()))
                        && (tasks.isEmpty() || tasks.contains(subject.task()) || tasks.contains(subject.id()));
            }
        } catch (IllegalArgumentException wrong) {
            refuse(connection, wrong);
            return;
        }
        connection.position = since == null ? recent.last() : since;
        connection.phase = Phase.CATCHING_UP;
        // An id without data is no event, but what a client sends when it comes back.
        String opening = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
                + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
                + ": events after " + connection.position + "\nretry: 1000\nid: " + connection.position + "\n\n";
        say(connection, opening.getBytes(StandardCharsets.US_ASCII));
    }

    private void answer(Connection connection, Answer answer) {
        byte[] body = (answer.json().strip() + "\n").getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + answer.status() + " " + (answer.status() == 200 ? "OK" : "Refused")
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                + (answer.status() == 401 ? "\r\nWWW-Authenticate: Bearer" : "")
                + (answer.status() == 405 ? "\r\nAllow: GET" : "")
                + "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n";
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(body);
        connection.phase = Phase.ANSWERED;
        say(connection, all.toByteArray());
    }

    private void say(Connection connection, byte[] bytes) {
        connection.out = ByteBuffer.wrap(bytes);
        proceed(connection);
    }

    /// Writes to a connection whatever is for it, as long as it takes it.
    private void proceed(Connection connection) {
        try {
            while (!connection.blocked && connection.channel.isOpen()) {
                if (connection.out.hasRemaining()) {
                    wrote(connection, connection.channel.write(connection.out), connection.out.hasRemaining());
                } else if (!next(connection)) {
                    return;
                }
            }
        } catch (IOException gone) {
            drop(connection);
        }
    }

    private static void wrote(Connection connection, int bytes, boolean more) {
        if (bytes > 0 || more) {
            connection.moved = System.nanoTime();
            connection.written += bytes;
        }
        if (more) {
            connection.blocked = true;
            connection.key.interestOpsOr(SelectionKey.OP_WRITE);
        }
    }

    /// Returns whether there may be more for it at once.
    private boolean next(Connection connection) throws IOException {
        return switch (connection.phase) {
            case ASKING, WAITING, LEAVING -> false;
            case ANSWERED -> {
                leave(connection);
                yield false;
            }
            case CATCHING_UP -> catchUp(connection);
            case FOLLOWING -> {
                long left = recent.end() - connection.place;
                if (left == 0) {
                    yield false;
                }
                if (connection.wanted == null) {
                    int written = recent.write(connection.place, connection.channel);
                    connection.place += written;
                    wrote(connection, written, written == 0);
                } else {
                    connection.out = ByteBuffer.wrap(recent.chosen(connection.place, connection::wants));
                    connection.place = recent.end();
                }
                yield true;
            }
        };
    }

    private boolean catchUp(Connection connection) {
        if (connection.reading) {
            return false;
        }
        if (recent.continues(connection.position)) {
            connection.place = recent.after(connection.position);
            connection.past = null;
            connection.phase = Phase.FOLLOWING;
            return true;
        }
        connection.reading = true;
        EventReader past = connection.past == null ? readers.get() : connection.past;
        connection.past = past;
        long position = connection.position;
        workers.execute(() -> {
            try {
                List<ServedEvent> page = past.after(position, PAGE);
                long last = page.isEmpty() ? position : page.getLast().position();
                long from = page.isEmpty() && past.position() < position ? 0 : last; // of a journal that is gone
                ByteArrayOutputStream chosen = new ByteArrayOutputStream();
                for (ServedEvent each : page) {
                    Event event = Event.of(each);
                    if (connection.wants(event.subject())) {
                        chosen.writeBytes(event.encoded().array());
                    }
                }
                later(() -> caughtUp(connection, from, chosen.toByteArray()));
            } catch (RuntimeException trouble) {
                later(() -> drop(connection)); // it comes back, and who follows the journal says what is wrong
            }
        });
        return false;
    }

    /// A position that the journal has and nobody has heard of yet comes with the next look.
    private void caughtUp(Connection connection, long position, byte[] bytes) {
        boolean waits = bytes.length == 0 && position == connection.position && position > recent.last();
        connection.reading = false;
        connection.position = position;
        if (!waits) {
            say(connection, bytes);
        }
    }

    /// Adds what is new; returns whether there was anything. What somebody has not read yet is overwritten only when
    /// that lasts.
    @SuppressWarnings("ReferenceEquality") // one object stands for the beginning of another journal
    private boolean take() {
        long slowest = Long.MAX_VALUE;
        for (Connection connection : connections) {
            if (connection.phase == Phase.FOLLOWING) {
                slowest = Math.min(slowest, connection.place);
            }
        }
        int taken = 0;
        for (Event event = news.peek(); event != null && taken < AT_ONCE; event = news.peek()) {
            if (event == ANEW) {
                List.copyOf(connections).stream()
                        .filter(one -> one.phase == Phase.FOLLOWING || one.phase == Phase.CATCHING_UP)
                        .forEach(this::drop);
                recent = new RecentEvents(CAPACITY, 0);
            } else {
                long lost = recent.lostBy(event.encoded().capacity());
                if (slowest < lost) {
                    dropSlow(lost);
                    return taken > 0;
                }
                recent.add(event);
            }
            news.remove();
            taken++;
        }
        return taken > 0;
    }

    /// Everybody waits for those who have not read what would be overwritten; none of them for long.
    private void dropSlow(long lost) {
        long now = System.nanoTime();
        for (Connection connection : List.copyOf(connections)) {
            if (connection.phase == Phase.FOLLOWING && connection.place < lost && connection.blocked) {
                boolean silent = now - connection.moved > SILENCE_LIMIT.toNanos();
                boolean measured = connection.paced > 0 && now - connection.paced > PACE_TIME.toNanos();
                if (silent || (measured && connection.written - connection.pacedFrom < LEAST_PACE)) {
                    drop(connection);
                } else if (measured || connection.paced == 0) {
                    connection.paced = now;
                    connection.pacedFrom = connection.written;
                }
            }
        }
    }

    private void tick(Connection connection) {
        long still = System.nanoTime() - connection.moved;
        Duration limit = switch (connection.phase) {
            case ASKING -> REQUEST_LIMIT;
            case LEAVING -> FAREWELL;
            case WAITING, ANSWERED, CATCHING_UP, FOLLOWING -> STALL_LIMIT;
        };
        boolean waits = connection.phase == Phase.ASKING || connection.phase == Phase.LEAVING || connection.blocked;
        if (waits && still > limit.toNanos()) {
            drop(connection);
        } else if (connection.phase == Phase.FOLLOWING
                && !connection.blocked
                && still > options.heartbeat().toNanos()) {
            say(connection, HEARTBEAT);
        } else {
            proceed(connection);
        }
    }

    private void leave(Connection connection) {
        try {
            connection.channel.shutdownOutput();
            connection.phase = Phase.LEAVING;
            connection.moved = System.nanoTime();
        } catch (IOException gone) {
            drop(connection);
        }
    }

    private void drop(Connection connection) {
        connections.remove(connection);
        closeQuietly(connection.channel);
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception gone) {
            // nothing is left to close
        }
    }
}
