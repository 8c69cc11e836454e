package dev.ralph.agent;

import java.util.function.Consumer;

/// Says the session and the model of a stream that names them again and again: only when they are others than before.
final class Named {
    private String session = "";
    private String model = "";

    void session(String id, Consumer<Said> sink) {
        if (!id.isEmpty() && !id.equals(session)) {
            session = id;
            Opening.session(id, sink);
        }
    }

    void model(String name, Consumer<Said> sink) {
        if (!name.isEmpty() && !name.equals(model)) {
            model = name;
            Opening.model(name, sink);
        }
    }
}
