package dev.ralph.cli;

import dev.ralph.json.JsonWriter;
import java.io.PrintStream;

/// One JSON value on standard output.
final class JsonOutput extends JsonWriter {
    private final PrintStream out;

    JsonOutput(PrintStream out) {
        this.out = out;
    }

    void end() {
        out.println(this);
        out.flush();
    }
}
