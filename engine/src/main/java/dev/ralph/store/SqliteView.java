package dev.ralph.store;

import dev.ralph.machine.MachineEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The journal, read only.
///
/// While nobody writes, the file is read alone: no locks, no new files, also in a folder that cannot be written to.
/// Whether somebody began to write meanwhile shows in the file's stamp, and then the answer is thrown away and asked
/// for again over a connection that takes part in SQLite's locking.
final class SqliteView implements JournalView {
    private final SqliteFiles home;
    private final List<StreamType<?, ?>> types;
    private @Nullable Open open;

    private record Open(
            Connection connection,
            SqliteRows rows,
            @Nullable Stamp alone) {}

    /// What changes when somebody writes to a file that nobody had open.
    private record Stamp(@Nullable Object key, long size, long modified, boolean wal) {
        /// Not what a record has of its own: its first use makes classes at run time.
        boolean is(@Nullable Stamp other) {
            return other != null
                    && Objects.equals(key, other.key)
                    && size == other.size
                    && modified == other.modified
                    && wal == other.wal;
        }
    }

    private interface Question<T> {
        T ask(SqliteRows rows) throws SQLException;
    }

    SqliteView(SqliteFiles home, List<StreamType<?, ?>> types) {
        this.home = home;
        this.types = types;
    }

    private synchronized <T> T ask(T nothing, Question<T> question) {
        for (int tries = 0; ; tries++) {
            Stamp stamp = stamp();
            if (stamp == null) {
                close();
                return nothing;
            }
            boolean alone = !stamp.wal() && tries < 3;
            try {
                T answer = question.ask(connected(stamp, alone).rows());
                if (!alone || stamp.is(stamp())) {
                    return answer;
                }
            } catch (SQLException e) {
                if (!alone || stamp.is(stamp())) {
                    close();
                    throw SqliteErrorText.of(home.file(), SqliteErrorText.While.READING, e);
                }
            }
        }
    }

    private Open connected(Stamp stamp, boolean alone) throws SQLException {
        Open current = open;
        if (current != null && (alone ? stamp.is(current.alone()) : current.alone() == null)) {
            return current;
        }
        close();
        Connection connection =
                SqliteFile.connect(home.file(), alone ? SqliteFile.Mode.READ_ALONE : SqliteFile.Mode.READ);
        Open made = new Open(connection, new SqliteRows(home.file(), connection, types), alone ? stamp : null);
        open = made;
        Schema.CURRENT.refuseNewer(home.file(), Schema.versionOf(connection));
        return made;
    }

    private @Nullable Stamp stamp() {
        Path file = home.file();
        try {
            BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
            if (seen.isDirectory()) {
                throw home.folder();
            }
            if (seen.size() == 0) {
                throw new JournalDamaged(file, "it is empty (0 bytes)", null);
            }
            return new Stamp(
                    seen.fileKey(),
                    seen.size(),
                    seen.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                    Files.exists(home.wal()));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new JournalUnreadable(file, "cannot look at it: " + e, e);
        }
    }

    List<StatusLine> status(Function<StreamSummary, @Nullable StatusLine> shape) {
        SqliteRows.Status now = ask(new SqliteRows.Status(0, List.of()), rows -> rows.status(shape));
        try {
            new StatusFile(home.file()).repair(now.position(), now.lines());
        } catch (IOException unwritable) { // then the next one asks again
            return now.lines();
        }
        return now.lines();
    }

    @Override
    public <E extends MachineEvent> List<JournalEntry<E>> entriesAfter(
            StreamType<?, E> type, String stream, long after) {
        return ask(List.of(), rows -> rows.entries(type, stream, after));
    }

    @Override
    public List<PositionedEntry> since(long position, int most) {
        return ask(List.of(), rows -> rows.since(position, most));
    }

    @Override
    public long position() {
        return ask(0L, SqliteRows::lastPosition);
    }

    @Override
    public Optional<StreamSummary> stream(String stream) {
        return ask(Optional.empty(), rows -> rows.stream(stream));
    }

    @Override
    public List<StreamSummary> streams(StreamQuery which) {
        return ask(List.of(), rows -> rows.streams(which));
    }

    @Override
    public List<AttemptSummary> attempts(String loop) {
        return ask(List.of(), rows -> rows.attempts(loop));
    }

    @Override
    public synchronized void close() {
        Open current = open;
        open = null;
        if (current != null) {
            try {
                current.connection().close();
            } catch (SQLException e) {
                throw SqliteErrorText.of(home.file(), SqliteErrorText.While.READING, e);
            }
        }
    }
}
