package dev.ralph.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/// Asks a performance over HTTP, as an agent does, in any of the protocols.
record ModelClient(ScriptPlayback playback) {
    static final Duration LIMIT = Duration.ofSeconds(20);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /// The ways to ask for an answer, each with a shell and a write tool on offer.
    enum Way {
        ANTHROPIC("/v1/messages", """
                {"model":"m1","stream":STREAM,"max_tokens":100,"messages":[{"role":"user","content":"PROMPT"}],
                 "tools":[{"name":"Bash","input_schema":{"type":"object","properties":{"command":{"type":"string"}}}},
                          {"name":"Write","input_schema":{"type":"object","properties":{"file_path":{"type":"string"},"content":{"type":"string"}}}}]}"""),
        RESPONSES("/v1/responses", """
                {"model":"m1","stream":STREAM,"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"PROMPT"}]}],
                 "tools":[{"type":"function","name":"exec_command","parameters":{"type":"object","properties":{"cmd":{"type":"string"}}}},
                          {"type":"function","name":"write_file","parameters":{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}}}}]}"""),
        CHAT("/v1/chat/completions", """
                {"model":"m1","stream":STREAM,"messages":[{"role":"user","content":"PROMPT"}],
                 "tools":[{"type":"function","function":{"name":"bash","parameters":{"type":"object","properties":{"command":{"type":"string"},"description":{"type":"string"}},"required":["command","description"]}}},
                          {"type":"function","function":{"name":"write","parameters":{"type":"object","properties":{"filePath":{"type":"string"},"content":{"type":"string"}}}}}]}"""),
        GEMINI("/v1beta/models/m1:METHOD", """
                {"contents":[{"role":"user","parts":[{"text":"PROMPT"}]}],
                 "tools":[{"functionDeclarations":[{"name":"run_shell_command","parametersJsonSchema":{"type":"object","properties":{"command":{"type":"string"}}}},
                          {"name":"write_file","parametersJsonSchema":{"type":"object","properties":{"file_path":{"type":"string"},"content":{"type":"string"}}}}]}]}""");

        private final String path;
        private final String body;

        Way(String path, String body) {
            this.path = path;
            this.body = body;
        }

        String path(boolean streaming) {
            return path.replace("METHOD", streaming ? "streamGenerateContent?alt=sse" : "generateContent");
        }

        String body(boolean streaming, String prompt) {
            return body.replace("STREAM", Boolean.toString(streaming)).replace("PROMPT", prompt);
        }
    }

    HttpResponse<String> whole(Way way) {
        return post(way.path(false), way.body(false, "hi"));
    }

    HttpResponse<String> streamed(Way way) {
        return post(way.path(true), way.body(true, "hi"));
    }

    JsonNode json(Way way) {
        return JsonTree.read(whole(way).body().getBytes(StandardCharsets.UTF_8));
    }

    List<JsonNode> events(Way way) {
        return events(streamed(way).body());
    }

    static List<JsonNode> events(String body) {
        return body.lines()
                .filter(line -> line.startsWith("data: ") && !line.equals("data: [DONE]"))
                .map(line -> JsonTree.readStrictly(line.substring(6)))
                .toList();
    }

    HttpResponse<String> post(String path, String body) {
        try {
            return HTTP.send(
                    request(path)
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    CompletableFuture<HttpResponse<String>> postAsync(String path, String body) {
        return HTTP.sendAsync(
                request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(playback.url() + path))
                .timeout(LIMIT)
                .header("content-type", "application/json")
                .header("authorization", "Bearer secret");
    }
}
