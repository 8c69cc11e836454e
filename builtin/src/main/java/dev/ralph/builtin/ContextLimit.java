package dev.ralph.builtin;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.ralph.json.JsonText;
import java.util.List;
import java.util.Map;

/// How much of the conversation the model is sent again: when an estimate exceeds the limit, what actions were given
/// and what they answered is shortened, the oldest first.
///
/// @param tokens the most
record ContextLimit(long tokens) {
    private static final long STANDARD = 120_000;
    private static final int CHARACTERS_OF_A_TOKEN = 4;
    private static final int LEFT = 200;

    static ContextLimit of(Map<String, String> environment) {
        String set = environment.getOrDefault("RALPH_CONTEXT_TOKENS", "");
        return new ContextLimit(set.matches("[1-9][0-9]{0,8}") ? Long.parseLong(set) : STANDARD);
    }

    static long estimate(List<ChatMessage> messages) {
        long characters = 0;
        for (ChatMessage message : messages) {
            characters += message.toString().length();
        }
        return characters / CHARACTERS_OF_A_TOKEN;
    }

    /// Some room is made at once: what is sent again unchanged is cheap, because the provider remembers it.
    ///
    /// @return whether the conversation is within the limit now
    boolean shorten(List<ChatMessage> messages) {
        long estimate = estimate(messages);
        if (estimate <= tokens) {
            return true;
        }
        long over = (estimate - tokens * 3 / 4) * CHARACTERS_OF_A_TOKEN;
        for (int i = 2; i < messages.size() && over > 0; i++) {
            ChatMessage was = messages.get(i);
            ChatMessage now = shortened(was);
            over -= was.toString().length() - now.toString().length();
            messages.set(i, now);
        }
        return estimate(messages) <= tokens;
    }

    private static ChatMessage shortened(ChatMessage message) {
        if (message instanceof ToolExecutionResultMessage result) {
            return ToolExecutionResultMessage.builder()
                    .id(result.id())
                    .toolName(result.toolName())
                    .text(cut(result.text()))
                    .isError(result.isError())
                    .build();
        }
        if (message instanceof AiMessage answer && answer.hasToolExecutionRequests()) {
            return answer.toBuilder()
                    .toolExecutionRequests(answer.toolExecutionRequests().stream()
                            .map(ContextLimit::shortened)
                            .toList())
                    .build();
        }
        return message;
    }

    /// Its arguments stay an object, as both APIs want it.
    private static ToolExecutionRequest shortened(ToolExecutionRequest request) {
        String arguments = String.valueOf(request.arguments());
        return arguments.length() <= 2 * LEFT
                ? request
                : request.toBuilder()
                        .arguments(JsonText.of(Map.of("shortened", cut(arguments))))
                        .build();
    }

    private static String cut(String text) {
        int left = Character.isHighSurrogate(text.charAt(Math.min(LEFT, text.length()) - 1)) ? LEFT - 1 : LEFT;
        return text.length() <= 2 * LEFT ? text : text.substring(0, left) + "\n[shortened; do it again to see all]";
    }
}
