package dev.ralph.attempt;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.StreamReader;
import dev.ralph.paths.FileErrorText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// Reads an agent's output file while it grows, on a thread of its own, and hands on what the agent says.
///
/// 1. Everything that is in the file when [#finish] is called has been read when it returns.
/// 2. Whatever the agent prints, and however much, a few buffers of memory are used.
///
/// The file stays open: an agent that deletes it, or a flood that is cut to size at the end, takes nothing away. Only
/// of a flood that is faster than this, the middle may be gone before it was read; the reader counts that as strange.
final class OutputTail {
    private static final int BUFFER = 1 << 16;

    private final FileChannel file;
    private final StreamReader reader;
    private final Consumer<AgentEvent> heard;
    private final Thread thread;
    private volatile boolean more;
    private volatile boolean over;

    OutputTail(Path output, StreamReader reader, Consumer<AgentEvent> heard) throws IOException {
        this.file = FileChannel.open(output, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        this.reader = reader;
        this.heard = heard;
        this.thread = Thread.ofVirtual().name("ralph-listener-" + output).start(this::follow);
    }

    /// There may be something new. Returns at once.
    void poke() {
        more = true;
        LockSupport.unpark(thread);
    }

    /// The agent has ended: reads the rest. An interrupt does not cut this short.
    void finish() {
        over = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() {
        try (file) {
            byte[] bytes = new byte[BUFFER];
            boolean last = false;
            while (!last) {
                last = over;
                more = false;
                drain(bytes);
                if (!last && !more && !over) {
                    LockSupport.park(this);
                }
            }
            reader.end(heard);
        } catch (IOException unreadable) {
            heard.accept(new AgentEvent.Strange("its output cannot be read: " + FileErrorText.words(unreadable)));
        }
    }

    private void drain(byte[] bytes) throws IOException {
        for (int length = read(bytes); length > 0; length = read(bytes)) {
            reader.read(bytes, 0, length, heard);
        }
    }

    private int read(byte[] bytes) throws IOException {
        return file.read(ByteBuffer.wrap(bytes));
    }
}
