package dev.ralph.testkit;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Serves one connection, request by request, until either side ends it. Whatever the client sends, this ends
/// quietly.
final class Connection {
    private static final Duration SILENCE = Duration.ofMinutes(5);
    private static final String PREFIX = "/s/";
    private static final Wire.Asking NOTHING = new Wire.Asking("", false, new Toolbox(), List.of());

    private final Socket socket;
    private final Function<String, @Nullable Performance> stage;
    private final Player player;
    private final OutputStream out;
    private final RequestReader requests;

    Connection(Socket socket, Function<String, @Nullable Performance> stage, Player player) throws IOException {
        this.socket = socket;
        this.stage = stage;
        this.player = player;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) SILENCE.toMillis());
        this.out = new BufferedOutputStream(socket.getOutputStream(), 16 * 1024);
        this.requests = new RequestReader(socket.getInputStream(), out);
    }

    void serve() throws IOException, InterruptedException {
        try {
            Player.After after = Player.After.GOES_ON;
            while (after == Player.After.GOES_ON) {
                Request request = requests.next();
                if (request == null) {
                    return;
                }
                after = answer(request);
                if (after == Player.After.GOES_ON && request.wantsClose()) {
                    return;
                }
            }
            if (after == Player.After.HANGS) {
                socket.setSoTimeout(0);
                requests.awaitEnd();
            }
        } catch (BadRequest e) {
            refuse(e);
        } catch (SocketTimeoutException _) {
            // the client has nothing more to say
        }
    }

    private void refuse(BadRequest mistake) throws IOException {
        reply(false)
                .json(mistake.status(), Map.of("connection", "close"), problem(String.valueOf(mistake.getMessage())));
        // Closing with unread bytes would make a reset of it, which can overtake the answer.
        socket.shutdownOutput();
        socket.setSoTimeout((int) Duration.ofSeconds(1).toMillis());
        requests.awaitEnd(RequestReader.MAX_BODY);
    }

    private Player.After answer(Request request) throws IOException, InterruptedException {
        Reply reply = reply(request.method().equals("HEAD"));
        String path = request.path();
        int end = path.startsWith(PREFIX) ? path.indexOf('/', PREFIX.length()) : -1;
        String key = end < 0 ? "" : path.substring(PREFIX.length(), end);
        Performance performance = stage.apply(key);
        if (performance == null) {
            reply.json(404, Map.of(), problem("no script is played here: the address of one begins with /s/KEY/"));
            return Player.After.GOES_ON;
        }
        String rest = path.substring(end);
        Endpoint endpoint = Endpoint.of(request.method(), rest);
        return switch (endpoint) {
            case MESSAGES -> play(new AnthropicMessages(), performance, request, endpoint, reply);
            case RESPONSES -> play(new OpenAiResponses(), performance, request, endpoint, reply);
            case CHAT -> play(new OpenAiChat(), performance, request, endpoint, reply);
            case GEMINI, GEMINI_STREAM -> play(new Gemini(), performance, request, endpoint, reply);
            case MESSAGES_COUNT -> plainly(performance, request, endpoint, reply, 200, count("input_tokens", request));
            case GEMINI_COUNT -> plainly(performance, request, endpoint, reply, 200, count("totalTokens", request));
            case MODELS -> plainly(performance, request, endpoint, reply, 200, models(performance.script()));
            case GEMINI_MODELS ->
                plainly(performance, request, endpoint, reply, 200, geminiModels(performance.script()));
            case OTHER ->
                plainly(performance, request, endpoint, reply, 404, problem("there is nothing here at " + rest));
        };
    }

    private static Player.After plainly(
            Performance performance, Request request, Endpoint endpoint, Reply reply, int status, JsonNode body)
            throws IOException {
        performance.note(request, endpoint, NOTHING, false);
        reply.json(status, Map.of(), body);
        return Player.After.GOES_ON;
    }

    private Player.After play(Wire wire, Performance performance, Request request, Endpoint endpoint, Reply reply)
            throws IOException, InterruptedException {
        JsonNode body;
        try {
            body = Json.read(request.body());
        } catch (JacksonException e) {
            return plainly(
                    performance,
                    request,
                    endpoint,
                    reply,
                    400,
                    wire.error(400, "the body is not JSON: " + e.getOriginalMessage(), null));
        }
        if (!body.isObject()) {
            return plainly(
                    performance, request, endpoint, reply, 400, wire.error(400, "the body is not an object", null));
        }
        Wire.Asking asking = wire.read(body, request.path());
        Player.Question question = new Player.Question(wire, asking, body, request.body().length);
        String side = performance.script().side();
        if (side != null && performance.isSide(asking, new String(request.body(), StandardCharsets.UTF_8))) {
            performance.note(request, endpoint, asking, true);
            return player.side(question, side, reply);
        }
        Step step = performance.take(request, endpoint, asking);
        return player.play(step, question, performance.script(), reply);
    }

    private static JsonNode count(String name, Request request) {
        return Json.object()
                .put(name, Player.estimate(request.body().length, "").input());
    }

    /// One list for all who ask at this path: each provider's client finds its own names in it.
    private static JsonNode models(Script script) {
        ObjectNode list = Json.object().put("object", "list").put("has_more", false);
        ArrayNode data = list.putArray("data");
        for (String model : script.models()) {
            data.addObject()
                    .put("id", model)
                    .put("object", "model")
                    .put("type", "model")
                    .put("display_name", model)
                    .put("created", 1_700_000_000)
                    .put("owned_by", "scripted");
        }
        list.putArray("models");
        return list;
    }

    private static JsonNode geminiModels(Script script) {
        ObjectNode list = Json.object();
        ArrayNode models = list.putArray("models");
        for (String model : script.models()) {
            models.addObject()
                    .put("name", "models/" + model)
                    .putArray("supportedGenerationMethods")
                    .add("generateContent");
        }
        return list;
    }

    private static ObjectNode problem(String message) {
        ObjectNode body = Json.object();
        body.putObject("error").put("type", "scripted_server").put("message", message);
        return body;
    }

    private Reply reply(boolean headOnly) {
        return new Reply(socket, out, headOnly, "req_" + player.nextId());
    }
}
