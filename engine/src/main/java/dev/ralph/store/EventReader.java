package dev.ralph.store;

import dev.ralph.loop.Event;
import dev.ralph.loop.Event.*;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Report;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Verdict;

/// Makes events from their stored form. What version 1 of a type wrote is readable for ever.
final class EventReader {
    private EventReader() {}

    static Event read(String type, JsonBody body) {
        return switch (type) {
            case "LoopStarted" -> new LoopStarted(policy(body.child("policy")));
            case "LoopResumed" -> new LoopResumed(policy(body.child("policy")), body.text("by"));
            case "AttemptStarted" -> new AttemptStarted(body.count("attempt"), body.text("run"));
            case "AttemptEnded" -> new AttemptEnded(body.count("attempt"), report(body.child("report")));
            case "AttemptLost" -> new AttemptLost(body.count("attempt"), body.instant("foundAt"));
            case "SignalSeen" -> new SignalSeen(body.constant("signal", Signal.class));
            case "NothingSeen" -> new NothingSeen();
            case "RestEnded" -> new RestEnded();
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

    private static Policy policy(JsonBody body) {
        return new Policy(
                body.text("profile"),
                body.constant("mode", Policy.Mode.class),
                agent(body.child("agent")),
                limits(body.child("limits")),
                pace(body.child("pace")),
                body.texts("checks"),
                body.constant("keep", Policy.Keep.class));
    }

    private static AgentCommand agent(JsonBody body) {
        return new AgentCommand(body.constant("kind", AgentCommand.Kind.class), body.texts("words"));
    }

    private static Policy.Limits limits(JsonBody body) {
        return new Policy.Limits(
                body.count("attempts"),
                body.durationOrNull("idle"),
                body.durationOrNull("wall"),
                body.number("keptOutput"),
                body.count("sameFailures"));
    }

    private static Policy.Pace pace(JsonBody body) {
        return new Policy.Pace(
                body.duration("restartDelay"),
                body.duration("poll"),
                body.duration("childWait"),
                body.duration("grace"),
                body.duration("doneGrace"),
                body.duration("check"));
    }

    private static Report report(JsonBody body) {
        return new Report(
                body.constant("how", Report.How.class),
                body.count("code"),
                body.number("pid"),
                body.constantOrNull("signal", Signal.class),
                body.textOrNull("failure"),
                body.instant("endedAt"),
                body.duration("took"),
                body.text("proof"),
                body.flag("leaked"),
                captured(body.child("stdout")),
                captured(body.child("stderr")));
    }

    private static Report.Captured captured(JsonBody body) {
        return new Report.Captured(body.number("bytes"), body.number("omitted"), body.text("sha256"));
    }

    private static Verdict verdict(JsonBody body) {
        return new Verdict(
                body.children("results").stream().map(EventReader::result).toList());
    }

    private static Verdict.Result result(JsonBody body) {
        return new Verdict.Result(
                body.text("check"),
                body.count("exitCode"),
                body.duration("took"),
                body.text("output"),
                body.text("sha256"));
    }
}
