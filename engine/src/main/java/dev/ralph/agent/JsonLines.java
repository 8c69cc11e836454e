package dev.ralph.agent;

import java.util.Arrays;
import java.util.function.Consumer;

/// Reads a stream of JSON objects, one a line: cuts it into lines, takes the wanted fields of each, and asks an
/// agent's own [Meaning] what they mean.
final class JsonLines implements StreamReader {
    /// Longer lines are passed over and counted. No message of a model comes near it; pictures in tool results do.
    static final int LONGEST_LINE = 4 << 20;

    private static final int BUFFER_KEPT = 64 << 10;
    private static final byte[] NOTHING = {};

    /// What the fields of a line mean for one kind of agent.
    interface Meaning {
        void of(JsonFieldValues line, Consumer<AgentEvent> sink);

        /// The stream has ended: says what was held back.
        default void end(Consumer<AgentEvent> sink) {}
    }

    private final JsonLine json;
    private final Meaning meaning;
    private byte[] begun = NOTHING;
    private int length;
    private long passedOver;

    JsonLines(WantedFields shape, Meaning meaning) {
        this.json = new JsonLine(shape);
        this.meaning = meaning;
    }

    @Override
    public void read(byte[] bytes, int from, int to, Consumer<AgentEvent> sink) {
        int start = from;
        while (start < to) {
            if (length > 0 || passedOver > 0) {
                int end = lineEnd(bytes, start, to);
                keep(bytes, start, end);
                if (end == to) {
                    return;
                }
                finishLine(sink);
                start = end + 1;
            } else {
                start = lineAt(bytes, start, to, sink);
            }
        }
    }

    @Override
    public void end(Consumer<AgentEvent> sink) {
        if (passedOver > 0) {
            finishLine(sink);
        } else if (length > 0 && !understood(begun, 0, length, sink)) {
            sink.accept(AgentEvent.Strange.HALF_A_LINE);
        }
        begun = NOTHING;
        length = 0;
        meaning.end(sink);
    }

    /// Reads the line that begins here, in place; keeps it if its end is not there yet.
    ///
    /// @return where the next one begins
    private int lineAt(byte[] bytes, int start, int to, Consumer<AgentEvent> sink) {
        int first = blank(bytes, start, to);
        if (first < to && bytes[first] == '{' && json.read(bytes, first, to) == JsonLine.Outcome.READ) {
            int end = blank(bytes, json.end(), to);
            if (end < to && bytes[end] == '\n' && end - start <= LONGEST_LINE) {
                meaning.of(json.fields(), sink);
                return end + 1;
            }
        }
        int end = lineEnd(bytes, first, to);
        keep(bytes, start, end);
        if (end == to) {
            return to;
        }
        finishLine(sink);
        return end + 1;
    }

    /// The first byte that is no white space.
    private static int blank(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r')) {
            at++;
        }
        return at;
    }

    private static int lineEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    private void keep(byte[] bytes, int from, int to) {
        int count = to - from;
        if (passedOver == 0 && length + count <= LONGEST_LINE) {
            if (length + count > begun.length) {
                begun = Arrays.copyOf(begun, Math.max(length + count, Math.min(2 * begun.length, LONGEST_LINE)));
            }
            System.arraycopy(bytes, from, begun, length, count);
            length += count;
        } else {
            passedOver += length + count;
            length = 0;
            begun = NOTHING;
        }
    }

    private void finishLine(Consumer<AgentEvent> sink) {
        if (passedOver > 0) {
            sink.accept(new AgentEvent.Strange("a line of " + passedOver + " bytes was passed over"));
        } else {
            line(begun, 0, length, sink);
        }
        passedOver = 0;
        length = 0;
        if (begun.length > BUFFER_KEPT) {
            begun = NOTHING;
        }
    }

    private void line(byte[] bytes, int from, int to, Consumer<AgentEvent> sink) {
        if (!understood(bytes, from, to, sink)) {
            sink.accept(new AgentEvent.Strange("no JSON object: " + Excerpt.of(bytes, from, to)));
        }
    }

    /// A whole line. Empty ones mean nothing.
    private boolean understood(byte[] bytes, int from, int to, Consumer<AgentEvent> sink) {
        int first = blank(bytes, from, to);
        if (first == to) {
            return true;
        }
        boolean read = bytes[first] == '{' && json.read(bytes, first, to) == JsonLine.Outcome.READ;
        if (!read || blank(bytes, json.end(), to) < to) {
            return false;
        }
        meaning.of(json.fields(), sink);
        return true;
    }
}
