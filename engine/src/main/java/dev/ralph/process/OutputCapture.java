package dev.ralph.process;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Executor;

/// One output file while its agent writes to it.
///
/// The agent appends to the file itself; we only look at its size, and once it holds more than is kept we punch a
/// growing hole into its middle, so that a flood takes no disk space. Counts never go back, whatever the agent does to
/// the file.
final class OutputCapture {
    private static final int LAST_LINE_WINDOW = 4096;
    private static final int LAST_LINE_LENGTH = 200;
    private static final long BLOCK = 4096;
    private static final long PUNCH_AT_LEAST = 32 << 20;

    /// What a look at the file showed.
    enum Look {
        NOTHING_NEW,
        GROWN,
        /// So much at once that events should give way to polling.
        FLOOD,
        /// More than is kept, and the file system cannot punch holes.
        TOO_MUCH
    }

    static final long FLOOD_BYTES = 256 << 10;

    private final Path path;
    private final long kept;
    private final Executor puncher;
    private int fd;
    private long size;
    private long counted;
    private long punchedTo;
    private boolean punching;
    private boolean unpunchable;
    private String lastLine = "";

    /// Creates the file if it is missing.
    ///
    /// @param puncher does the punching, as the watch's thread never waits for a busy disk
    OutputCapture(Path path, long kept, Executor puncher) throws CannotStart {
        this.puncher = puncher;
        this.path = path;
        this.kept = kept;
        // Programs that an agent left running may write to its folder, too.
        this.fd = SystemCalls.open(path, SystemCalls.O_RDWR | SystemCalls.O_CREAT | OpenFolder.O_NOFOLLOW);
        if (fd < 0) {
            throw new CannotStart(
                    CannotStart.Kind.OTHER,
                    "the output file " + path + " cannot be written: " + ProgramSearch.reason(-fd)
                            + ". Is the run folder there, writable, and the disk not full?");
        }
        this.size = Math.max(0, SystemCalls.size(fd));
        this.punchedTo = head();
    }

    synchronized int fd() {
        return fd;
    }

    synchronized long counted() {
        return counted;
    }

    private long head() {
        return (kept / 2 + BLOCK - 1) / BLOCK * BLOCK;
    }

    synchronized Look look() {
        long now = fd < 0 ? size : SystemCalls.size(fd);
        if (now <= size) {
            size = Math.max(0, now); // the agent may have cut its file
            punchedTo = reached(punchedTo);
            return Look.NOTHING_NEW;
        }
        long grown = now - size;
        counted += grown;
        size = now;
        if (unpunchable && size > kept + PUNCH_AT_LEAST) {
            return Look.TOO_MUCH;
        }
        if (!punching && holeEnd() - punchedTo >= PUNCH_AT_LEAST) {
            puncher.execute(this::punch); // waits for us to leave
            punching = true;
        }
        return grown >= FLOOD_BYTES ? Look.FLOOD : Look.GROWN;
    }

    private long holeEnd() {
        return (size - kept / 2) / BLOCK * BLOCK;
    }

    /// How far a hole of that end still reaches: a file that was cut has none behind its end, whatever is written there
    /// later.
    private long reached(long end) {
        return Math.max(head(), Math.min(end, size / BLOCK * BLOCK));
    }

    /// The descriptor stays open meanwhile, because settling waits for the end of this.
    private void punch() {
        long from;
        long to;
        synchronized (this) {
            from = punchedTo;
            to = holeEnd();
        }
        int result = to > from ? SystemCalls.punch(fd, from, to - from) : 0;
        synchronized (this) {
            punching = false;
            unpunchable |= result < 0;
            punchedTo = reached(result < 0 ? from : Math.max(from, to));
            notifyAll();
        }
    }

    /// The last line with something on it, shortened, [as plain text][PlainText].
    synchronized String lastLine() {
        if (fd >= 0 && size > 0) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment buffer = arena.allocate(LAST_LINE_WINDOW);
                long length = SystemCalls.pread(fd, buffer, Math.max(0, size - LAST_LINE_WINDOW));
                if (length > 0) {
                    lastLine = lastLineOf(buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
                }
            }
        }
        return lastLine;
    }

    static String lastLineOf(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] >= 0 && bytes[end - 1] <= ' ') {
            end--;
        }
        int start = end;
        while (start > 0 && bytes[start - 1] != '\n' && bytes[start - 1] != '\r') {
            start--;
        }
        String line = new String(bytes, start, end - start, StandardCharsets.UTF_8);
        StringBuilder clean = new StringBuilder();
        PlainText.of(line)
                .replace('\t', ' ')
                .codePoints()
                .limit(LAST_LINE_LENGTH)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    /// Settles the file once all writers are dead, and closes it. Slow when much was written; not for the watch's
    /// thread then.
    synchronized OutputResult settle() {
        look();
        awaitPunch();
        lastLine();
        try {
            return OutputSettlement.settle(path, fd, size, kept, counted);
        } finally {
            SystemCalls.close(fd);
            fd = -1;
        }
    }

    /// What is known of a file that was not settled.
    synchronized OutputResult unsettled() {
        return new OutputResult(counted, 0, "");
    }

    private void awaitPunch() {
        boolean interrupted = false;
        while (punching) {
            try {
                wait();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whether settling is a matter of microseconds.
    synchronized boolean isSmall() {
        return size <= 1 << 16 && !punching;
    }
}
