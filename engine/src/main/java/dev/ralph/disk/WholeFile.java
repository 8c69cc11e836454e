package dev.ralph.disk;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// Writes a file aside and gives it its name when it is complete: a reader, and whoever looks after a crash, finds all
/// of it or nothing. Half a surrogate pair, which is no UTF-8, becomes a question mark.
public final class WholeFile {
    private WholeFile() {}

    public static void write(FaultPoint point, Path file, String text) throws IOException {
        point.before();
        put(draft(file), text.getBytes(StandardCharsets.UTF_8));
        publish(point, file);
    }

    /// The same for what must survive a power cut.
    public static void writeDurably(FaultPoint point, Path file, String text) throws IOException {
        writeDurably(point, file, text.getBytes(StandardCharsets.UTF_8));
    }

    /// The same for what may be no text.
    public static void writeDurably(FaultPoint point, Path file, byte[] bytes) throws IOException {
        point.before();
        Path draft = draft(file);
        put(draft, bytes);
        publishDurably(point, draft, file);
    }

    /// What a crash left is gone, and so is a link of an agent's, through which another file would be written.
    private static void put(Path draft, byte[] bytes) throws IOException {
        Files.deleteIfExists(draft);
        Files.write(draft, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /// Gives a file that was written aside its name, once it is on the disk. Where it replaces one, the permissions of
    /// that stay.
    public static void publishDurably(FaultPoint point, Path draft, Path file) throws IOException {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.setPosixFilePermissions(draft, Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
        }
        Durable.file(draft);
        point.inside();
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Durable.folder(file.toAbsolutePath().resolveSibling(""));
        point.after();
    }

    public static void copy(FaultPoint point, Path from, Path to) throws IOException {
        copy(point, from, to, Long.MAX_VALUE);
    }

    /// Of a file that is longer than `most` bytes, and may be all hole in the middle, its beginning and its end.
    public static void copy(FaultPoint point, Path from, Path to, long most) throws IOException {
        point.before();
        Path draft = draft(to);
        Files.deleteIfExists(draft);
        try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
                FileChannel out = FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long size = in.size();
            if (size <= most) {
                part(in, 0, size, out);
            } else {
                part(in, 0, most / 2, out);
                String gap = "\n[ralph: " + (size - most / 2 * 2) + " bytes omitted]\n";
                out.write(ByteBuffer.wrap(gap.getBytes(StandardCharsets.UTF_8)));
                part(in, size - most / 2, size, out);
            }
        }
        publish(point, to);
    }

    private static void part(FileChannel in, long from, long to, FileChannel out) throws IOException {
        long at = from;
        while (at < to) {
            long copied = in.transferTo(at, to - at, out);
            if (copied <= 0) {
                return;
            }
            at += copied;
        }
    }

    private static void publish(FaultPoint point, Path file) throws IOException {
        point.inside();
        Files.move(draft(file), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        point.after();
    }

    private static Path draft(Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }
}
