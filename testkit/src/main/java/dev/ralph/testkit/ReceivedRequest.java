package dev.ralph.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A request that the server got, and which step it took.
public final class ReceivedRequest {
    private final Instant at;
    private final ModelRequest request;
    private final Endpoint endpoint;
    private final ModelProtocol.Asking asking;
    private final boolean side;
    private final int step;

    ReceivedRequest(
            Instant at, ModelRequest request, Endpoint endpoint, ModelProtocol.Asking asking, boolean side, int step) {
        this.at = at;
        this.request = request;
        this.endpoint = endpoint;
        this.asking = asking;
        this.side = side;
        this.step = step;
    }

    /// When it had come in whole.
    public Instant at() {
        return at;
    }

    /// `GET`, `POST`, …
    public String method() {
        return request.method();
    }

    /// Path and query as sent, with the key's prefix.
    public String target() {
        return request.target();
    }

    /// What its path asks for.
    public Endpoint endpoint() {
        return endpoint;
    }

    /// The headers, names in lower case. The client's key is among them.
    public Map<String, String> headers() {
        return Map.copyOf(request.headers());
    }

    /// The body as it came.
    public String text() {
        return new String(request.body(), StandardCharsets.UTF_8);
    }

    /// The body as a tree, read anew at each call.
    ///
    /// @throws tools.jackson.core.JacksonException if it is not JSON
    public JsonNode json() {
        return JsonTree.read(request.body());
    }

    /// The model asked for; empty for requests that name none.
    public String model() {
        return asking.model();
    }

    /// The names of the tools it offers.
    public List<String> tools() {
        return List.copyOf(asking.tools().names());
    }

    /// What the user said, message by message: the history of a resumed session, and last the prompt.
    public List<String> userTexts() {
        return asking.userTexts();
    }

    /// Whether it got the script's side answer and took no step.
    public boolean side() {
        return side;
    }

    /// The number of the step it took, from 1; one more than there are steps if the script was over; 0 if it
    /// took none.
    public int step() {
        return step;
    }

    long size() {
        return request.body().length;
    }

    @Override
    public String toString() {
        return method() + " " + target() + " (" + size() + " bytes, " + (side ? "side" : "step " + step) + ")";
    }
}
