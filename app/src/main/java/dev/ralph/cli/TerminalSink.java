package dev.ralph.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// For a terminal, which an agent's output must not control: only line ends and tabs are kept of what is not text.
final class TerminalSink extends TextSink {
    private boolean returned;
    private char last = '\n';

    TerminalSink(PrintStream out) {
        super(out);
    }

    @Override
    void text(CharSequence text) {
        StringBuilder plain = new StringBuilder(text.length() + 1);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (returned && c != '\n') {
                plain.append('\ufffd');
            }
            returned = c == '\r';
            if (!returned) {
                plain.append(c == '\n' || c == '\t' || !Character.isISOControl(c) ? c : '\ufffd');
            }
        }
        if (!plain.isEmpty()) {
            last = plain.charAt(plain.length() - 1);
            out().writeBytes(plain.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /// The prompt that comes next shall stand on a line of its own.
    @Override
    public void end() {
        super.end();
        returned = false;
        if (last != '\n') {
            last = '\n';
            out().write('\n');
            out().flush();
        }
    }
}
