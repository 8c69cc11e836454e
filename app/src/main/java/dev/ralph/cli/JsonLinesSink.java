package dev.ralph.cli;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/// One JSON object for each line of output.
final class JsonLinesSink extends TextSink {
    private static final int LONGEST = 1 << 16;

    private final String run;
    private final int attempt;
    private final String stream;
    private final boolean raw;
    private final StringBuilder line = new StringBuilder();

    /// @param raw every line as it was printed, also where that is JSON
    JsonLinesSink(PrintStream out, String run, int attempt, String stream, boolean raw) {
        super(out);
        this.raw = raw;
        this.run = run;
        this.attempt = attempt;
        this.stream = stream;
    }

    @Override
    void text(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                emit(false);
            } else {
                line.append(c);
                if (line.length() >= LONGEST && !Character.isHighSurrogate(c)) {
                    emit(true);
                }
            }
        }
    }

    @Override
    public void end() {
        super.end();
        if (!line.isEmpty()) {
            emit(false);
        }
    }

    /// What agents print for programs is not put into a string once more.
    private static @Nullable Object object(String text) {
        try {
            return text.startsWith("{") ? JsonText.object(text) : null;
        } catch (InvalidJson otherText) {
            return null;
        }
    }

    /// @param goesOn the line is longer than is kept in memory; its next part follows
    private void emit(boolean goesOn) {
        JsonOutput json = new JsonOutput(out());
        json.object(() -> {
            json.field("run_id", run);
            json.field("attempt", attempt);
            json.field("stream", stream);
            Object object = raw || goesOn ? null : object(line.toString());
            if (object == null) {
                json.field("line", line.toString());
            } else {
                json.rawField("json", JsonText.of(object));
            }
            if (goesOn) {
                json.field("continues", true);
            }
        });
        json.end();
        line.setLength(0);
    }
}
