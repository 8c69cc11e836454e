package dev.ralph.store;

import dev.ralph.loop.Event;
import dev.ralph.loop.Event.*;
import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Events as they are stored: a type name, a version of that type, and a JSON body.
///
/// The codec promises:
/// 1. What was written comes back equal.
/// 2. What any release wrote is readable by every later one. A version rises only when an older Ralph would
/// misunderstand the new form; a new field that may be ignored does not raise it.
/// 3. What a newer Ralph wrote is refused as newer, never misread and never called damaged.
public final class EventCodec {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int VERSION = 1;

    private EventCodec() {}

    /// The stored name of its type. Written out, so that renaming a class does not change the format.
    public static String type(Event event) {
        return switch (event) {
            case LoopStarted _ -> "LoopStarted";
            case LoopResumed _ -> "LoopResumed";
            case AttemptStarted _ -> "AttemptStarted";
            case AttemptEnded _ -> "AttemptEnded";
            case AttemptLost _ -> "AttemptLost";
            case SignalSeen _ -> "SignalSeen";
            case NothingSeen _ -> "NothingSeen";
            case RestEnded _ -> "RestEnded";
            case LimitEnded _ -> "LimitEnded";
            case ChildrenEnded _ -> "ChildrenEnded";
            case ChecksEnded _ -> "ChecksEnded";
            case SignalRefused _ -> "SignalRefused";
            case WorkKept _ -> "WorkKept";
            case Held _ -> "Held";
            case Released _ -> "Released";
            case StopRequested _ -> "StopRequested";
            case TroubleFound _ -> "TroubleFound";
            case LoopEnded _ -> "LoopEnded";
        };
    }

    /// The version in which its body is written.
    public static int version(@SuppressWarnings("unused") Event event) {
        return VERSION;
    }

    /// Its body, a JSON object on one line.
    public static String body(Event event) {
        StringWriter text = new StringWriter(256);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            new EventWriter(new JsonFields(json)).write(event);
        }
        return text.toString();
    }

    /// @throws UnreadableEvent when it is from a newer Ralph, or damaged
    static Event read(String type, int version, String body) {
        if (version > VERSION) {
            throw UnreadableEvent.newer("it holds an event " + type + " of version " + version
                    + ", this Ralph knows versions up to " + VERSION);
        }
        try {
            return EventReader.read(type, JsonBody.parse(JSON, type, body));
        } catch (IllegalArgumentException e) {
            throw new UnreadableEvent(UnreadableEvent.Why.DAMAGED, "it makes no sense: " + e.getMessage(), e);
        }
    }
}
