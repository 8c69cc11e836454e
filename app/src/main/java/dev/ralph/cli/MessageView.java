package dev.ralph.cli;

import dev.ralph.bus.BusMessage;
import dev.ralph.bus.BusWarning;
import dev.ralph.bus.MessageLink;
import dev.ralph.bus.MessageParent;
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

    boolean wants(BusMessage message) {
        return types.isEmpty() || types.contains(message.type().toUpperCase(Locale.ROOT));
    }

    void show(BusMessage message) {
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

    void warn(List<BusWarning> warnings) {
        for (BusWarning warning : warnings) {
            console.warn("stepped over a damaged part of " + warning);
        }
    }

    private void json(BusMessage message) {
        console.object(json -> {
            json.field("msg_id", message.id());
            json.field("ts", message.at().toString());
            json.field("type", message.type());
            json.field("project_id", message.project());
            json.field("task_id", message.task());
            json.field("run_id", message.run());
            json.objects("parents", message.parents(), parent -> parent(json, parent));
            json.objects("links", message.links(), link -> link(json, link));
            json.objectField("meta", () -> message.meta().forEach(json::field));
            json.field("body", message.body());
        });
    }

    private static void parent(JsonOutput json, MessageParent parent) {
        json.field("msg_id", parent.id());
        json.field("kind", parent.kind());
    }

    private static void link(JsonOutput json, MessageLink link) {
        json.field("url", link.url());
        json.field("label", link.label());
        json.field("kind", link.kind());
    }
}
