package dev.ralph.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Answers one request the way its step says.
final class Player {
    private static final Duration TIME_TO_READ = Duration.ofMillis(100);
    private static final String NOT_JSON = "{\"id\": \"x\", \"type\": {{{ this is not JSON";
    private static final AtomicLong ANSWERS = new AtomicLong();

    private final InstantSource clock;
    private final String prefix;

    Player(InstantSource clock) {
        this.clock = clock;
        this.prefix = Long.toString(clock.millis(), 36);
    }

    /// What becomes of the connection after an answer.
    enum After {
        GOES_ON,
        HANGS,
        IS_GONE
    }

    /// Never the same twice, also in another server: agents keep the ids of answers in their sessions.
    String nextId() {
        return prefix + "n" + ANSWERS.incrementAndGet();
    }

    /// A request that wants an answer.
    ///
    /// @param size its bytes
    record Question(Wire wire, Wire.Asking asking, JsonNode body, int size) {}

    After side(Question question, String text, Reply reply) throws IOException {
        Usage usage = estimate(question.size(), text);
        return speak(question, answer(question, new Act.Speak("", text, List.of(), Stop.NATURAL), usage, null), reply);
    }

    After play(Step step, Question question, Script script, Reply reply) throws IOException, InterruptedException {
        Thread.sleep(step.delay().isZero() ? script.delay() : step.delay());
        return switch (step.act()) {
            case Act.Speak speak ->
                speak(question, answer(question, speak, usage(step, question, speak.text()), script.folder()), reply);
            case Act.Refuse refuse -> refuse(question.wire(), refuse, reply);
            case Act.LimitUsage(Duration resetsIn) ->
                refuse(question.wire(), question.wire().usageLimit(resetsIn, clock.instant()), reply);
            case Act.Hang() -> After.HANGS;
            case Act.HangMidway(String text) -> {
                speak(question, beginning(text, step, question), reply);
                yield After.HANGS;
            }
            case Act.Reset() -> reset(reply);
            case Act.ResetMidway(String text) -> {
                speak(question, beginning(text, step, question), reply);
                // A reset overtakes what the client has not read yet, and this step promises the beginning.
                Thread.sleep(TIME_TO_READ);
                yield reset(reply);
            }
            case Act.Malformed() -> malformed(question.asking(), reply);
        };
    }

    private static After speak(Question question, Answer answer, Reply reply) throws IOException {
        Wire wire = question.wire();
        if (question.asking().streaming()) {
            Reply.Events events = reply.events();
            wire.stream(answer, events);
            if (!answer.breaksOff()) {
                events.end();
            }
        } else if (answer.breaksOff()) {
            reply.half(wire.whole(answer));
        } else {
            reply.json(200, Map.of(), wire.whole(answer));
        }
        return After.GOES_ON;
    }

    private After refuse(Wire wire, Act.Refuse refuse, Reply reply) throws IOException {
        Instant now = clock.instant();
        Placeholders placeholders = new Placeholders(now);
        String message =
                refuse.message() == null ? "scripted error " + refuse.status() : placeholders.in(refuse.message());
        JsonNode body = refuse.body() == null
                ? wire.error(refuse.status(), message, refuse.type())
                : placeholders.in(refuse.body());
        reply.json(refuse.status(), placeholders.in(refuse.headers()), body);
        return After.GOES_ON;
    }

    private static After reset(Reply reply) throws IOException {
        reply.reset();
        return After.IS_GONE;
    }

    private static After malformed(Wire.Asking asking, Reply reply) throws IOException {
        if (asking.streaming()) {
            Reply.Events events = reply.events();
            events.raw("event: message_start\ndata: " + NOT_JSON + "\n\n");
            events.end();
        } else {
            reply.whole(200, Map.of(), NOT_JSON.getBytes(StandardCharsets.US_ASCII));
        }
        return After.GOES_ON;
    }

    private Answer answer(Question question, Act.Speak speak, Usage usage, @Nullable Path stated) {
        String folder = stated == null ? WorkingFolder.in(question.body()) : stated.toString();
        Toolbox tools = question.asking().tools();
        return new Answer(
                nextId(),
                question.asking().model(),
                speak.thinking(),
                speak.text(),
                speak.calls().stream().map(call -> tools.choose(call, folder)).toList(),
                usage,
                speak.stop(),
                Answer.Ending.WHOLE);
    }

    private Answer beginning(String text, Step step, Question question) {
        Usage usage = usage(step, question, text);
        return new Answer(
                nextId(),
                question.asking().model(),
                "",
                text,
                List.of(),
                usage,
                Stop.NATURAL,
                Answer.Ending.BREAKS_OFF);
    }

    private static Usage usage(Step step, Question question, String text) {
        Usage stated = step.usage();
        return stated == null ? estimate(question.size(), text) : stated;
    }

    /// About four characters are a token.
    static Usage estimate(long request, String answer) {
        return Usage.of(request / 4 + 1, answer.length() / 4 + 1);
    }
}
