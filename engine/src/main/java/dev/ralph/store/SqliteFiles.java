package dev.ralph.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The place of a journal: its file, the files SQLite keeps beside it, and whether they are still the same.
final class SqliteFiles {
    private final Path file;
    private @Nullable Object fileKey;
    private @Nullable Object walKey;

    SqliteFiles(Path file) {
        this.file = file;
    }

    interface Work<T> {
        T run() throws SQLException;
    }

    Path file() {
        return file;
    }

    Path wal() {
        return file.resolveSibling(file.getFileName() + "-wal");
    }

    Connection openForWriting() {
        refuseNetwork();
        createIfMissing();
        refuseEmpty();
        refuseNewer();
        refuseReadOnly();
        Connection connection;
        try {
            connection = SqliteFile.connect(file, SqliteFile.Mode.WRITE);
        } catch (SQLException e) {
            throw SqliteErrorText.of(file, SqliteErrorText.While.WRITING, e);
        }
        try {
            prepare(connection);
            return connection;
        } catch (SQLException e) {
            close(connection, e);
            throw SqliteErrorText.of(file, SqliteErrorText.While.WRITING, e);
        } catch (RuntimeException e) {
            close(connection, e);
            throw e;
        }
    }

    private void prepare(Connection connection) throws SQLException {
        if (Schema.versionOf(connection) != Schema.CURRENT.version()) {
            Schema.CURRENT.migrate(file, connection);
        }
        SqliteFile.execute(
                connection, "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON");
        // SQLite makes the file beside the database when it is first needed, and keeps it while anybody is connected.
        SqliteFile.execute(connection, "BEGIN IMMEDIATE", "COMMIT");
        fileKey = key(file);
        walKey = key(wal());
    }

    private void refuseNetwork() {
        try {
            Path folder = Objects.requireNonNull(file.getParent());
            Files.createDirectories(folder);
            MountTable.ours().refuseNetwork(file, folder.toRealPath());
        } catch (IOException e) {
            throw new JournalUnwritable(file, "its folder cannot be made: " + e, e);
        }
    }

    /// A new database gets its name only when it is complete, so an empty or half-made one is always damage.
    private void createIfMissing() {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path folder = Objects.requireNonNull(file.getParent());
        try {
            Path workbench = Files.createTempDirectory(folder, "new-journal-");
            Path draft = workbench.resolve("draft.db");
            try {
                draft(draft);
                publish(draft, folder);
            } finally {
                remove(workbench);
            }
        } catch (IOException e) {
            throw new JournalUnwritable(file, "cannot make it: " + e, e);
        } catch (SQLException e) {
            throw SqliteErrorText.of(file, SqliteErrorText.While.WRITING, e);
        }
    }

    /// With all that SQLite left in it when it found no room.
    static void remove(Path workbench) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(workbench)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(workbench);
    }

    /// The write-ahead log comes last: what is in it would be copied into the database only when the connection is
    /// closed, and SQLite does not say when that fails.
    private static void draft(Path draft) throws SQLException {
        try (Connection connection = SqliteFile.connect(draft, SqliteFile.Mode.CREATE)) {
            SqliteFile.execute(connection, "PRAGMA synchronous = FULL");
            Schema.CURRENT.migrate(draft, connection);
            SqliteFile.execute(connection, "PRAGMA journal_mode = WAL");
        }
    }

    private void publish(Path draft, Path folder) throws IOException {
        sync(draft);
        try {
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            // Another process was faster: its journal is as good as ours.
        }
        sync(folder);
    }

    /// Makes a file, or the names in a folder, durable.
    static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private void refuseEmpty() {
        try {
            if (Files.isDirectory(file)) {
                throw folder();
            }
            if (Files.size(file) == 0) {
                throw new JournalDamaged(file, "it is empty (0 bytes)", null);
            }
        } catch (IOException e) {
            throw new JournalUnwritable(file, "cannot look at it: " + e, e);
        }
    }

    JournalUnreadable folder() {
        return new JournalUnreadable(file, "it is a folder, not a file; move it away, then try again", null);
    }

    /// Looks at the version without leaving a trace: a database from a newer Ralph stays as it is.
    private void refuseNewer() {
        boolean alone = !Files.exists(wal());
        try (Connection connection =
                SqliteFile.connect(file, alone ? SqliteFile.Mode.READ_ALONE : SqliteFile.Mode.READ)) {
            Schema.CURRENT.refuseNewer(file, Schema.versionOf(connection));
        } catch (SQLException e) {
            throw SqliteErrorText.of(file, SqliteErrorText.While.READING, e);
        }
    }

    /// SQLite itself would open it for reading, and only complain about the first entry.
    private void refuseReadOnly() {
        for (Path path : List.of(file, Objects.requireNonNull(file.getParent()))) {
            if (!Files.isWritable(path)) {
                String what = isOnReadOnlyDisk(file)
                        ? "its disk is read-only; make it writable, then try again"
                        : "this user may not write to " + path + "; change its permissions or owner";
                throw new JournalUnwritable(file, what, null);
            }
        }
    }

    private static boolean isOnReadOnlyDisk(Path path) {
        try {
            return Files.getFileStore(path).isReadOnly();
        } catch (IOException unknown) {
            return false;
        }
    }

    /// A file that lost its name would still take entries, and nobody would ever find them.
    boolean inPlace() {
        return Objects.equals(fileKey, key(file)) && Objects.equals(walKey, key(wal()));
    }

    JournalUnwritable displaced(Connection connection) {
        return DeletedJournal.of(file, fileKey, connection);
    }

    static @Nullable Object key(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            return e.getClass();
        }
    }

    private static void close(Connection connection, Exception because) {
        try {
            connection.close();
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }
}
