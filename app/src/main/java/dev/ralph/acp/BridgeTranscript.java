package dev.ralph.acp;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Prints what the agent says and does, in the lines of `docs/acp-bridge.md`. Owned by one thread at a time.
final class BridgeTranscript {
    private static final int LONGEST_PIECE = 1 << 16;
    private static final int LONGEST_DETAIL = 300;
    private static final int MOST_TOOLS = 10_000;

    private final PrintStream out;
    /// Tool calls that were printed, and whether their result was.
    private final Map<String, Boolean> tools = new LinkedHashMap<>();

    private String message = "";
    private boolean speaking;
    /// Half a character whose other half is still to come.
    private String half = "";

    private @Nullable Held held;
    private String model = "";
    private boolean over;

    BridgeTranscript(PrintStream out) {
        this.out = out;
    }

    void session(String id, boolean resumed, String agent, String version) {
        print("session", line -> {
            line.text("id", id).flag("resumed", resumed);
            if (!agent.isEmpty()) {
                line.text("agent", agent);
            }
            if (!version.isEmpty()) {
                line.text("version", version);
            }
        });
    }

    void model(String name) {
        if (!name.isEmpty() && !name.equals(model)) {
            model = name;
            print("model", line -> line.text("name", name));
        }
    }

    /// A piece of a message.
    ///
    /// @param id of the message, empty when the agent gives none
    void text(String id, String piece) {
        if (!id.equals(message)) {
            close();
            message = id;
        }
        String text = half + piece;
        int end = text.length();
        if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        half = text.substring(end);
        for (int from = 0; from < end; ) {
            int to = Math.min(end, from + LONGEST_PIECE);
            to -= to < end && Character.isHighSurrogate(text.charAt(to - 1)) ? 1 : 0;
            String part = text.substring(from, to);
            print("text", line -> line.text("text", part).flag("last", false));
            from = to;
        }
        speaking |= end > 0 || !half.isEmpty();
    }

    /// The message is over.
    void close() {
        if (speaking) {
            String rest = half;
            print("text", line -> line.text("text", rest).flag("last", true));
        }
        half = "";
        speaking = false;
    }

    /// A tool begins, or more is known about one that has begun. Some agents tell the command only after the tool's
    /// name, so a call without a command is held back until something else is to be told.
    ///
    /// @param command empty when it is not known
    void toolCall(String id, String kind, String title, String command) {
        if (!tools.containsKey(id)) {
            close();
            flush();
            tools.put(id, false);
            if (tools.size() > MOST_TOOLS) {
                tools.remove(tools.keySet().iterator().next());
            }
            String name = kind.isEmpty() ? "other" : AcpFailure.oneLine(kind, LONGEST_DETAIL);
            held = new Held(id, name, AcpFailure.oneLine(title, LONGEST_DETAIL));
        }
        if (held != null && held.id.equals(id) && !command.isEmpty()) {
            held = new Held(id, held.kind, AcpFailure.oneLine(command, LONGEST_DETAIL));
            flush();
        }
    }

    void toolResult(String id, boolean failed) {
        if (Boolean.FALSE.equals(tools.put(id, true))) {
            print("tool_result", line -> line.text("id", id).flag("failed", failed));
        }
    }

    void tokens(String key, String scope, String name, AcpUsage usage) {
        print("usage", line -> {
            line.text("key", key).text("scope", scope);
            if (!name.isEmpty()) {
                line.text("model", name);
            }
            line.number("input", usage.input())
                    .number("cacheRead", usage.cacheRead())
                    .number("cacheWrite", usage.cacheWrite())
                    .number("output", usage.output());
        });
    }

    void dollars(BigDecimal dollars) {
        print("usage", line -> line.text("key", "cost").text("scope", "session").number("dollars", dollars));
    }

    /// The last lines; whatever comes later is not printed.
    void end(@Nullable AcpFailure failure, String stopReason, int strange) {
        close();
        if (failure != null) {
            print("error", line -> {
                line.text("class", failure.kind().word());
                if (failure.status() > 0) {
                    line.number("status", failure.status());
                }
                line.text("words", failure.words());
            });
        }
        print(
                "result",
                line -> line.flag("failed", failure != null)
                        .text("stopReason", stopReason)
                        .number("strange", strange));
        over = true;
    }

    /// Whether somebody still takes what is printed.
    boolean isHeard() {
        return !out.checkError();
    }

    private void flush() {
        Held tool = held;
        held = null;
        if (tool != null) {
            print(
                    "tool_call",
                    line -> line.text("id", tool.id).text("name", tool.kind).text("detail", tool.detail));
        }
    }

    private void print(String type, Consumer<BridgeLine> fields) {
        flush();
        if (!over) {
            byte[] line = BridgeLine.of(json -> fields.accept(json.text("type", type)));
            out.write(line, 0, line.length);
            out.flush();
        }
    }

    /// A tool call that is still to be printed.
    private record Held(String id, String kind, String detail) {}
}
