package dev.ralph.proxy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A port on loopback inside a sandbox that leads to the proxy's socket outside.
///
/// Its arguments are the socket, the port, and services on loopback outside that are to be found at the same ports
/// inside: many programs do not use a proxy for those. It prints a line once it listens, and runs until it is
/// killed: it ends with the sandbox.
public final class Bridge {
    private static final int LONGEST_ANSWER = 4096;
    private static final int BACKLOG = 50;

    private Bridge() {}

    public static void main(String[] arguments) throws IOException {
        Path socket = Path.of(arguments[0]);
        ServerSocket main = listen(Integer.parseInt(arguments[1]));
        for (int i = 2; i < arguments.length; i++) {
            service(socket, ProxyTarget.parse(arguments[i], 0));
        }
        System.out.println("listening");
        System.out.close(); // whoever waited for the line need not wait for more
        serve(main, socket, null);
    }

    private static void service(Path socket, ProxyTarget target) {
        try {
            ServerSocket server = listen(target.port());
            Thread.ofPlatform().start(() -> {
                try {
                    serve(server, socket, target);
                } catch (IOException broken) {
                    return; // its clients see that
                }
            });
        } catch (IOException notOurs) {
            return; // such as a port below 1024: the proxy leads there all the same
        }
    }

    /// Not as a channel: the first one takes as long to open as the rest of this program to start.
    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    }

    /// @param target whom everybody here wants, null when each says it himself
    static void serve(ServerSocket server, Path socket, @Nullable ProxyTarget target) throws IOException {
        try (server) {
            while (true) {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> carry(client, socket, target));
            }
        }
    }

    private static void carry(Socket client, Path socket, @Nullable ProxyTarget target) {
        try (client;
                SocketChannel proxy = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            proxy.connect(UnixDomainSocketAddress.of(socket));
            if (target != null) {
                connect(proxy, target);
            }
            Thread up = Thread.ofVirtual().start(() -> send(client, proxy));
            receive(proxy, client);
            client.shutdownInput();
            up.join();
        } catch (IOException gone) {
            return; // the program sees its connection end
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(Socket client, SocketChannel proxy) {
        try {
            client.getInputStream().transferTo(Channels.newOutputStream(proxy));
            proxy.shutdownOutput();
        } catch (IOException gone) {
            return; // the other direction ends too
        }
    }

    private static void receive(SocketChannel proxy, Socket client) {
        try {
            Channels.newInputStream(proxy).transferTo(client.getOutputStream());
            client.shutdownOutput();
        } catch (IOException gone) {
            return; // the other direction ends too
        }
    }

    /// Asks for a tunnel. Byte by byte: what follows the answer is the service's.
    private static void connect(SocketChannel proxy, ProxyTarget target) throws IOException {
        proxy.write(ByteBuffer.wrap(("CONNECT " + target + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII)));
        StringBuilder answer = new StringBuilder();
        ByteBuffer next = ByteBuffer.allocate(1);
        while (answer.indexOf("\r\n\r\n") < 0) {
            if (proxy.read(next.clear()) < 0 || answer.length() > LONGEST_ANSWER) {
                throw new EOFException("the proxy gave no answer");
            }
            answer.append((char) next.get(0));
        }
        if (!answer.toString().startsWith("HTTP/1.1 200 ")) {
            throw new IOException("the proxy refused");
        }
    }
}
