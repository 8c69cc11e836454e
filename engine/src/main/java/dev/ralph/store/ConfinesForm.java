package dev.ralph.store;

import dev.ralph.loop.Confines;
import org.jspecify.annotations.Nullable;

/// Where an agent works and what it can reach, as it is stored.
final class ConfinesForm {
    private ConfinesForm() {}

    static void write(JsonFields json, Confines confines) {
        json.open("confines");
        json.text("workspace", confines.workspace().name());
        json.text("sandbox", confines.sandbox().name());
        json.text("network", confines.reach().network().name());
        json.texts("hosts", confines.reach().hosts());
        number(json, "networkBytes", confines.reach().bytes());
        json.texts("tools", confines.sight().tools());
        json.texts("secrets", confines.sight().secrets());
        json.duration("cpu", confines.bounds().cpu());
        number(json, "memory", confines.bounds().memory());
        number(json, "processes", confines.bounds().processes());
        number(json, "fileSize", confines.bounds().fileSize());
        json.close();
    }

    private static void number(JsonFields json, String name, @Nullable Long value) {
        if (value != null) {
            json.number(name, value);
        }
    }

    static Confines read(JsonBody body) {
        return new Confines(
                body.constant("workspace", Confines.Workspace.class),
                body.constant("sandbox", Confines.Sandbox.class),
                new Confines.Reach(
                        body.constant("network", Confines.Network.class),
                        body.texts("hosts"),
                        number(body, "networkBytes")),
                new Confines.Sight(body.texts("tools"), body.texts("secrets")),
                new Confines.Bounds(
                        body.durationOrNull("cpu"),
                        number(body, "memory"),
                        number(body, "processes"),
                        number(body, "fileSize")));
    }

    private static @Nullable Long number(JsonBody body, String name) {
        return body.has(name) ? body.number(name) : null;
    }
}
