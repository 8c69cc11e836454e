package dev.ralph.acp;

import dev.ralph.json.JsonWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// One JSON object on a line of its own.
final class BridgeLine {
    private final JsonWriter json = new JsonWriter();

    private BridgeLine() {}

    static byte[] of(Consumer<BridgeLine> fields) {
        BridgeLine line = new BridgeLine();
        line.json.object(() -> fields.accept(line));
        return (line.json + "\n").getBytes(StandardCharsets.UTF_8);
    }

    BridgeLine text(String name, String value) {
        json.field(name, value);
        return this;
    }

    BridgeLine number(String name, long value) {
        json.field(name, value);
        return this;
    }

    BridgeLine number(String name, BigDecimal value) {
        json.rawField(name, value.toPlainString());
        return this;
    }

    BridgeLine flag(String name, boolean value) {
        json.field(name, value);
        return this;
    }

    BridgeLine object(String name, Consumer<BridgeLine> fields) {
        json.objectField(name, () -> fields.accept(this));
        return this;
    }

    BridgeLine emptyArray(String name) {
        json.arrayField(name, () -> {});
        return this;
    }

    /// An array with one object in it.
    BridgeLine arrayOfOne(String name, Consumer<BridgeLine> fields) {
        json.arrayField(name, () -> json.object(() -> fields.accept(this)));
        return this;
    }

    /// The id of a message as the agent wrote it.
    BridgeLine id(RpcMessage message) {
        if (message.idIsText()) {
            return text("id", message.id());
        }
        json.rawField("id", message.id());
        return this;
    }
}
