package dev.ralph.agent;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Says the session and the model that a stream names.
final class Opening {
    private Opening() {}

    /// A session id that could be an option, or something worse, is no session id.
    static void session(@Nullable String id, Consumer<Said> sink) {
        if (id != null && SafeWord.is(id)) {
            sink.accept(new Said.Session(id));
        } else if (id != null) {
            sink.accept(new Said.Strange("a session id that cannot be one: " + Excerpt.detail(id)));
        }
    }

    static void model(@Nullable String name, Consumer<Said> sink) {
        if (name != null && !name.isBlank()) {
            sink.accept(new Said.Model(Excerpt.detail(name)));
        }
    }

    /// An event whose type nobody here knows.
    static Said.Strange unknown(String type) {
        return new Said.Strange("an event of an unknown type: " + Excerpt.detail(type));
    }
}
