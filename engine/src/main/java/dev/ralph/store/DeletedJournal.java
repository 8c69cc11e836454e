package dev.ralph.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/// What can be done when the journal's file lost its name while in use: by a `git clean -fdx` of an agent, say, or
/// because the project was moved. As long as this process lives it can still read every entry.
final class DeletedJournal {
    private static final String DELETED = " (deleted)";

    private DeletedJournal() {}

    /// Finds out what happened, brings a deleted journal back, and says so.
    ///
    /// @param key what the file was when it was opened
    static JournalUnwritable of(Path file, @Nullable Object key, Connection connection) {
        String seen = openAs(key);
        if (seen != null && !seen.endsWith(DELETED) && !seen.equals(file.toString())) {
            return new JournalUnwritable(
                    file, "it was moved to " + seen + " while in use; run `ralph resume` there", null);
        }
        if (Files.exists(file)) {
            return new JournalUnwritable(
                    file,
                    "it was replaced, or a file beside it deleted, while in use; see which one is right, then"
                            + " `ralph resume`",
                    null);
        }
        return bringBack(file, connection);
    }

    private static JournalUnwritable bringBack(Path file, Connection connection) {
        Path folder = Objects.requireNonNull(file.getParent());
        try {
            Files.createDirectories(folder);
            Path workbench = Files.createTempDirectory(folder, "rescued-journal-");
            Path copy = workbench.resolve("copy.db");
            try {
                int code =
                        connection.unwrap(SQLiteConnection.class).getDatabase().backup("main", copy.toString(), null);
                if (code != 0) {
                    throw new SQLException("SQLite cannot copy it, error " + code);
                }
                SqliteFiles.sync(copy);
                Files.createLink(file, copy);
                SqliteFiles.sync(folder);
            } catch (FileAlreadyExistsException e) {
                // Another process brought it back first, with everything we have: both had the same file open.
            } finally {
                SqliteFiles.remove(workbench);
            }
            return new JournalUnwritable(
                    file, "it was deleted while in use and restored with every entry; `ralph resume` continues", null);
        } catch (IOException | SQLException e) {
            return new JournalUnwritable(
                    file, "it was deleted while in use and cannot be restored: " + e.getMessage(), e);
        }
    }

    /// How the kernel names the file now, if this process has it open.
    private static @Nullable String openAs(@Nullable Object key) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path link : open) {
                if (key != null && key.equals(SqliteFiles.key(link))) {
                    return Files.readSymbolicLink(link).toString();
                }
            }
        } catch (IOException e) {
            return null;
        }
        return null;
    }
}
