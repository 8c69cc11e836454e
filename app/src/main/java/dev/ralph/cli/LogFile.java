package dev.ralph.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The output file of a run, read from front to back, also while it grows.
///
/// It stays open, because at the end of a run a file that became too large is replaced by a shorter one. While the run
/// goes on such a file has a hole in its middle, which reads as zeros and is shown as the line that will replace it.
final class LogFile implements AutoCloseable {
    private static final int BLOCK = 4096;
    private static final int SMALLEST_HOLE = 1 << 20;

    /// What to make of a long row of zeros.
    enum Zeros {
        /// The agent wrote them.
        MEANT,
        /// The run goes on, so they may be what was left out.
        LEFT_OUT
    }

    private final RandomAccessFile file;
    private final Zeros zeros;
    private final byte[] buffer = new byte[16 * BLOCK];
    private long position;
    private long hole;
    private byte last = '\n';

    private LogFile(RandomAccessFile file, Zeros zeros) {
        this.file = file;
        this.zeros = zeros;
    }

    /// Null when there is no such file (yet).
    static @Nullable LogFile open(Path path, Zeros zeros) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(path + " is not a regular file: the agent replaced it");
        }
        try {
            return new LogFile(new RandomAccessFile(path.toFile(), "r"), zeros);
        } catch (FileNotFoundException unreadable) {
            throw new IOException("cannot read the output: " + unreadable.getMessage(), unreadable);
        }
    }

    /// Copies what has come since the last time.
    void copyTo(LogSink sink) throws IOException {
        if (file.length() < position) {
            position = 0; // the agent has cut its output and begins anew
        }
        file.seek(position);
        for (int read = read(); read > 0 && !sink.unheard(); read = read()) {
            copy(read, sink);
            position += read;
        }
        fill(sink);
        sink.pause();
    }

    /// Ends at a block's end wherever it began, so that holes are recognised.
    private int read() throws IOException {
        return file.read(buffer, 0, buffer.length - (int) (position % BLOCK));
    }

    private void copy(int length, LogSink sink) {
        if (zeros == Zeros.MEANT) {
            write(sink, 0, length);
            return;
        }
        int from = 0;
        for (int at = 0; at < length; ) {
            int block = Math.min(length - at, BLOCK - (int) ((position + at) % BLOCK));
            if (block == BLOCK && isZero(at)) {
                write(sink, from, at - from);
                hole += BLOCK;
                from = at + BLOCK;
            } else {
                fill(sink);
            }
            at += block;
        }
        write(sink, from, length - from);
    }

    private boolean isZero(int from) {
        for (int i = from; i < from + BLOCK; i++) {
            if (buffer[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private void write(LogSink sink, int from, int length) {
        if (length > 0) {
            sink.write(buffer, from, length);
            last = buffer[from + length - 1];
        }
    }

    /// Says what a hole left out; few zeros are no hole but what the agent wrote.
    private void fill(LogSink sink) {
        if (hole >= SMALLEST_HOLE) {
            String line = (last == '\n' ? "" : "\n") + "[ralph: " + hole + " bytes omitted]\n";
            byte[] bytes = line.getBytes(StandardCharsets.US_ASCII);
            sink.write(bytes, 0, bytes.length);
        } else {
            byte[] few = new byte[hole == 0 ? 0 : BLOCK];
            for (long left = hole; left > 0; left -= BLOCK) {
                sink.write(few, 0, BLOCK);
            }
        }
        hole = 0;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
