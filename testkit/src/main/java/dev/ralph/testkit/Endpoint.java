package dev.ralph.testkit;

/// What a request's path asks for.
public enum Endpoint {
    /// Anthropic's `POST …/v1/messages`.
    MESSAGES,
    /// Anthropic's `POST …/v1/messages/count_tokens`.
    MESSAGES_COUNT,
    /// OpenAI's `POST …/v1/responses`.
    RESPONSES,
    /// OpenAI's `POST …/v1/chat/completions`, which many other providers speak too.
    CHAT,
    /// Gemini's `POST …:generateContent`.
    GEMINI,
    /// Gemini's `POST …:streamGenerateContent`.
    GEMINI_STREAM,
    /// Gemini's `POST …:countTokens`.
    GEMINI_COUNT,
    /// The list of models, as OpenAI and Anthropic have it: `GET …/v1/models`.
    MODELS,
    /// The list of models, as Gemini has it: `GET …/v1beta/models`.
    GEMINI_MODELS,
    /// Nothing that this server knows: the answer was 404.
    OTHER;

    static Endpoint of(String method, String path) {
        if (method.equals("GET") && path.endsWith("/models")) {
            return path.contains("/v1beta/") ? GEMINI_MODELS : MODELS;
        }
        if (!method.equals("POST")) {
            return OTHER;
        }
        if (path.endsWith("/messages")) {
            return MESSAGES;
        }
        if (path.endsWith("/messages/count_tokens")) {
            return MESSAGES_COUNT;
        }
        if (path.endsWith("/responses")) {
            return RESPONSES;
        }
        if (path.endsWith("/chat/completions")) {
            return CHAT;
        }
        return ofGemini(path.substring(path.lastIndexOf(':') + 1));
    }

    private static Endpoint ofGemini(String method) {
        return switch (method) {
            case "generateContent" -> GEMINI;
            case "streamGenerateContent" -> GEMINI_STREAM;
            case "countTokens" -> GEMINI_COUNT;
            default -> OTHER;
        };
    }
}
