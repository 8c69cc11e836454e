package dev.ralph.cli;

import java.io.PrintStream;

/// One JSON object for each line of output.
final class JsonLinesSink extends TextSink {
    private static final int LONGEST = 1 << 16;

    private final String run;
    private final int attempt;
    private final String stream;
    private final StringBuilder line = new StringBuilder();

    JsonLinesSink(PrintStream out, String run, int attempt, String stream) {
        super(out);
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

    /// @param goesOn the line is longer than is kept in memory; its next part follows
    private void emit(boolean goesOn) {
        JsonOutput json = new JsonOutput(out());
        json.object(() -> {
            json.field("run_id", run);
            json.field("attempt", attempt);
            json.field("stream", stream);
            json.field("line", line.toString());
            if (goesOn) {
                json.field("continues", true);
            }
        });
        json.end();
        line.setLength(0);
    }
}
