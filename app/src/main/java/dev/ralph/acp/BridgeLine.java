package dev.ralph.acp;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// One JSON object on a line of its own.
final class BridgeLine {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator generator;

    private BridgeLine(JsonGenerator generator) {
        this.generator = generator;
    }

    static byte[] of(Consumer<BridgeLine> fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            generator.writeStartObject();
            fields.accept(new BridgeLine(generator));
            generator.writeEndObject();
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    BridgeLine text(String name, String value) {
        generator.writeName(name);
        generator.writeString(whole(value));
        return this;
    }

    BridgeLine number(String name, long value) {
        generator.writeNumberProperty(name, value);
        return this;
    }

    BridgeLine number(String name, BigDecimal value) {
        generator.writeName(name);
        generator.writeNumber(value.toPlainString());
        return this;
    }

    BridgeLine flag(String name, boolean value) {
        generator.writeBooleanProperty(name, value);
        return this;
    }

    BridgeLine object(String name, Consumer<BridgeLine> fields) {
        generator.writeName(name);
        generator.writeStartObject();
        fields.accept(this);
        generator.writeEndObject();
        return this;
    }

    BridgeLine emptyArray(String name) {
        generator.writeName(name);
        generator.writeStartArray();
        generator.writeEndArray();
        return this;
    }

    /// An array with one object in it.
    BridgeLine arrayOfOne(String name, Consumer<BridgeLine> fields) {
        generator.writeName(name);
        generator.writeStartArray();
        generator.writeStartObject();
        fields.accept(this);
        generator.writeEndObject();
        generator.writeEndArray();
        return this;
    }

    /// The id of a message as the agent wrote it.
    BridgeLine id(RpcMessage message) {
        generator.writeName("id");
        if (message.idIsText()) {
            generator.writeString(whole(message.id()));
        } else {
            generator.writeRawValue(message.id());
        }
        return this;
    }

    /// Foreign text may hold half a surrogate pair, which JSON in UTF-8 cannot.
    private static String whole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            }
        }
        return text;
    }
}
