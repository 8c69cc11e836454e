package dev.ralph.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A model that plays scripts: it speaks Anthropic's Messages, OpenAI's Responses and Chat Completions and
/// Gemini's protocol on a port of 127.0.0.1, so that real agent programs run in tests without a model, a key
/// or a network.
///
///     try (ModelServer server = ModelServer.start()) {
///         Performance performance = server.play(Script.of(
///                 Step.shell("echo hello > hello.txt"),
///                 Step.text("All done. <promise>DONE</promise>")));
///         // start the agent with ANTHROPIC_BASE_URL=performance.url(), and then:
///         assertThat(performance.turns()).hasSize(2);
///     }
///
/// What it promises:
/// 1. Only programs on this machine reach it.
/// 2. Each [ScriptPlayback] has its own address and position; parallel runs do not disturb each other.
/// 3. Nothing a client sends ends it: what is not HTTP is answered with 400 or its kin, and that connection is
///    closed.
/// 4. It is bounded: connections, sizes of requests and what it remembers of them. Clients cannot add performances.
/// 5. After [#close] there is neither a thread nor a socket of it, hanging answers included.
public final class ModelServer implements AutoCloseable {
    static final int MAX_CONNECTIONS = 512;
    private static final int BACKLOG = 128;
    private static final Duration END = Duration.ofSeconds(5);

    private final ServerSocket listener;
    private final InstantSource clock;
    private final StepPlayer player;
    private final Map<String, ScriptPlayback> performances = new ConcurrentHashMap<>();
    private final Map<Socket, Thread> connections = new ConcurrentHashMap<>();
    private final Semaphore room = new Semaphore(MAX_CONNECTIONS);
    private final AtomicInteger unnamed = new AtomicInteger();
    private final Thread acceptor;
    private volatile boolean closed;

    private ModelServer(ServerSocket listener, InstantSource clock) {
        this.listener = listener;
        this.clock = clock;
        this.player = new StepPlayer(clock);
        this.acceptor = Thread.ofVirtual().name("scripted-model").unstarted(this::accept);
    }

    /// Starts a server on a free port.
    ///
    /// @throws UncheckedIOException if the machine gives no port on 127.0.0.1
    public static ModelServer start() {
        return start(0, InstantSource.system());
    }

    /// Starts a server on this port, 0 for a free one.
    ///
    /// @param clock what `{{now+N}}`, stated reset times and [ReceivedRequest#at] are taken from
    public static ModelServer start(int port, InstantSource clock) {
        try {
            ServerSocket listener = new ServerSocket(port, BACKLOG, InetAddress.ofLiteral("127.0.0.1"));
            ModelServer server = new ModelServer(listener, clock);
            server.acceptor.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the scripted model server gets no port " + port + " on 127.0.0.1: " + e.getMessage(), e);
        }
    }

    /// The port it listens on.
    public int port() {
        return listener.getLocalPort();
    }

    /// Plays a script at an address of its own.
    public ScriptPlayback play(ModelScript script) {
        return play("p" + unnamed.incrementAndGet(), script);
    }

    /// Plays a script at `/s/KEY`; one that was played there before is over.
    ///
    /// @param key letters, digits, dots, dashes and underscores, at most 100
    public ScriptPlayback play(String key, ModelScript script) {
        if (key.isEmpty() || key.length() > 100 || !key.chars().allMatch(ModelServer::isKeyCharacter)) {
            throw new IllegalArgumentException(
                    "a key has 1 to 100 letters, digits, dots, dashes and underscores, and '" + key + "' has not");
        }
        URI url = URI.create("http://127.0.0.1:" + port() + "/s/" + key);
        ScriptPlayback playback = new ScriptPlayback(key, script, url, clock);
        performances.put(key, playback);
        return playback;
    }

    /// Ends every connection, hanging ones too, and gives the port back. What was asked can still be read.
    @Override
    public void close() {
        closed = true;
        closeQuietly(listener);
        connections.forEach((socket, thread) -> {
            closeQuietly(socket);
            thread.interrupt();
        });
        try {
            boolean ended = acceptor.join(END) && room.tryAcquire(MAX_CONNECTIONS, END.toSeconds(), TimeUnit.SECONDS);
            if (!ended) {
                throw new IllegalStateException("a connection of the scripted model server did not end within " + END);
            }
            room.release(MAX_CONNECTIONS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept() {
        while (!closed) {
            try {
                Socket socket = listener.accept();
                if (room.tryAcquire()) {
                    serve(socket);
                } else {
                    closeQuietly(socket);
                }
            } catch (IOException _) {
                pauseUnlessClosed();
            }
        }
    }

    /// Out of descriptors, most likely: that passes, and trying again at once would only burn a core.
    private void pauseUnlessClosed() {
        try {
            if (!closed) {
                Thread.sleep(Duration.ofMillis(20));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(Socket socket) {
        Thread thread = Thread.ofVirtual().name("scripted-model-connection").unstarted(() -> {
            try (socket) {
                new Connection(socket, performances::get, player).serve();
            } catch (IOException _) {
                // The client has gone, or this server is being closed: neither is anybody's mistake.
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } finally {
                connections.remove(socket);
                room.release();
            }
        });
        connections.put(socket, thread);
        thread.start();
        if (closed) {
            closeQuietly(socket);
            thread.interrupt();
        }
    }

    private static boolean isKeyCharacter(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '-'
                || c == '_';
    }

    private static void closeQuietly(Closeable thing) {
        try {
            thing.close();
        } catch (IOException _) {
            // it is no longer usable, which is all that is asked
        }
    }
}
