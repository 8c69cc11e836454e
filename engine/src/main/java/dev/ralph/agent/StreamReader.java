package dev.ralph.agent;

import java.util.function.Consumer;

/// Reads what an agent prints piece by piece, cut anywhere, and says what it means. Never throws because of what it
/// reads; its memory is bounded whatever the length of a line. One reader reads one stream, in one thread.
public interface StreamReader {
    /// @param bytes only read during the call
    void read(byte[] bytes, int from, int to, Consumer<AgentEvent> sink);

    /// The stream has ended; what is left of it may be half a line.
    void end(Consumer<AgentEvent> sink);
}
