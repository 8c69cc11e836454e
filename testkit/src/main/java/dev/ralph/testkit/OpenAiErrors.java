package dev.ralph.testkit;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Errors as OpenAI writes them, in both of its protocols.
final class OpenAiErrors {
    private OpenAiErrors() {}

    static ObjectNode error(int status, String message, @Nullable String type) {
        ObjectNode body = JsonTree.object();
        body.putObject("error")
                .put("message", message)
                .put("type", type == null ? type(status) : type)
                .putNull("param")
                .put("code", type == null ? code(status) : type);
        return body;
    }

    private static String type(int status) {
        return switch (status) {
            case 400, 401, 403, 404, 413 -> "invalid_request_error";
            case 429 -> "rate_limit_exceeded";
            case 503 -> "server_overloaded";
            default -> "server_error";
        };
    }

    private static @Nullable String code(int status) {
        return switch (status) {
            case 401 -> "invalid_api_key";
            case 404 -> "model_not_found";
            case 429 -> "rate_limit_exceeded";
            default -> null;
        };
    }
}
