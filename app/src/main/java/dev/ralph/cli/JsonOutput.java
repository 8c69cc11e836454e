package dev.ralph.cli;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/// One JSON value on standard output, written as it comes.
final class JsonOutput {
    private final JsonGenerator generator;
    private final PrintStream out;

    JsonOutput(PrintStream out) {
        this.out = out;
        this.generator = JsonFactory.builder()
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .build()
                .createGenerator(ObjectWriteContext.empty(), out);
    }

    void object(Runnable fields) {
        generator.writeStartObject();
        fields.run();
        generator.writeEndObject();
    }

    void array(Runnable values) {
        generator.writeStartArray();
        values.run();
        generator.writeEndArray();
    }

    void arrayField(String name, Runnable values) {
        generator.writeName(name);
        array(values);
    }

    void objectField(String name, Runnable fields) {
        generator.writeName(name);
        object(fields);
    }

    void field(String name, @Nullable String value) {
        generator.writeName(name);
        if (value == null) {
            generator.writeNull();
        } else {
            generator.writeString(whole(value));
        }
    }

    void field(String name, long value) {
        generator.writeNumberProperty(name, value);
    }

    void number(String name, @Nullable BigDecimal value) {
        generator.writeName(name);
        if (value == null) {
            generator.writeNull();
        } else {
            generator.writeNumber(value);
        }
    }

    void field(String name, boolean value) {
        generator.writeBooleanProperty(name, value);
    }

    /// Something that is JSON already.
    void raw(String json) {
        generator.writeRawValue(json);
    }

    void value(String text) {
        generator.writeString(whole(text));
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

    void end() {
        generator.close();
        out.println();
        out.flush();
    }
}
