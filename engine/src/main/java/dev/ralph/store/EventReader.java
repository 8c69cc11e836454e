package dev.ralph.store;

import dev.ralph.loop.Event;
import dev.ralph.loop.Event.*;
import dev.ralph.loop.Fee;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Verdict;

/// Makes events from their stored form. What version 1 of a type wrote is readable for ever.
final class EventReader {
    private EventReader() {}

    static Event read(String type, JsonBody body) {
        return switch (type) {
            case "LoopStarted" -> new LoopStarted(PolicyForm.read(body.child("policy")));
            case "LoopResumed" ->
                new LoopResumed(
                        PolicyForm.read(body.child("policy")),
                        body.text("by"),
                        body.has("recheck") && body.flag("recheck"));
            case "AttemptStarted" ->
                new AttemptStarted(body.count("attempt"), body.text("run"), body.textOrNull("tier"));
            case "AttemptEnded" -> new AttemptEnded(body.count("attempt"), ReportForm.read(body.child("report")));
            case "AttemptLost" ->
                new AttemptLost(
                        body.count("attempt"),
                        body.instant("foundAt"),
                        body.has("testimony") ? TestimonyForm.read(body.child("testimony")) : null,
                        body.constantOrNull("signal", Signal.class),
                        body.textOrNull("tier"));
            case "SignalSeen" -> new SignalSeen(body.constant("signal", Signal.class));
            case "NothingSeen" -> new NothingSeen();
            case "RestEnded" -> new RestEnded();
            case "LimitEnded" -> new LimitEnded(body.instant("at"));
            case "ChildrenEnded" -> new ChildrenEnded(body.count("waitedFor"), body.texts("left"));
            case "ChecksEnded" -> new ChecksEnded(verdict(body.child("verdict")));
            case "SignalRefused" -> new SignalRefused(body.text("keptAs"), body.instant("at"));
            case "WorkKept" -> new WorkKept(body.textOrNull("commit"));
            case "Held" -> new Held(body.text("by"));
            case "Released" -> new Released(body.text("by"));
            case "StopRequested" -> new StopRequested(body.constant("kind", StopKind.class), body.text("by"));
            case "TroubleFound" -> new TroubleFound(body.constant("outcome", Outcome.class), body.text("reason"));
            case "LoopEnded" -> new LoopEnded(body.constant("outcome", Outcome.class), body.text("reason"));
            default -> throw UnreadableEvent.newer("it holds an event " + type + ", which this Ralph does not know");
        };
    }

    private static Verdict verdict(JsonBody body) {
        return new Verdict(
                body.children("results").stream().map(EventReader::result).toList(),
                body.has("fee") ? fee(body.child("fee")) : null);
    }

    private static Fee fee(JsonBody body) {
        return new Fee(body.count("reviews"), TestimonyForm.spent(body.child("spent")), body.durationOrNull("took"));
    }

    private static Verdict.Result result(JsonBody body) {
        return new Verdict.Result(
                body.text("check"),
                body.count("exitCode"),
                body.duration("took"),
                body.text("output"),
                body.text("sha256"),
                body.textOrNull("reason"),
                body.textOrNull("receipt"));
    }
}
