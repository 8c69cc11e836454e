package dev.ralph.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Lets programs in a sandbox call who is on the list, and nobody else.
///
/// The proxy promises:
/// 1. Nobody is called whom the list does not allow; the address that was judged is the one that is called.
/// 2. Every request is told of, once, when it is over.
/// 3. It is bounded: so many connections at a time, so many bytes in all.
public final class Proxy implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 256;
    private static final int CONNECT_MILLIS = 20_000;
    private static final int CLOSING_SECONDS = 5;

    private final AllowList list;
    private final long mostBytes;
    private final Consumer<ProxyDecision> told;
    private final ServerSocketChannel server;
    private final @Nullable Path socket;
    private final Semaphore room = new Semaphore(MOST_CONNECTIONS);
    private final AtomicLong bytes = new AtomicLong();
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

    private Proxy(
            AllowList list,
            long mostBytes,
            Consumer<ProxyDecision> told,
            ServerSocketChannel server,
            @Nullable Path socket) {
        this.list = list;
        this.mostBytes = mostBytes;
        this.told = told;
        this.server = server;
        this.socket = socket;
    }

    /// @param mostBytes in both directions, all connections together
    /// @param told      hears of every request, on any thread
    public static Proxy open(Path socket, AllowList list, long mostBytes, Consumer<ProxyDecision> told)
            throws IOException {
        Files.deleteIfExists(socket);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException failed) {
            server.close();
            throw new IOException("the proxy cannot listen at " + socket + ": " + failed.getMessage(), failed);
        }
        return new Proxy(list, mostBytes, told, server, socket).begin();
    }

    /// For programs that share the network of this machine: on a port of its own, where every program of this
    /// machine can call it.
    public static Proxy onLoopback(AllowList list, long mostBytes, Consumer<ProxyDecision> told) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException failed) {
            server.close();
            throw new IOException("the proxy cannot listen on loopback: " + failed.getMessage(), failed);
        }
        return new Proxy(list, mostBytes, told, server, null).begin();
    }

    private Proxy begin() {
        Thread.ofVirtual().name("ralph-proxy").start(this::serve);
        return this;
    }

    /// Its port on loopback.
    public int port() throws IOException {
        return server.getLocalAddress() instanceof InetSocketAddress address ? address.getPort() : 0;
    }

    private void serve() {
        try {
            while (true) {
                SocketChannel client = server.accept();
                if (room.tryAcquire()) {
                    open.add(client);
                    Thread.ofVirtual().start(() -> attend(client));
                } else {
                    client.close();
                    told.accept(
                            new ProxyDecision(null, "more than " + MOST_CONNECTIONS + " connections at a time", 0, 0));
                }
            }
        } catch (ClosedChannelException over) {
            return;
        } catch (IOException broken) {
            told.accept(new ProxyDecision(null, "the proxy's socket broke: " + broken.getMessage(), 0, 0));
        }
    }

    private void attend(SocketChannel client) {
        try (client) {
            told.accept(answer(client));
        } catch (IOException closing) {
            told.accept(new ProxyDecision(null, "a connection broke: " + closing.getMessage(), 0, 0));
        } finally {
            open.remove(client);
            room.release();
        }
    }

    private ProxyDecision answer(SocketChannel client) throws IOException {
        ProxyRequestHead head;
        try {
            head = ProxyRequestHead.read(Channels.newInputStream(client));
        } catch (IllegalArgumentException nonsense) {
            return refuse(client, null, "400 Bad Request", String.valueOf(nonsense.getMessage()));
        }
        if (bytes.get() >= mostBytes) {
            return refuse(client, head.target(), "403 Forbidden", "the limit of " + mostBytes + " bytes is used up");
        }
        InetAddress address;
        try {
            address = list.allowed(head.target());
        } catch (AllowList.Refused refused) {
            return refuse(client, head.target(), "403 Forbidden", String.valueOf(refused.getMessage()));
        } catch (UnknownHostException unknown) {
            return refuse(client, head.target(), "502 Bad Gateway", "no host has that name");
        }
        try (SocketChannel target = SocketChannel.open()) {
            open.add(target);
            try {
                target.socket()
                        .connect(new InetSocketAddress(address, head.target().port()), CONNECT_MILLIS);
            } catch (IOException away) {
                return refuse(client, head.target(), "502 Bad Gateway", "it cannot be reached: " + away.getMessage());
            }
            return exchange(client, target, head);
        }
    }

    private ProxyDecision exchange(SocketChannel client, SocketChannel target, ProxyRequestHead head)
            throws IOException {
        try {
            if (head.tunnel()) {
                write(client, "HTTP/1.1 200 Connection established\r\n\r\n");
            } else {
                target.write(ByteBuffer.wrap(head.forward()));
            }
            ByteCopy up = new ByteCopy(client, target, bytes, mostBytes);
            Thread sending = Thread.ofVirtual().start(up);
            ByteCopy down = new ByteCopy(target, client, bytes, mostBytes);
            down.run();
            if (client.isOpen()) {
                client.shutdownInput();
            }
            sending.join();
            String cut = up.cut() || down.cut() ? "cut off at the limit of " + mostBytes + " bytes" : null;
            return new ProxyDecision(head.target(), cut, head.forward().length + up.count(), down.count());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new ProxyDecision(head.target(), "the proxy was closed", 0, 0);
        } finally {
            open.remove(target);
        }
    }

    private static ProxyDecision refuse(SocketChannel client, @Nullable ProxyTarget target, String status, String why) {
        String body = "Ralph's sandbox: " + (target == null ? "this request" : target) + ": " + why + "\n";
        try {
            write(
                    client,
                    "HTTP/1.1 " + status + "\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: "
                            + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
        } catch (IOException gone) {
            return new ProxyDecision(target, why, 0, 0); // it did not wait for the answer
        }
        return new ProxyDecision(target, why, 0, 0);
    }

    private static void write(SocketChannel channel, String text) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (all.hasRemaining()) {
            channel.write(all);
        }
    }

    /// Ends every connection, and has told of each.
    @Override
    public void close() throws IOException {
        server.close();
        for (SocketChannel channel : open) {
            channel.close();
        }
        if (socket != null) {
            Files.deleteIfExists(socket);
        }
        try {
            if (!room.tryAcquire(MOST_CONNECTIONS, CLOSING_SECONDS, TimeUnit.SECONDS)) {
                told.accept(new ProxyDecision(null, "a connection did not end with its program", 0, 0));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
