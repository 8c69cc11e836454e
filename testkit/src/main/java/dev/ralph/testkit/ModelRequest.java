package dev.ralph.testkit;

import java.util.Map;

/// One HTTP request, read whole.
final class ModelRequest {
    private final String method;
    private final String target;
    private final Map<String, String> headers;
    private final byte[] body;

    ModelRequest(String method, String target, Map<String, String> headers, byte[] body) {
        this.method = method;
        this.target = target;
        this.headers = headers;
        this.body = body;
    }

    String method() {
        return method;
    }

    /// Path and query, as sent.
    String target() {
        return target;
    }

    String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /// Names in lower case.
    Map<String, String> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    boolean wantsClose() {
        return headers.getOrDefault("connection", "").equalsIgnoreCase("close");
    }
}
