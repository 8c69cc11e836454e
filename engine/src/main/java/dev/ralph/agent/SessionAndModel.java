package dev.ralph.agent;

import java.util.function.Consumer;

/// Says the session and the model of a stream that names them again and again: only when they are others than before.
final class SessionAndModel {
    private String session = "";
    private String model = "";

    void session(String id, Consumer<AgentEvent> sink) {
        if (!id.isEmpty() && !id.equals(session)) {
            session = id;
            StreamOpening.session(id, sink);
        }
    }

    void model(String name, Consumer<AgentEvent> sink) {
        if (!name.isEmpty() && !name.equals(model)) {
            model = name;
            StreamOpening.model(name, sink);
        }
    }
}
