package dev.ralph.mcp;

import dev.ralph.Ralph;
import dev.ralph.attempt.AttemptTools;
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
import java.util.LinkedHashMap;
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
        McpSyncServer server = McpServer.sync(new StdioServerTransportProvider(
                        McpJsonDefaults.getMapper(), new EndingInput(System.in, over), System.out))
                .serverInfo("ralph", arguments[0])
                .instructions("Tells Ralph, who started you, how the task stands. Its checks decide what is done.")
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build())
                .toolCall(
                        tool(
                                "task_complete",
                                "Say that the task is done. Then end: Ralph runs the checks.",
                                Map.of(
                                        "artifacts",
                                        Map.of(
                                                "type",
                                                "array",
                                                "items",
                                                Map.of("type", "string"),
                                                "description",
                                                "Files or folders in the workspace that the task made."),
                                        "summary",
                                        text("What was done, in a sentence.")),
                                List.of()),
                        (_, call) -> answer(() -> tools.complete(artifacts(call), summary(call))))
                .toolCall(
                        saying("task_blocked", "Say that the task cannot be done. Then end.", "blocker", "Why not."),
                        (_, call) -> answer(() -> tools.blocked(said(call, "blocker"))))
                .toolCall(
                        saying(
                                "ask_human",
                                "Ask the user. Then end: you are started again with the answer.",
                                "question",
                                "The question."),
                        (_, call) -> answer(() -> tools.ask(said(call, "question"))))
                .toolCall(
                        saying(
                                "post_message",
                                "Put a message on the task's bus, for the user.",
                                "text",
                                "The message."),
                        (_, call) -> answer(() -> tools.post(said(call, "text"))))
                .toolCall(
                        saying(
                                "remember",
                                "Leave a note for the attempts that follow at this task.",
                                "text",
                                "The note, a sentence or two."),
                        (_, call) -> answer(() -> tools.remember(said(call, "text"))))
                .build();
        try {
            over.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        server.closeGracefully();
        return 0;
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

    private static McpSchema.Tool saying(String name, String description, String field, String meaning) {
        return tool(name, description, Map.of(field, text(meaning)), List.of(field));
    }

    private static Map<String, Object> text(String meaning) {
        return Map.of("type", "string", "description", meaning);
    }

    private static McpSchema.Tool tool(
            String name, String description, Map<String, Object> properties, List<String> required) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", required);
        schema.put("additionalProperties", false);
        return McpSchema.Tool.builder(name, schema).description(description).build();
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
