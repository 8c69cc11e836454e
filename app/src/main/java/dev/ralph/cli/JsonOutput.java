package dev.ralph.cli;

import dev.ralph.json.JsonWriter;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One JSON value on standard output.
final class JsonOutput extends JsonWriter {
    private final PrintStream out;

    JsonOutput(PrintStream out) {
        this.out = out;
    }

    /// Sentences for people.
    void messages(String name, Collection<String> sentences) {
        arrayField(name, () -> sentences.forEach(sentence -> object(() -> field("message", sentence))));
    }

    /// A constant, as programs are told: `in_place`.
    void code(String name, @Nullable Enum<?> constant) {
        field(name, constant == null ? null : constant.name().toLowerCase(Locale.ROOT));
    }

    void end() {
        out.println(this);
        out.flush();
    }
}
