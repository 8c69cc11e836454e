package dev.ralph.store;

import dev.ralph.loop.Event;
import dev.ralph.loop.Event.*;
import dev.ralph.loop.Fee;
import dev.ralph.loop.Verdict;

/// Writes the body of one event as JSON. A field that is null is left out.
final class EventWriter {
    private final JsonFields json;

    EventWriter(JsonFields json) {
        this.json = json;
    }

    void write(Event event) {
        json.begin();
        fields(event);
        json.close();
    }

    private void fields(Event event) {
        switch (event) {
            case LoopStarted started -> PolicyForm.write(json, started.policy());
            case LoopResumed resumed -> {
                PolicyForm.write(json, resumed.policy());
                json.text("by", resumed.by());
                if (resumed.recheck()) {
                    json.flag("recheck", true);
                }
            }
            case AttemptStarted started -> {
                json.number("attempt", started.attempt());
                json.text("run", started.run());
                json.text("tier", started.tier());
            }
            case AttemptEnded ended -> {
                json.number("attempt", ended.attempt());
                ReportForm.write(json, ended.report());
            }
            case AttemptLost lost -> {
                json.number("attempt", lost.attempt());
                json.instant("foundAt", lost.foundAt());
                if (lost.testimony() != null) {
                    TestimonyForm.write(json, lost.testimony());
                }
                json.text("signal", lost.signal() == null ? null : lost.signal().name());
                json.text("tier", lost.tier());
            }
            case SignalSeen seen -> json.text("signal", seen.signal().name());
            case NothingSeen _, RestEnded _ -> {}
            case LimitEnded ended -> json.instant("at", ended.at());
            case ChildrenEnded ended -> {
                json.number("waitedFor", ended.waitedFor());
                json.texts("left", ended.left());
            }
            case ChecksEnded ended -> verdict(ended.verdict());
            case SignalRefused refused -> {
                json.text("keptAs", refused.keptAs());
                json.instant("at", refused.at());
            }
            case WorkKept kept -> json.text("commit", kept.commit());
            case Held held -> json.text("by", held.by());
            case Released released -> json.text("by", released.by());
            case StopRequested stop -> {
                json.text("kind", stop.kind().name());
                json.text("by", stop.by());
            }
            case TroubleFound trouble -> {
                json.text("outcome", trouble.outcome().name());
                json.text("reason", trouble.reason());
            }
            case LoopEnded ended -> {
                json.text("outcome", ended.outcome().name());
                json.text("reason", ended.reason());
            }
        }
    }

    private void verdict(Verdict verdict) {
        json.open("verdict");
        json.openList("results");
        for (Verdict.Result result : verdict.results()) {
            json.begin();
            json.text("check", result.check());
            json.number("exitCode", result.exitCode());
            json.duration("took", result.took());
            json.text("output", result.output());
            json.text("sha256", result.sha256());
            json.text("reason", result.reason());
            json.text("receipt", result.receipt());
            json.close();
        }
        json.closeList();
        Fee fee = verdict.fee();
        if (fee != null) {
            json.open("fee");
            json.number("reviews", fee.reviews());
            TestimonyForm.spent(json, fee.spent());
            json.duration("took", fee.took());
            json.close();
        }
        json.close();
    }
}
