package dev.ralph.agent;

import dev.ralph.budget.Tokens;
import dev.ralph.budget.UsageScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The messages in streams of Claude's form, which others have copied: one line for each block of a message.
final class ClaudeMessage {
    private static final String SYNTHETIC = "<synthetic>";

    /// What the figure of input tokens includes.
    enum Input {
        WITHOUT_CACHE,
        WITH_CACHE
    }

    private ClaudeMessage() {}

    /// The paths that every stream of this form has, and some more.
    static String[] with(String... more) {
        List<String> paths = new ArrayList<>(List.of(more));
        paths.addAll(List.of(ToolDetail.paths("message.content.input", """
                type subtype session_id model is_error result error usage.input_tokens
                usage.cache_read_input_tokens usage.cache_creation_input_tokens usage.output_tokens
                parent_tool_use_id message.id message.model message.content.type message.content.text
                message.content.id message.content.name message.content.tool_use_id message.content.is_error
                message.usage.input_tokens message.usage.cache_read_input_tokens
                message.usage.cache_creation_input_tokens message.usage.output_tokens""".split("\\s+"))));
        return paths.toArray(new String[0]);
    }

    /// The line `system/init`.
    static void open(JsonFieldValues line, Consumer<AgentEvent> sink) {
        StreamOpening.session(line.text("session_id"), sink);
        StreamOpening.model(line.text("model"), sink);
    }

    static boolean ofSubagent(JsonFieldValues line) {
        return line.has("parent_tool_use_id");
    }

    /// What the assistant said and did. What a subagent says is not the agent's own word, but what it does counts.
    static void say(JsonFieldValues line, Input input, Consumer<AgentEvent> sink) {
        JsonFieldValues message = line.object("message");
        if (message == null || SYNTHETIC.equals(message.text("model"))) {
            return;
        }
        for (JsonFieldValues block : message.objects("content")) {
            switch (block.textOr("type", "")) {
                case "text" -> {
                    String text = block.textOr("text", "");
                    if (!text.isEmpty() && !ofSubagent(line)) {
                        sink.accept(new AgentEvent.Text(text, true));
                    }
                }
                case "tool_use", "server_tool_use", "mcp_tool_use" ->
                    sink.accept(new AgentEvent.ToolCall(
                            block.detail("id"), block.detail("name"), ToolDetail.of(block.object("input"))));
                default -> {
                    // Thinking and pictures.
                }
            }
        }
        JsonFieldValues used = message.object("usage");
        String id = message.text("id");
        Tokens tokens = used == null ? Tokens.NONE : tokens(used, input);
        if (id != null && tokens.total() > 0) {
            sink.accept(new AgentEvent.Used(
                    Excerpt.detail(id), message.detailOrNull("model"), tokens, null, UsageScope.CALL));
        }
    }

    /// The results of tools; everything else in messages of the user is the prompt.
    static void results(JsonFieldValues line, Consumer<AgentEvent> sink) {
        JsonFieldValues message = line.object("message");
        if (message == null) {
            return;
        }
        for (JsonFieldValues block : message.objects("content")) {
            if (block.textOr("type", "").equals("tool_result")) {
                sink.accept(new AgentEvent.ToolResult(block.detail("tool_use_id"), block.flag("is_error")));
            }
        }
    }

    /// @param used the object `usage` of a message or of the result
    static Tokens tokens(JsonFieldValues used, Input input) {
        long in = used.count("input_tokens");
        long read = used.count("cache_read_input_tokens");
        long written = used.count("cache_creation_input_tokens");
        long out = used.count("output_tokens");
        return input == Input.WITHOUT_CACHE
                ? new Tokens(in, read, written, out)
                : Tokens.withCacheInInput(in, read, written, out);
    }
}
