package dev.ralph.builtin;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicTokenUsage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.output.TokenUsage;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The model behind Anthropic's API or an OpenAI-compatible one, as the environment names it.
record ModelAccess(ChatModel model, ModelConnection connection, String name) {
    private static final String ANTHROPIC_MODEL = "claude-sonnet-5-5";
    private static final String OPENAI_MODEL = "gpt-6.1-sol";
    private static final int LONGEST_ANSWER = 8192;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /// What one call used; `input` leaves out what came from or went into the cache.
    record Usage(String model, long input, long cacheRead, long cacheWrite, long output) {}

    /// @param model empty for the usual one; `anthropic/NAME` and `openai/NAME` also say whose it is
    static ModelAccess of(Map<String, String> environment, String model) throws ModelFailed {
        boolean anthropicKey = has(environment, "ANTHROPIC_API_KEY");
        boolean openAi = has(environment, "OPENAI_API_KEY") || has(environment, "OPENAI_BASE_URL");
        if (!anthropicKey && !openAi) {
            throw new ModelFailed("login", 0, "no key: set ANTHROPIC_API_KEY or OPENAI_API_KEY");
        }
        ModelConnection connection = new ModelConnection(environment, patience(environment));
        if (model.startsWith("anthropic/")) {
            return anthropic(environment, model.substring("anthropic/".length()), connection);
        }
        if (model.startsWith("openai/")) {
            return openAi(environment, model.substring("openai/".length()), connection);
        }
        boolean anthropic = anthropicKey && (!openAi || model.isEmpty() || model.startsWith("claude"));
        return anthropic ? anthropic(environment, model, connection) : openAi(environment, model, connection);
    }

    private static ModelAccess anthropic(Map<String, String> environment, String model, ModelConnection connection) {
        String name = named(model, environment, "ANTHROPIC_MODEL", ANTHROPIC_MODEL);
        String base = environment.getOrDefault("ANTHROPIC_BASE_URL", "");
        return new ModelAccess(
                AnthropicChatModel.builder()
                        .httpClientBuilder(connection)
                        .baseUrl(base.isBlank() ? "https://api.anthropic.com/v1/" : withoutSlash(base) + "/v1/")
                        .apiKey(environment.getOrDefault("ANTHROPIC_API_KEY", "none"))
                        .modelName(name)
                        .maxTokens(LONGEST_ANSWER)
                        .cacheSystemMessages(true)
                        .cacheTools(true)
                        .maxRetries(0)
                        .build(),
                connection,
                name);
    }

    private static ModelAccess openAi(Map<String, String> environment, String model, ModelConnection connection) {
        String name = named(model, environment, "OPENAI_MODEL", OPENAI_MODEL);
        String base = environment.getOrDefault("OPENAI_BASE_URL", "");
        return new ModelAccess(
                OpenAiChatModel.builder()
                        .httpClientBuilder(connection)
                        .baseUrl(base.isBlank() ? "https://api.openai.com/v1" : withoutSlash(base))
                        .apiKey(environment.getOrDefault("OPENAI_API_KEY", "none"))
                        .modelName(name)
                        .maxRetries(0)
                        .build(),
                connection,
                name);
    }

    private static String named(String model, Map<String, String> environment, String variable, String usual) {
        if (!model.isEmpty()) {
            return model;
        }
        String set = environment.getOrDefault(variable, "");
        return set.isBlank() ? usual : set.strip();
    }

    private static boolean has(Map<String, String> environment, String name) {
        return !environment.getOrDefault(name, "").isBlank();
    }

    private static String withoutSlash(String address) {
        String plain = address.strip();
        return plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
    }

    private static Duration patience(Map<String, String> environment) {
        String millis = environment.getOrDefault("API_TIMEOUT_MS", "");
        return millis.matches("[1-9][0-9]{0,8}") ? Duration.ofMillis(Long.parseLong(millis)) : PATIENCE;
    }

    /// One call.
    ChatResponse ask(List<ChatMessage> messages, List<ToolSpecification> tools) throws ModelFailed {
        try {
            return model.chat(ChatRequest.builder()
                    .messages(remembered(messages))
                    .toolSpecifications(tools)
                    .build());
        } catch (RuntimeException failed) { // LangChain4j wraps what the connection says, each API in its own way
            throw failure(failed);
        }
    }

    /// Anthropic remembers everything up to a marked message, so that the next call costs a tenth for it; others do so
    /// by themselves.
    private static List<ChatMessage> remembered(List<ChatMessage> messages) {
        List<ChatMessage> marked = new ArrayList<>(messages);
        if (messages.getLast() instanceof ToolExecutionResultMessage result) {
            marked.set(
                    marked.size() - 1,
                    ToolExecutionResultMessage.builder()
                            .id(result.id())
                            .toolName(result.toolName())
                            .text(result.text())
                            .isError(result.isError())
                            .attributes(Map.of("cache_control", "ephemeral"))
                            .build());
        }
        return marked;
    }

    Usage usage(ChatResponse answer) {
        TokenUsage used = answer.tokenUsage();
        String by = answer.modelName() == null || answer.modelName().isBlank() ? name : answer.modelName();
        long input = count(used == null ? null : used.inputTokenCount());
        long output = count(used == null ? null : used.outputTokenCount());
        if (used instanceof AnthropicTokenUsage cached) {
            return new Usage(
                    by, input, count(cached.cacheReadInputTokens()), count(cached.cacheCreationInputTokens()), output);
        }
        if (used instanceof OpenAiTokenUsage cached && cached.inputTokensDetails() != null) {
            long read = Math.min(input, count(cached.inputTokensDetails().cachedTokens()));
            return new Usage(by, input - read, read, 0, output);
        }
        return new Usage(by, input, 0, 0, output);
    }

    private static long count(@Nullable Integer tokens) {
        return tokens == null ? 0 : Math.max(0, tokens);
    }

    private ModelFailed failure(RuntimeException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpException answer) {
                String words = "HTTP " + answer.statusCode() + ": " + words(String.valueOf(answer.getMessage()));
                return new ModelFailed("other", answer.statusCode(), words, connection.pause());
            }
            if (cause instanceof IOException broken) {
                return new ModelFailed("network", 0, "the model cannot be reached: " + broken);
            }
        }
        return new ModelFailed("other", 0, "the model's answer was not understood: " + failed);
    }

    /// What the provider says in `{"error":{"message":…}}`, else all of it.
    private static String words(String body) {
        try {
            if (JsonText.object(body).get("error") instanceof Map<?, ?> error
                    && error.get("message") instanceof String message) {
                return error.get("type") + ": " + message;
            }
        } catch (InvalidJson other) {
            return body;
        }
        return body;
    }
}
