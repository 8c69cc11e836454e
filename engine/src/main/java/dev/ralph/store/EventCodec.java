package dev.ralph.store;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.json.RecordCodec;
import dev.ralph.loop.Event;
import dev.ralph.verify.InvalidCheck;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Events as they are stored: a type name, a version of that type, and a JSON body.
///
/// The codec promises:
/// 1. What was written comes back equal.
/// 2. What any release wrote is readable by every later one. A version rises only when an older Ralph would
/// misunderstand the new form; a new field that may be ignored does not raise it.
/// 3. What a newer Ralph wrote is refused as newer, never misread and never called damaged.
public final class EventCodec {
    private static final int VERSION = 1;

    /// Only who reads events pays for finding their types.
    private static final class Types {
        static final Map<String, Class<? extends Record>> BY_NAME = new HashMap<>();

        static {
            for (Class<?> type : Event.class.getPermittedSubclasses()) {
                BY_NAME.put(type.getSimpleName(), type.asSubclass(Record.class));
            }
        }
    }

    private EventCodec() {}

    /// The stored name of its type.
    public static String type(Event event) {
        return event.getClass().getSimpleName();
    }

    /// The version in which its body is written.
    public static int version(@SuppressWarnings("unused") Event event) {
        return VERSION;
    }

    /// Its body, a JSON object on one line.
    public static String body(Event event) {
        return RecordCodec.text((Record) event);
    }

    /// @throws InvalidJson when it is damaged, or from a newer Ralph
    static Event read(String type, int version, String body) {
        Class<? extends Record> known = Types.BY_NAME.get(type);
        if (known == null) {
            throw newer("holds an event " + type + ", which this Ralph does not know", null);
        }
        if (version > VERSION) {
            throw newer(
                    "holds an event " + type + " of version " + version + ", this Ralph knows versions up to "
                            + VERSION,
                    null);
        }
        try {
            return (Event) RecordCodec.read(known, JsonText.object(body));
        } catch (InvalidJson e) {
            throw e.getCause() instanceof InvalidCheck
                    ? newer("holds a check: " + e.getCause().getMessage(), e)
                    : e;
        }
    }

    private static InvalidJson newer(String what, @Nullable Throwable cause) {
        return new InvalidJson(InvalidJson.Why.UNKNOWN, what, cause);
    }
}
