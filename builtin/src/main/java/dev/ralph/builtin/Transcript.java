package dev.ralph.builtin;

import dev.ralph.json.JsonWriter;
import java.io.PrintWriter;
import java.util.function.Consumer;

/// Prints the turn as JSON, one object a line, in the form of `docs/acp-bridge.md`.
final class Transcript {
    private static final int LONGEST_PIECE = 1 << 16;
    private static final int LONGEST_DETAIL = 300;
    private static final int LONGEST_WORDS = 2000;

    private final PrintWriter out;

    Transcript(PrintWriter out) {
        this.out = out;
    }

    void model(String name) {
        print("model", line -> line.field("name", oneLine(name, LONGEST_DETAIL)));
    }

    void text(String text) {
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + LONGEST_PIECE);
            to -= to < text.length() && Character.isHighSurrogate(text.charAt(to - 1)) ? 1 : 0;
            String piece = text.substring(from, to);
            boolean last = to == text.length();
            print("text", line -> {
                line.field("text", piece);
                line.field("last", last);
            });
            from = to;
        }
    }

    void toolCall(String id, String name, String detail) {
        print("tool_call", line -> {
            line.field("id", oneLine(id, LONGEST_DETAIL));
            line.field("name", oneLine(name, LONGEST_DETAIL));
            line.field("detail", oneLine(detail, LONGEST_DETAIL));
        });
    }

    void toolResult(String id, boolean failed) {
        print("tool_result", line -> {
            line.field("id", oneLine(id, LONGEST_DETAIL));
            line.field("failed", failed);
        });
    }

    /// @param call the number of the call, from 1
    void usage(int call, ModelAccess.Usage usage) {
        print("usage", line -> {
            line.field("key", "call " + call);
            line.field("scope", "call");
            line.field("model", oneLine(usage.model(), LONGEST_DETAIL));
            line.field("input", usage.input());
            line.field("cacheRead", usage.cacheRead());
            line.field("cacheWrite", usage.cacheWrite());
            line.field("output", usage.output());
        });
    }

    /// The same call is made again.
    ///
    /// @param attempt how often it was made
    void retry(int attempt, long delayMillis, ModelFailed why) {
        print("retry", line -> {
            line.field("attempt", attempt);
            line.field("delay", delayMillis);
            line.field("status", why.status());
            line.field("words", oneLine(why.words(), LONGEST_WORDS));
        });
    }

    /// The last lines of a turn that failed.
    ///
    /// @return the exit code
    int failed(ModelFailed why) {
        print("error", line -> {
            line.field("class", why.kind());
            line.field("status", why.status());
            line.field("words", oneLine(why.words(), LONGEST_WORDS));
        });
        end(true, "error");
        return 1;
    }

    /// The last line.
    void end(boolean failed, String reason) {
        print("result", line -> {
            line.field("failed", failed);
            line.field("stopReason", reason);
            line.field("strange", 0);
        });
    }

    private void print(String type, Consumer<JsonWriter> fields) {
        JsonWriter json = new JsonWriter();
        json.object(() -> {
            json.field("type", type);
            fields.accept(json);
        });
        out.append(json.toString()).append('\n').flush();
    }

    private static String oneLine(String text, int longest) {
        String cut = text.length() > longest ? text.substring(0, longest - 1) + "…" : text;
        StringBuilder line = new StringBuilder(cut.length());
        cut.codePoints().forEach(c -> line.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
        return line.toString().strip();
    }
}
