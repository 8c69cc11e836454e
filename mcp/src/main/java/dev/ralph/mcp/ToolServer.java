package dev.ralph.mcp;

import dev.ralph.Ralph;
import dev.ralph.attempt.AttemptTools;
import dev.ralph.attempt.ToolDescriptions;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.RequestRefused;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;

/// The program behind `ralph mcp`. Each tool does what the command of the same meaning does.
public final class ToolServer implements ToolProvider {

    @Override
    public String name() {
        return "mcp";
    }

    /// Answers until standard input ends.
    ///
    /// @param arguments Ralph's version
    @Override
    public int run(PrintWriter out, PrintWriter err, String... arguments) {
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // nobody reads its logs, and it need not say so
        AttemptTools tools = Ralph.attemptTools(System.getenv()).orElseThrow();
        CountDownLatch over = new CountDownLatch(1);
        var specification = McpServer.sync(new StdioServerTransportProvider(
                        McpJsonDefaults.getMapper(), new EndingInput(System.in, over), System.out))
                .serverInfo("ralph", arguments[0])
                .instructions(ToolDescriptions.INSTRUCTIONS)
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build());
        for (ToolDescriptions.Tool tool : ToolDescriptions.of(tools)) {
            specification = specification.toolCall(
                    McpSchema.Tool.builder(tool.name(), tool.schema())
                            .description(tool.description())
                            .build(),
                    (_, call) -> answer(() -> use(tools, tool.name(), call)));
        }
        McpSyncServer server = specification.build();
        try {
            over.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        server.closeGracefully();
        return 0;
    }

    private static String use(AttemptTools tools, String name, McpSchema.CallToolRequest call) throws IOException {
        return switch (name) {
            case "task_complete" -> tools.complete(artifacts(call), summary(call));
            case "task_blocked" -> tools.blocked(said(call, "blocker"));
            case "ask_human" -> tools.ask(said(call, "question"));
            case "post_message" -> tools.post(said(call, "text"));
            case "remember" -> tools.remember(said(call, "text"));
            case "reject" -> tools.reject(said(call, "finding"));
            default -> throw new IllegalArgumentException("there is no tool " + name);
        };
    }

    private interface Act {
        String perform() throws IOException;
    }

    private static McpSchema.CallToolResult answer(Act act) {
        try {
            return result(act.perform(), false);
        } catch (RequestRefused | IllegalArgumentException refused) {
            return result(String.valueOf(refused.getMessage()), true);
        } catch (IOException failed) {
            return result(FileErrorText.words(failed), true);
        }
    }

    private static McpSchema.CallToolResult result(String words, boolean failed) {
        return McpSchema.CallToolResult.builder()
                .addTextContent(words)
                .isError(failed)
                .build();
    }

    /// None, where an agent leaves them out.
    private static Map<String, Object> given(McpSchema.CallToolRequest call) {
        Map<String, Object> given = call.arguments();
        return given == null ? Map.of() : given;
    }

    private static @Nullable String summary(McpSchema.CallToolRequest call) {
        Object summary = given(call).get("summary");
        return summary == null ? null : summary.toString();
    }

    private static String said(McpSchema.CallToolRequest call, String name) {
        Object said = given(call).get(name);
        return said == null ? "" : said.toString();
    }

    private static List<String> artifacts(McpSchema.CallToolRequest call) {
        return given(call).get("artifacts") instanceof List<?> named
                ? named.stream().map(String::valueOf).toList()
                : List.of();
    }

    /// Tells of its end.
    private static final class EndingInput extends FilterInputStream {
        private final CountDownLatch over;

        EndingInput(InputStream in, CountDownLatch over) {
            super(in);
            this.over = over;
        }

        @Override
        public int read() throws IOException {
            return told(super.read());
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            return told(super.read(bytes, from, length));
        }

        private int told(int read) {
            if (read < 0) {
                over.countDown();
            }
            return read;
        }
    }
}
