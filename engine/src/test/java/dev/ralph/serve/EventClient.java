package dev.ralph.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A client on a plain socket, which sends exactly what it is told.
final class EventClient implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader in;

    /// @param id as it stands there
    record Heard(String id, String type, String data) {}

    EventClient(EventServer server, String request) throws IOException {
        socket = new Socket();
        socket.setReceiveBufferSize(1 << 16); // so that one who does not read is noticed soon
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /// As a client asks that does everything right.
    static String get(EventServer server, String target, String... headers) {
        List<String> lines = new ArrayList<>(List.of(
                "GET " + target + " HTTP/1.1",
                "Host: 127.0.0.1:" + server.port(),
                "Authorization: Bearer " + server.token()));
        lines.addAll(List.of(headers));
        return String.join("\r\n", lines) + "\r\n\r\n";
    }

    /// Follows the events; the answer's head is read, and the position it begins with.
    static EventClient events(EventServer server, String target, String... headers) throws IOException {
        EventClient client = new EventClient(server, get(server, target, headers));
        String first = client.line();
        if (!"HTTP/1.1 200 OK".equals(first)) {
            throw new IOException(first);
        }
        while (!client.block().getFirst().startsWith(": events after")) {
            // the headers of the answer
        }
        return client;
    }

    /// Everything until the server hangs up.
    static String answer(EventServer server, String request) throws IOException {
        try (EventClient client = new EventClient(server, request)) {
            StringBuilder all = new StringBuilder();
            for (String line = client.line(); line != null; line = client.line()) {
                all.append(line).append('\n');
            }
            return all.toString();
        }
    }

    @Nullable
    String line() throws IOException {
        return in.readLine();
    }

    /// Lines until an empty one.
    List<String> block() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = line(); line == null || !line.isEmpty(); line = line()) {
            if (line == null) {
                throw new IOException("the server hung up");
            }
            lines.add(line);
        }
        return lines;
    }

    /// The next event; heartbeats are passed over.
    Heard next() throws IOException {
        List<String> block = block();
        while (block.getFirst().startsWith(":")) {
            block = block();
        }
        return new Heard(
                block.get(0).substring("id: ".length()),
                block.get(1).substring("event: ".length()),
                block.get(2).substring("data: ".length()));
    }

    List<Heard> next(int count) throws IOException {
        List<Heard> heard = new ArrayList<>();
        while (heard.size() < count) {
            heard.add(next());
        }
        return heard;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
