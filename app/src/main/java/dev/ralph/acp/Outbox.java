package dev.ralph.acp;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// What waits to be written to the agent. A thread of its own writes, so that an agent that does not read cannot stop
/// us from reading.
final class Outbox {
    static final int MOST_WAITING = 1_000;
    /// An empty line closes.
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final OutputStream out;

    Outbox(OutputStream out) {
        this.out = out;
        Thread.ofPlatform().name("acp-outbox").daemon().start(this::write);
    }

    /// @return false when the agent has left too much unread
    boolean offer(byte[] line) {
        return waiting.offer(line);
    }

    /// Closes the agent's input when everything before is written.
    void end() {
        if (!waiting.offer(END)) {
            waiting.clear();
            waiting.add(END);
        }
    }

    private void write() {
        try (out) {
            for (byte[] line = waiting.take(); line.length > 0; line = waiting.take()) {
                out.write(line);
                out.flush();
            }
        } catch (IOException closed) {
            // The agent has closed its input or has ended; the one who reads its output finds out what that means.
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }
}
