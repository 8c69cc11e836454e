package dev.ralph.cli;

import dev.ralph.process.PlainText;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// For a terminal, which an agent's output must not control: see [PlainText].
final class TerminalSink extends TextSink {
    private final PlainText filter = new PlainText();
    private char last = '\n';

    TerminalSink(PrintStream out) {
        super(out);
    }

    @Override
    void text(CharSequence text) {
        StringBuilder plain = new StringBuilder(text.length() + 1);
        filter.append(text, plain);
        print(plain);
    }

    private void print(StringBuilder plain) {
        if (!plain.isEmpty()) {
            last = plain.charAt(plain.length() - 1);
            out().writeBytes(plain.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /// The prompt that comes next shall stand on a line of its own.
    @Override
    public void end() {
        super.end();
        StringBuilder plain = new StringBuilder();
        filter.end(plain);
        print(plain);
        if (last != '\n') {
            last = '\n';
            out().write('\n');
        }
        out().flush();
    }
}
