package dev.ralph.agent;

import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Reads the error output of an agent line by line, for the few lines in it that mean something. Of a long line only
/// the beginning is looked at, and what is not understood is nothing strange: error output may hold anything.
final class ErrorLines implements StreamReader {
    private static final int LOOKED_AT = 8 << 10;

    private final BiConsumer<String, Consumer<AgentEvent>> meaning;
    private final byte[] line = new byte[LOOKED_AT];
    private int length;

    /// @param meaning says what a line means, or nothing
    ErrorLines(BiConsumer<String, Consumer<AgentEvent>> meaning) {
        this.meaning = meaning;
    }

    @Override
    public void read(byte[] bytes, int from, int to, Consumer<AgentEvent> sink) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                end(sink);
            } else if (length < LOOKED_AT) {
                line[length++] = bytes[i];
            }
        }
    }

    @Override
    public void end(Consumer<AgentEvent> sink) {
        if (length > 0) {
            meaning.accept(new String(line, 0, length, StandardCharsets.UTF_8), sink);
            length = 0;
        }
    }
}
