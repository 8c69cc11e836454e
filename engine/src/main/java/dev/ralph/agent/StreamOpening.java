package dev.ralph.agent;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Says the session and the model that a stream names.
final class StreamOpening {
    private StreamOpening() {}

    /// A session id that could be an option, or something worse, is no session id.
    static void session(@Nullable String id, Consumer<AgentEvent> sink) {
        if (id != null && SafeWord.is(id)) {
            sink.accept(new AgentEvent.Session(id));
        } else if (id != null) {
            sink.accept(new AgentEvent.Strange("a session id that cannot be one: " + Excerpt.detail(id)));
        }
    }

    static void model(@Nullable String name, Consumer<AgentEvent> sink) {
        if (name != null && !name.isBlank()) {
            sink.accept(new AgentEvent.Model(Excerpt.detail(name)));
        }
    }

    /// An event whose type nobody here knows.
    static AgentEvent.Strange unknown(String type) {
        return new AgentEvent.Strange("an event of an unknown type: " + Excerpt.detail(type));
    }
}
