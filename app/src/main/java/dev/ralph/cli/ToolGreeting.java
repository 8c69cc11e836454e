package dev.ralph.cli;

import dev.ralph.attempt.ToolDescriptions;
import dev.ralph.json.JsonText;
import java.io.ByteArrayInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// The beginning of a conversation with `ralph mcp`: who is there, and which tools there are. Agents wait for it before
/// their first word, and the server takes several times as long to start as they do. So `./ralph` answers it without a
/// JVM, from a file that is written here after each build, and starts the server when it is asked for more.
final class ToolGreeting {
    /// Set where the greeting was answered already. What was said stands in the lines of [#HEARD]: the greeting, the
    /// notice that it was read, both may be empty, and what was asked then.
    private static final String GREETED = "RALPH_GREETED";

    private static final Path HEARD = Path.of("/dev/fd/3");

    private ToolGreeting() {}

    /// Talks on standard input and output until the first ends.
    interface Server {
        /// @return the exit code
        int serve() throws Exception;
    }

    /// Writes the file for `./ralph`: the end of the answer to the greeting, the usual tools, and all.
    ///
    /// @param args its name
    public static void main(String[] args) throws IOException {
        String hello = members(Map.of(
                "capabilities",
                Map.of("tools", Map.of("listChanged", false)),
                "serverInfo",
                Map.of("name", "ralph", "version", Main.VERSION),
                "instructions",
                ToolDescriptions.INSTRUCTIONS));
        Files.write(Path.of(args[0]), List.of(hello, tools(ToolDescriptions.usual()), tools(ToolDescriptions.all())));
    }

    private static String tools(List<ToolDescriptions.Tool> tools) {
        return members(Map.of(
                "tools",
                tools.stream()
                        .map(tool -> Map.of(
                                "name", tool.name(), "description", tool.description(), "inputSchema", tool.schema()))
                        .toList()));
    }

    private static String members(Map<String, ?> object) {
        String text = JsonText.of(object);
        return text.substring(1, text.length() - 1);
    }

    /// @return the exit code
    static int serve(Map<String, String> environment, InputStream in, PrintStream out, Server server) throws Exception {
        if (environment.containsKey(GREETED)) {
            String[] heard = Files.readString(HEARD).split("\n", 3);
            handOver(heard[0], heard[1], heard[2], in, out);
        }
        return server.serve();
    }

    /// The server's own answer to the greeting is left out.
    private static void handOver(String greeting, String read, String asked, InputStream in, PrintStream out) {
        CountDownLatch greeted = new CountDownLatch(greeting.isEmpty() ? 0 : 1);
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
        System.setIn(new SequenceInputStream(
                Collections.enumeration(Arrays.asList(line(greeting), until, line(read), line(asked.strip()), in))));
        if (!greeting.isEmpty()) {
            System.setOut(new PrintStream(new Greeted(out, greeted), true, StandardCharsets.UTF_8));
        }
    }

    private static InputStream line(String text) {
        byte[] bytes = (text.isEmpty() ? "" : text + "\n").getBytes(StandardCharsets.UTF_8);
        return new ByteArrayInputStream(bytes);
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
