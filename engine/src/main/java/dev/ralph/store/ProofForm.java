package dev.ralph.store;

import dev.ralph.loop.Confines;
import dev.ralph.loop.Proof;
import java.util.Map;
import java.util.TreeMap;

/// What a loop's checks rest on, as it is stored.
final class ProofForm {
    private ProofForm() {}

    static void write(JsonFields json, Proof proof) {
        json.open("proof");
        json.text("baseline", proof.baseline());
        json.text("branch", proof.branch());
        json.open("pins");
        proof.pins().forEach(json::text);
        json.close();
        json.text("room", proof.room().name());
        json.text("prepare", proof.prepare());
        json.texts("prepareInputs", proof.care().inputs());
        Confines.Network network = proof.care().network();
        json.text("prepareNetwork", network == null ? null : network.name());
        json.number("flakyRetries", proof.care().retries());
        json.close();
    }

    static Proof read(JsonBody body) {
        JsonBody pins = body.child("pins");
        Map<String, String> files = new TreeMap<>();
        for (String file : pins.names()) {
            files.put(file, pins.text(file));
        }
        return new Proof(
                body.textOrNull("baseline"),
                body.textOrNull("branch"),
                files,
                body.constant("room", Proof.Room.class),
                body.textOrNull("prepare"),
                body.has("flakyRetries") ? care(body) : Proof.Care.USUAL);
    }

    private static Proof.Care care(JsonBody body) {
        return new Proof.Care(
                body.texts("prepareInputs"),
                body.has("prepareNetwork") ? body.constant("prepareNetwork", Confines.Network.class) : null,
                body.count("flakyRetries"));
    }
}
