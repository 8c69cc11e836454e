package dev.ralph.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Writes the answer to one request.
final class ReplyWriter {
    private static final String JSON = "application/json";

    private final Socket socket;
    private final OutputStream out;
    private final boolean headOnly;
    private final String id;

    /// @param id names this answer in its headers, as providers do
    ReplyWriter(Socket socket, OutputStream out, boolean headOnly, String id) {
        this.socket = socket;
        this.out = out;
        this.headOnly = headOnly;
        this.id = id;
    }

    void json(int status, Map<String, String> headers, JsonNode body) throws IOException {
        whole(status, headers, bytes(body));
    }

    /// A whole answer that calls itself JSON.
    void whole(int status, Map<String, String> headers, byte[] body) throws IOException {
        Map<String, String> all = head(JSON, headers);
        all.put("content-length", Integer.toString(body.length));
        begin(status, all);
        if (!headOnly) {
            out.write(body);
        }
        out.flush();
    }

    /// Announces all of a body and sends half of it.
    void half(JsonNode body) throws IOException {
        byte[] bytes = bytes(body);
        Map<String, String> all = head(JSON, Map.of());
        all.put("content-length", Integer.toString(bytes.length));
        begin(200, all);
        out.write(bytes, 0, bytes.length / 2);
        out.flush();
    }

    /// Begins a stream of server-sent events.
    Events events() throws IOException {
        Map<String, String> all = head("text/event-stream; charset=utf-8", Map.of());
        all.put("transfer-encoding", "chunked");
        begin(200, all);
        out.flush();
        return new Events(out);
    }

    /// Ends the connection with a TCP reset: what the kernel still holds for the client is thrown away.
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private void begin(int status, Map<String, String> headers) throws IOException {
        StringBuilder head = new StringBuilder(256);
        head.append("HTTP/1.1 ")
                .append(status)
                .append(' ')
                .append(reason(status))
                .append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private Map<String, String> head(String type, Map<String, String> more) {
        Map<String, String> headers = new TreeMap<>();
        headers.put("content-type", type);
        headers.put("cache-control", "no-cache");
        headers.put("request-id", id);
        headers.put("x-request-id", id);
        headers.putAll(more);
        headers.remove("transfer-encoding");
        return headers;
    }

    private static byte[] bytes(JsonNode body) {
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 402 -> "Payment Required";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 413 -> "Payload Too Large";
            case 429 -> "Too Many Requests";
            case 500 -> "Internal Server Error";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            case 529 -> "Overloaded";
            default -> status < 500 ? "Client Error" : "Server Error";
        };
    }

    /// Server-sent events, each in a chunk of its own.
    static final class Events {
        private final OutputStream out;

        private Events(OutputStream out) {
            this.out = out;
        }

        /// Sends an event; null means one without a name.
        void send(@Nullable String name, JsonNode data) throws IOException {
            raw((name == null ? "" : "event: " + name + "\n") + "data: " + data + "\n\n");
        }

        void raw(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(bytes);
            out.write(new byte[] {'\r', '\n'});
            out.flush();
        }

        /// The stream's proper end.
        void end() throws IOException {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }
}
