package dev.ralph.acp;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// One JSON object on a line of its own.
final class JsonLine {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator generator;

    private JsonLine(JsonGenerator generator) {
        this.generator = generator;
    }

    static byte[] of(Consumer<JsonLine> fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            generator.writeStartObject();
            fields.accept(new JsonLine(generator));
            generator.writeEndObject();
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    JsonLine text(String name, String value) {
        generator.writeName(name);
        generator.writeString(whole(value));
        return this;
    }

    JsonLine number(String name, long value) {
        generator.writeNumberProperty(name, value);
        return this;
    }

    JsonLine number(String name, BigDecimal value) {
        generator.writeName(name);
        generator.writeNumber(value.toPlainString());
        return this;
    }

    JsonLine flag(String name, boolean value) {
        generator.writeBooleanProperty(name, value);
        return this;
    }

    JsonLine object(String name, Consumer<JsonLine> fields) {
        generator.writeName(name);
        generator.writeStartObject();
        fields.accept(this);
        generator.writeEndObject();
        return this;
    }

    JsonLine emptyArray(String name) {
        generator.writeName(name);
        generator.writeStartArray();
        generator.writeEndArray();
        return this;
    }

    /// An array with one object in it.
    JsonLine arrayOfOne(String name, Consumer<JsonLine> fields) {
        generator.writeName(name);
        generator.writeStartArray();
        generator.writeStartObject();
        fields.accept(this);
        generator.writeEndObject();
        generator.writeEndArray();
        return this;
    }

    /// The id of a message as the agent wrote it.
    JsonLine id(Message message) {
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
