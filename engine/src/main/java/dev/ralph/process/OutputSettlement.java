package dev.ralph.process;

import dev.ralph.disk.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;

/// Makes an output file final: hashes it, and if it holds more than is kept, replaces its middle by one line saying so.
///
/// 1. The file under its name is always either the untouched or the final one: the final one is written beside it and
///    renamed.
/// 2. A file the agent deleted or replaced is left as it is; then all that was counted is reported as omitted.
final class OutputSettlement {
    private static final int CHUNK = 1 << 16;
    /// From here on another way of hashing is worth looking for.
    private static final long LARGE = 1 << 20;
    /// The hash of nothing.
    private static final String EMPTY = Sha256.of("");

    private OutputSettlement() {}

    /// The open output file, and memory to read it into.
    private record Source(int fd, MemorySegment buffer) {
        /// How many bytes were read, none or less at the end.
        int read(byte[] into, int most, long offset) {
            int length = (int) SystemCalls.pread(fd, buffer.asSlice(0, Math.min(most, buffer.byteSize())), offset);
            MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, into, 0, Math.max(0, length));
            return length;
        }

        /// Whether the file of this name is still the open one.
        boolean isStill(Path path) throws IOException {
            return Files.exists(path) && Files.isSameFile(path, Path.of("/proc/self/fd/" + fd));
        }
    }

    static OutputResult settle(Path path, int fd, long size, long kept, long counted) {
        if (size == 0) {
            return new OutputResult(counted, counted, EMPTY);
        }
        try (Arena arena = Arena.ofConfined()) {
            return settle(path, new Source(fd, arena.allocate(Math.min(size, CHUNK))), size, kept, counted);
        }
    }

    private static OutputResult settle(Path path, Source source, long size, long kept, long counted) {
        try {
            if (!source.isStill(path)) {
                return new OutputResult(counted, counted, EMPTY); // nothing of it is stored under its name
            }
            return size <= kept ? whole(source, size, counted) : shortened(path, source, size, kept, counted);
        } catch (IOException unwritable) {
            return whole(source, size, counted);
        }
    }

    private static OutputResult whole(Source source, long size, long counted) {
        try (DigestOutputStream digest = new DigestOutputStream(OutputStream.nullOutputStream(), digest(size))) {
            copy(source, 0, size, digest);
            return new OutputResult(counted, Math.max(0, counted - size), hex(digest));
        } catch (IOException unreadable) {
            return new OutputResult(counted, counted, EMPTY); // a broken disk must not keep the attempt from ending
        }
    }

    private static OutputResult shortened(Path path, Source source, long size, long kept, long counted)
            throws IOException {
        long head = kept / 2;
        long tail = kept - head;
        long omitted = size - head - tail;
        Path beside = path.resolveSibling(path.getFileName() + ".settling");
        DigestOutputStream digest;
        Files.deleteIfExists(beside); // a link of an agent's would lead to another file
        try (OutputStream file =
                Files.newOutputStream(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            digest = new DigestOutputStream(file, digest(kept));
            copy(source, 0, head, digest);
            String line = (lastByte(source, head) == '\n' ? "" : "\n") + "[ralph: " + omitted + " bytes omitted]\n";
            digest.write(line.getBytes(StandardCharsets.US_ASCII));
            copy(source, size - tail, tail, digest);
        } catch (IOException unwritable) {
            Files.deleteIfExists(beside);
            throw unwritable;
        }
        Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return new OutputResult(counted, Math.max(0, counted - head - tail), hex(digest));
    }

    private static void copy(Source source, long from, long length, OutputStream to) throws IOException {
        byte[] buffer = new byte[CHUNK];
        for (long done = 0; done < length; ) {
            int read = source.read(buffer, (int) Math.min(CHUNK, length - done), from + done);
            if (read <= 0) {
                return; // cut meanwhile: what is there was copied
            }
            to.write(buffer, 0, read);
            done += read;
        }
    }

    private static MessageDigest digest(long bytes) {
        return bytes < LARGE ? Sha256.digest() : NativeSha256.best();
    }

    private static int lastByte(Source source, long end) {
        byte[] one = new byte[1];
        return end > 0 && source.read(one, 1, end - 1) == 1 ? one[0] : -1;
    }

    private static String hex(DigestOutputStream digest) {
        return Sha256.hex(digest.getMessageDigest());
    }
}
