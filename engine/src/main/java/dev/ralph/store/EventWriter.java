package dev.ralph.store;

import dev.ralph.loop.Event;
import dev.ralph.loop.Event.*;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Report;
import dev.ralph.loop.Verdict;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Writes the body of one event as JSON. A field that is null is left out.
final class EventWriter {
    private final JsonGenerator json;

    EventWriter(JsonGenerator json) {
        this.json = json;
    }

    void write(Event event) {
        json.writeStartObject();
        fields(event);
        json.writeEndObject();
    }

    private void fields(Event event) {
        switch (event) {
            case LoopStarted started -> policy(started.policy());
            case LoopResumed resumed -> {
                policy(resumed.policy());
                text("by", resumed.by());
            }
            case AttemptStarted started -> {
                number("attempt", started.attempt());
                text("run", started.run());
            }
            case AttemptEnded ended -> {
                number("attempt", ended.attempt());
                report(ended.report());
            }
            case AttemptLost lost -> {
                number("attempt", lost.attempt());
                instant("foundAt", lost.foundAt());
            }
            case SignalSeen seen -> text("signal", seen.signal().name());
            case NothingSeen _, RestEnded _ -> {}
            case ChildrenEnded ended -> {
                number("waitedFor", ended.waitedFor());
                texts("left", ended.left());
            }
            case ChecksEnded ended -> verdict(ended.verdict());
            case SignalRefused refused -> {
                text("keptAs", refused.keptAs());
                instant("at", refused.at());
            }
            case WorkKept kept -> text("commit", kept.commit());
            case Held held -> text("by", held.by());
            case Released released -> text("by", released.by());
            case StopRequested stop -> {
                text("kind", stop.kind().name());
                text("by", stop.by());
            }
            case TroubleFound trouble -> {
                text("outcome", trouble.outcome().name());
                text("reason", trouble.reason());
            }
            case LoopEnded ended -> {
                text("outcome", ended.outcome().name());
                text("reason", ended.reason());
            }
        }
    }

    private void policy(Policy policy) {
        open("policy");
        text("profile", policy.profile());
        text("mode", policy.mode().name());
        open("agent");
        text("kind", policy.agent().kind().name());
        texts("words", policy.agent().words());
        json.writeEndObject();
        limits(policy.limits());
        pace(policy.pace());
        texts("checks", policy.checks());
        text("keep", policy.keep().name());
        json.writeEndObject();
    }

    private void limits(Policy.Limits limits) {
        open("limits");
        number("attempts", limits.attempts());
        duration("idle", limits.idle());
        duration("wall", limits.wall());
        number("keptOutput", limits.keptOutput());
        number("sameFailures", limits.sameFailures());
        json.writeEndObject();
    }

    private void pace(Policy.Pace pace) {
        open("pace");
        duration("restartDelay", pace.restartDelay());
        duration("poll", pace.poll());
        duration("childWait", pace.childWait());
        duration("grace", pace.grace());
        duration("doneGrace", pace.doneGrace());
        duration("check", pace.check());
        json.writeEndObject();
    }

    private void report(Report report) {
        open("report");
        text("how", report.how().name());
        number("code", report.code());
        number("pid", report.pid());
        text("signal", report.signal() == null ? null : report.signal().name());
        text("failure", report.failure());
        instant("endedAt", report.endedAt());
        duration("took", report.took());
        text("proof", report.proof());
        json.writeBooleanProperty("leaked", report.leaked());
        captured("stdout", report.stdout());
        captured("stderr", report.stderr());
        json.writeEndObject();
    }

    private void captured(String name, Report.Captured captured) {
        open(name);
        number("bytes", captured.bytes());
        number("omitted", captured.omitted());
        text("sha256", captured.sha256());
        json.writeEndObject();
    }

    private void verdict(Verdict verdict) {
        open("verdict");
        json.writeName("results");
        json.writeStartArray();
        for (Verdict.Result result : verdict.results()) {
            json.writeStartObject();
            text("check", result.check());
            number("exitCode", result.exitCode());
            duration("took", result.took());
            text("output", result.output());
            text("sha256", result.sha256());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void open(String name) {
        json.writeName(name);
        json.writeStartObject();
    }

    private void text(String name, @Nullable String value) {
        if (value != null) {
            json.writeName(name);
            string(value);
        }
    }

    private void texts(String name, List<String> values) {
        json.writeName(name);
        json.writeStartArray();
        for (String value : values) {
            string(value);
        }
        json.writeEndArray();
    }

    private void number(String name, long value) {
        json.writeNumberProperty(name, value);
    }

    private void instant(String name, Instant value) {
        json.writeStringProperty(name, value.toString());
    }

    private void duration(String name, @Nullable Duration value) {
        if (value == null) {
            return;
        }
        long seconds = value.getSeconds();
        int nanos = value.getNano();
        json.writeName(name);
        if (nanos == 0) {
            json.writeNumber(seconds);
        } else {
            json.writeNumber(BigDecimal.valueOf(seconds)
                    .add(BigDecimal.valueOf(nanos, 9))
                    .stripTrailingZeros());
        }
    }

    /// Half a surrogate pair, as cutting a text can leave it, has no UTF-8 form: only its escape can be stored.
    private void string(String value) {
        if (wellFormed(value)) {
            json.writeString(value);
            return;
        }
        StringBuilder escaped = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c >= ' ' && c < 127 && c != '"' && c != '\\') {
                escaped.append(c);
            } else {
                escaped.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
            }
        }
        json.writeRawValue(escaped.append('"').toString());
    }

    private static boolean wellFormed(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < value.length()
                        && Character.isLowSurrogate(value.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
