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
    private static final ModelProtocol.Asking NOTHING =
            new ModelProtocol.Asking("", false, new OfferedTools(), List.of());

    private final Socket socket;
    private final Function<String, @Nullable ScriptPlayback> stage;
    private final StepPlayer player;
    private final OutputStream out;
    private final ModelRequestReader requests;

    Connection(Socket socket, Function<String, @Nullable ScriptPlayback> stage, StepPlayer player) throws IOException {
        this.socket = socket;
        this.stage = stage;
        this.player = player;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) SILENCE.toMillis());
        this.out = new BufferedOutputStream(socket.getOutputStream(), 16 * 1024);
        this.requests = new ModelRequestReader(socket.getInputStream(), out);
    }

    void serve() throws IOException, InterruptedException {
        try {
            StepPlayer.After after = StepPlayer.After.GOES_ON;
            while (after == StepPlayer.After.GOES_ON) {
                ModelRequest request = requests.next();
                if (request == null) {
                    return;
                }
                after = answer(request);
                if (after == StepPlayer.After.GOES_ON && request.wantsClose()) {
                    return;
                }
            }
            if (after == StepPlayer.After.HANGS) {
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
        requests.awaitEnd(ModelRequestReader.MAX_BODY);
    }

    private StepPlayer.After answer(ModelRequest request) throws IOException, InterruptedException {
        ReplyWriter reply = reply(request.method().equals("HEAD"));
        String path = request.path();
        int end = path.startsWith(PREFIX) ? path.indexOf('/', PREFIX.length()) : -1;
        String key = end < 0 ? "" : path.substring(PREFIX.length(), end);
        ScriptPlayback playback = stage.apply(key);
        if (playback == null) {
            reply.json(404, Map.of(), problem("no script is played here: the address of one begins with /s/KEY/"));
            return StepPlayer.After.GOES_ON;
        }
        String rest = path.substring(end);
        Endpoint endpoint = Endpoint.of(request.method(), rest);
        return switch (endpoint) {
            case MESSAGES -> play(new AnthropicMessages(), playback, request, endpoint, reply);
            case RESPONSES -> play(new OpenAiResponses(), playback, request, endpoint, reply);
            case CHAT -> play(new OpenAiChat(), playback, request, endpoint, reply);
            case GEMINI, GEMINI_STREAM -> play(new Gemini(), playback, request, endpoint, reply);
            case MESSAGES_COUNT -> plainly(playback, request, endpoint, reply, 200, count("input_tokens", request));
            case GEMINI_COUNT -> plainly(playback, request, endpoint, reply, 200, count("totalTokens", request));
            case MODELS -> plainly(playback, request, endpoint, reply, 200, models(playback.script()));
            case GEMINI_MODELS -> plainly(playback, request, endpoint, reply, 200, geminiModels(playback.script()));
            case OTHER -> plainly(playback, request, endpoint, reply, 404, problem("there is nothing here at " + rest));
        };
    }

    private static StepPlayer.After plainly(
            ScriptPlayback playback,
            ModelRequest request,
            Endpoint endpoint,
            ReplyWriter reply,
            int status,
            JsonNode body)
            throws IOException {
        playback.note(request, endpoint, NOTHING, false);
        reply.json(status, Map.of(), body);
        return StepPlayer.After.GOES_ON;
    }

    private StepPlayer.After play(
            ModelProtocol protocol, ScriptPlayback playback, ModelRequest request, Endpoint endpoint, ReplyWriter reply)
            throws IOException, InterruptedException {
        JsonNode body;
        try {
            body = JsonTree.read(request.body());
        } catch (JacksonException e) {
            return plainly(
                    playback,
                    request,
                    endpoint,
                    reply,
                    400,
                    protocol.error(400, "the body is not JSON: " + e.getOriginalMessage(), null));
        }
        if (!body.isObject()) {
            return plainly(
                    playback, request, endpoint, reply, 400, protocol.error(400, "the body is not an object", null));
        }
        ModelProtocol.Asking asking = protocol.read(body, request.path());
        StepPlayer.Question question = new StepPlayer.Question(protocol, asking, body, request.body().length);
        String side = playback.script().side();
        if (side != null && playback.isSide(asking, new String(request.body(), StandardCharsets.UTF_8))) {
            playback.note(request, endpoint, asking, true);
            return player.side(question, side, reply);
        }
        ModelStep step = playback.take(request, endpoint, asking);
        return player.play(step, question, playback.script(), reply);
    }

    private static JsonNode count(String name, ModelRequest request) {
        return JsonTree.object()
                .put(name, StepPlayer.estimate(request.body().length, "").input());
    }

    /// One list for all who ask at this path: each provider's client finds its own names in it.
    private static JsonNode models(ModelScript script) {
        ObjectNode list = JsonTree.object().put("object", "list").put("has_more", false);
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

    private static JsonNode geminiModels(ModelScript script) {
        ObjectNode list = JsonTree.object();
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
        ObjectNode body = JsonTree.object();
        body.putObject("error").put("type", "scripted_server").put("message", message);
        return body;
    }

    private ReplyWriter reply(boolean headOnly) {
        return new ReplyWriter(socket, out, headOnly, "req_" + player.nextId());
    }
}
