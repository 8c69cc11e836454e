package dev.ralph.acp;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Splits a stream into lines in bounded memory: a line that is too long is dropped as a whole.
final class LineReader {
    private static final int CHUNK = 1 << 16;

    private final InputStream in;
    private final int longest;
    private final long endless;
    private byte[] line = new byte[CHUNK];
    private int length;
    private long dropped;

    /// What a reader does with lines.
    interface Sink {
        /// @param bytes belongs to the reader again after the call
        void line(byte[] bytes, int length);

        void tooLong();
    }

    /// A line without an end.
    static final class Endless extends IOException {
        private static final long serialVersionUID = 1L;

        Endless(long bytes) {
            super("a message did not end after " + bytes + " bytes");
        }
    }

    /// @param longest bytes of a line that is kept
    /// @param endless bytes after which a line is taken for endless
    LineReader(InputStream in, int longest, long endless) {
        this.in = in;
        this.longest = longest;
        this.endless = endless;
    }

    /// Reads to the end. Half a line at the end is a line.
    void read(Sink sink) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
            int start = 0;
            for (int i = 0; i < count; i++) {
                if (chunk[i] == '\n') {
                    add(chunk, start, i);
                    end(sink);
                    start = i + 1;
                }
            }
            add(chunk, start, count);
        }
        end(sink);
    }

    private void add(byte[] chunk, int from, int to) throws IOException {
        int count = to - from;
        if (dropped > 0 || length + count > longest) {
            dropped += length + count;
            length = 0;
            if (dropped > endless) {
                throw new Endless(dropped);
            }
            return;
        }
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.min(longest, Math.max(line.length * 2, length + count)));
        }
        System.arraycopy(chunk, from, line, length, count);
        length += count;
    }

    private void end(Sink sink) {
        if (dropped > 0) {
            dropped = 0;
            sink.tooLong();
        } else if (length > 0) {
            sink.line(line, length);
        }
        length = 0;
        if (line.length > CHUNK) {
            line = new byte[CHUNK];
        }
    }
}
