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
final class StepPlayer {
    private static final Duration TIME_TO_READ = Duration.ofMillis(100);
    private static final String NOT_JSON = "{\"id\": \"x\", \"type\": {{{ this is not JSON";
    private static final AtomicLong ANSWERS = new AtomicLong();

    private final InstantSource clock;
    private final String prefix;

    StepPlayer(InstantSource clock) {
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
    record Question(ModelProtocol protocol, ModelProtocol.Asking asking, JsonNode body, int size) {}

    After side(Question question, String text, ReplyWriter reply) throws IOException {
        TokenCounts usage = estimate(question.size(), text);
        return speak(
                question,
                answer(question, new StepAction.Speak("", text, List.of(), StopReason.NATURAL), usage, null),
                reply);
    }

    After play(ModelStep step, Question question, ModelScript script, ReplyWriter reply)
            throws IOException, InterruptedException {
        Thread.sleep(step.delay().isZero() ? script.delay() : step.delay());
        return switch (step.action()) {
            case StepAction.Speak speak ->
                speak(question, answer(question, speak, usage(step, question, speak.text()), script.folder()), reply);
            case StepAction.Refuse refuse -> refuse(question.protocol(), refuse, reply);
            case StepAction.LimitUsage(Duration resetsIn) ->
                refuse(question.protocol(), question.protocol().usageLimit(resetsIn, clock.instant()), reply);
            case StepAction.Hang() -> After.HANGS;
            case StepAction.HangMidway(String text) -> {
                speak(question, beginning(text, step, question), reply);
                yield After.HANGS;
            }
            case StepAction.Reset() -> reset(reply);
            case StepAction.ResetMidway(String text) -> {
                speak(question, beginning(text, step, question), reply);
                // A reset overtakes what the client has not read yet, and this step promises the beginning.
                Thread.sleep(TIME_TO_READ);
                yield reset(reply);
            }
            case StepAction.Malformed() -> malformed(question.asking(), reply);
        };
    }

    private static After speak(Question question, ModelAnswer answer, ReplyWriter reply) throws IOException {
        ModelProtocol protocol = question.protocol();
        if (question.asking().streaming()) {
            ReplyWriter.Events events = reply.events();
            protocol.stream(answer, events);
            if (!answer.breaksOff()) {
                events.end();
            }
        } else if (answer.breaksOff()) {
            reply.half(protocol.whole(answer));
        } else {
            reply.json(200, Map.of(), protocol.whole(answer));
        }
        return After.GOES_ON;
    }

    private After refuse(ModelProtocol protocol, StepAction.Refuse refuse, ReplyWriter reply) throws IOException {
        Instant now = clock.instant();
        Placeholders placeholders = new Placeholders(now);
        String message =
                refuse.message() == null ? "scripted error " + refuse.status() : placeholders.in(refuse.message());
        JsonNode body = refuse.body() == null
                ? protocol.error(refuse.status(), message, refuse.type())
                : placeholders.in(refuse.body());
        reply.json(refuse.status(), placeholders.in(refuse.headers()), body);
        return After.GOES_ON;
    }

    private static After reset(ReplyWriter reply) throws IOException {
        reply.reset();
        return After.IS_GONE;
    }

    private static After malformed(ModelProtocol.Asking asking, ReplyWriter reply) throws IOException {
        if (asking.streaming()) {
            ReplyWriter.Events events = reply.events();
            events.raw("event: message_start\ndata: " + NOT_JSON + "\n\n");
            events.end();
        } else {
            reply.whole(200, Map.of(), NOT_JSON.getBytes(StandardCharsets.US_ASCII));
        }
        return After.GOES_ON;
    }

    private ModelAnswer answer(Question question, StepAction.Speak speak, TokenCounts usage, @Nullable Path stated) {
        String folder = stated == null ? WorkingFolder.in(question.body()) : stated.toString();
        OfferedTools tools = question.asking().tools();
        return new ModelAnswer(
                nextId(),
                question.asking().model(),
                speak.thinking(),
                speak.text(),
                speak.calls().stream().map(call -> tools.choose(call, folder)).toList(),
                usage,
                speak.stop(),
                ModelAnswer.Ending.WHOLE);
    }

    private ModelAnswer beginning(String text, ModelStep step, Question question) {
        TokenCounts usage = usage(step, question, text);
        return new ModelAnswer(
                nextId(),
                question.asking().model(),
                "",
                text,
                List.of(),
                usage,
                StopReason.NATURAL,
                ModelAnswer.Ending.BREAKS_OFF);
    }

    private static TokenCounts usage(ModelStep step, Question question, String text) {
        TokenCounts stated = step.usage();
        return stated == null ? estimate(question.size(), text) : stated;
    }

    /// About four characters are a token.
    static TokenCounts estimate(long request, String answer) {
        return TokenCounts.of(request / 4 + 1, answer.length() / 4 + 1);
    }
}
