package dev.ralph.bus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One file of a bus as a [BusTail] follows it: by what it is, not by its name, so a rename changes nothing.
final class BusFileFollower implements AutoCloseable {
    /// How long a foreign writer's last message must have stood still before it counts as whole.
    private static final Duration SETTLED = Duration.ofMillis(200);

    private final BusReader reader;
    private final Object key;
    private long seenSize = -1;
    private long seenAt;

    private BusFileFollower(BusReader reader, Object key) {
        this.reader = reader;
        this.key = key;
    }

    /// Null if there is no such file.
    static @Nullable BusFileFollower of(Path path) throws IOException {
        while (true) {
            Object before = keyOf(path);
            BusReader reader = before == null ? null : Bus.openedOrNull(path);
            if (before == null || reader == null) return null;
            if (before.equals(keyOf(path))) return new BusFileFollower(reader, before);
            reader.close(); // replaced between the looks
        }
    }

    /// What stays the same when a file is renamed; null if there is no file.
    static @Nullable Object keyOf(Path path) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            Object key = attributes.fileKey();
            return key != null ? key : attributes.creationTime();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    Object key() {
        return key;
    }

    boolean is(@Nullable Object other) {
        return key.equals(other);
    }

    /// Goes to the message after the one with this id; if it is not there, to the start.
    boolean moveAfter(String id) throws IOException {
        reader.moveTo(0);
        for (BusMessage m = reader.next(); m != null; m = reader.next()) if (m.id().equals(id)) return true;
        reader.moveTo(0);
        return false;
    }

    /// Goes behind the last message there is; only the end of a large file is read for it.
    void moveToEnd() throws IOException {
        reader.moveTo(Math.max(0, reader.size() - RecordParser.MAX_RECORD));
        if (reader.position() > 0) reader.alignToRecord();
        for (BusMessage m = reader.next(); m != null; ) m = reader.next();
        reader.takeWarnings();
    }

    /// Next message that is whole, or null.
    @Nullable
    BusMessage next(boolean evenIfGrowing, @Nullable String lastId) throws IOException {
        long size = reader.size();
        if (size < reader.position()) startAgain(lastId);
        if (size != seenSize) {
            seenSize = size;
            seenAt = System.nanoTime();
        }
        return reader.next(evenIfGrowing || quietFor(SETTLED));
    }

    /// Whether the file has not grown for so long, as far as [#next] has seen.
    boolean quietFor(Duration time) {
        return seenSize >= 0 && System.nanoTime() - seenAt > time.toNanos();
    }

    List<BusWarning> takeWarnings() {
        return reader.takeWarnings();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    /// Somebody cut the file short.
    private void startAgain(@Nullable String lastId) throws IOException {
        if (lastId != null) moveAfter(lastId);
        else reader.moveTo(0);
    }
}
