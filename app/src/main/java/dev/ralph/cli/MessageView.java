package dev.ralph.cli;

import dev.ralph.bus.Link;
import dev.ralph.bus.Message;
import dev.ralph.bus.Parent;
import dev.ralph.bus.Warning;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// Shows messages: a heading and the body each, or one JSON object on each line.
///
/// @param types    only these, in capitals; empty for all
/// @param terminal somebody looks at a terminal, which a body must not control
record MessageView(Console console, Set<String> types, boolean terminal) {

    static MessageView of(Console console, List<String> types) {
        Set<String> wanted = new TreeSet<>();
        for (String type : types) {
            wanted.add(type.toUpperCase(Locale.ROOT));
        }
        return new MessageView(console, wanted, Console.onTerminal());
    }

    boolean wants(Message message) {
        return types.isEmpty() || types.contains(message.type().toUpperCase(Locale.ROOT));
    }

    void show(Message message) {
        if (!wants(message)) {
            return;
        }
        if (console.json()) {
            json(message);
            return;
        }
        String task = message.task();
        String run = message.run();
        String heading = message.at() + " " + message.type() + " " + message.id()
                + (task == null ? "" : " task " + task) + (run == null ? "" : " run " + run);
        console.exactly(console.dim(Console.harmless(heading)) + "\n");
        String body = message.body();
        console.foreign(body.isEmpty() || body.endsWith("\n") ? body : body + "\n", terminal);
        console.exactly("\n");
    }

    void warn(List<Warning> warnings) {
        for (Warning warning : warnings) {
            console.warn("stepped over a damaged part of " + warning);
        }
    }

    private void json(Message message) {
        Json json = new Json(console.out());
        json.object(() -> {
            json.field("msg_id", message.id());
            json.field("ts", message.at().toString());
            json.field("type", message.type());
            json.field("project_id", message.project());
            json.field("task_id", message.task());
            json.field("run_id", message.run());
            json.arrayField("parents", () -> message.parents().forEach(parent -> parent(json, parent)));
            json.arrayField("links", () -> message.links().forEach(link -> link(json, link)));
            json.objectField("meta", () -> message.meta().forEach(json::field));
            json.field("body", message.body());
        });
        json.end();
    }

    private static void parent(Json json, Parent parent) {
        json.object(() -> {
            json.field("msg_id", parent.id());
            json.field("kind", parent.kind());
        });
    }

    private static void link(Json json, Link link) {
        json.object(() -> {
            json.field("url", link.url());
            json.field("label", link.label());
            json.field("kind", link.kind());
        });
    }
}
