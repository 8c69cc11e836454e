package dev.ralph.cli;

import dev.ralph.attempt.AttemptTools;
import dev.ralph.attempt.ToolDescriptions;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// The beginning of a conversation with `ralph mcp`: who is there, and which tools there are. Agents wait for it before
/// their first word, and the server takes several times as long to start as they do. So this much is answered here, and
/// the server is started when it is asked for more; it hears what was said before.
record ToolGreeting(AttemptTools tools, String version) {
    /// Their greetings are the same.
    private static final Set<String> PROTOCOLS = Set.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

    private static final int LONGEST = 1 << 20;
    private static final String NOTHING = "";
    private static final int NO_SUCH_METHOD = -32601;

    /// Talks on standard input and output until the first ends.
    interface Server {
        /// @return the exit code
        int serve() throws Exception;
    }

    /// @return the exit code
    int answer(InputStream in, PrintStream out, Server server) throws Exception {
        byte[] greeting = new byte[0];
        ByteArrayOutputStream after = new ByteArrayOutputStream();
        while (true) {
            byte[] line = line(in);
            if (line.length == 0) {
                return ExitCode.OK;
            }
            Map<String, @Nullable Object> message = message(line);
            String answer = answer(message, greeting.length > 0);
            if (answer == null) {
                after.writeBytes(line);
                return handOver(greeting, after.toByteArray(), in, out, server);
            }
            if ("initialize".equals(message.get("method"))) {
                greeting = line;
            } else if (answer.equals(NOTHING)) {
                after.writeBytes(line);
            }
            if (!answer.equals(NOTHING)) {
                out.println(answer);
                out.flush();
            }
        }
    }

    /// With its end; empty at the end of all.
    private static byte[] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int letter = in.read(); letter >= 0 && line.size() < LONGEST; letter = in.read()) {
            line.write(letter);
            if (letter == '\n') {
                break;
            }
        }
        return line.toByteArray();
    }

    private static Map<String, @Nullable Object> message(byte[] line) {
        try {
            return JsonText.object(new String(line, StandardCharsets.UTF_8));
        } catch (InvalidJson strange) { // the server knows what to say to that
            return Map.of();
        }
    }

    /// Null where the server has to answer.
    private @Nullable String answer(Map<String, @Nullable Object> message, boolean greeted) {
        Object id = message.get("id");
        if (!(message.get("method") instanceof String method)) {
            return null;
        }
        return switch (method) {
            case "initialize" -> greeted || id == null ? null : greeting(id, message.get("params"));
            case "notifications/initialized" -> greeted ? NOTHING : null;
            case "ping" -> id == null ? null : result(id, Map.of());
            case "tools/list" -> greeted && id != null ? result(id, Map.of("tools", offered())) : null;
            default -> greeted || id == null ? null : unknown(id);
        };
    }

    /// Some agents first try how a later protocol begins.
    private static String unknown(Object id) {
        Map<String, Object> error = Map.of("code", NO_SUCH_METHOD, "message", "Method not found");
        return JsonText.of(Map.of("jsonrpc", "2.0", "id", id, "error", error));
    }

    private @Nullable String greeting(Object id, @Nullable Object params) {
        Object protocol = params instanceof Map<?, ?> said ? said.get("protocolVersion") : null;
        if (!(protocol instanceof String wanted) || !PROTOCOLS.contains(wanted)) {
            return null;
        }
        return result(
                id,
                Map.of(
                        "protocolVersion",
                        wanted,
                        "capabilities",
                        Map.of("tools", Map.of("listChanged", false)),
                        "serverInfo",
                        Map.of("name", "ralph", "version", version),
                        "instructions",
                        ToolDescriptions.INSTRUCTIONS));
    }

    private List<Map<String, Object>> offered() {
        return ToolDescriptions.of(tools).stream()
                .map(tool ->
                        Map.of("name", tool.name(), "description", tool.description(), "inputSchema", tool.schema()))
                .toList();
    }

    private static String result(Object id, Map<String, ?> result) {
        return JsonText.of(Map.of("jsonrpc", "2.0", "id", id, "result", result));
    }

    /// Its own greeting was answered already.
    private static int handOver(byte[] greeting, byte[] after, InputStream in, PrintStream out, Server server)
            throws Exception {
        CountDownLatch greeted = new CountDownLatch(greeting.length == 0 ? 0 : 1);
        InputStream until = new InputStream() {
            @Override
            public int read() throws IOException {
                try {
                    greeted.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
                return -1;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                return read();
            }
        };
        System.setIn(new SequenceInputStream(Collections.enumeration(
                List.of(new ByteArrayInputStream(greeting), until, new ByteArrayInputStream(after), in))));
        if (greeting.length > 0) {
            System.setOut(new PrintStream(new Greeted(out, greeted), true, StandardCharsets.UTF_8));
        }
        return server.serve();
    }

    /// Leaves the first line out.
    private static final class Greeted extends FilterOutputStream {
        private final CountDownLatch greeted;

        Greeted(OutputStream out, CountDownLatch greeted) {
            super(out);
            this.greeted = greeted;
        }

        @Override
        public void write(int letter) throws IOException {
            if (greeted.getCount() == 0) {
                super.write(letter);
            } else if (letter == '\n') {
                greeted.countDown();
            }
        }
    }
}
