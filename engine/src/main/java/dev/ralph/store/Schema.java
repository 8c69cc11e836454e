package dev.ralph.store;

import dev.ralph.disk.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// The numbered changes that make a database what this Ralph expects.
///
/// The schema promises:
/// 1. A change is applied once, in order, and completely or not at all; two processes that start together agree.
/// 2. A database from a newer Ralph is refused before anything is written to it.
/// 3. A change that was released is never edited: each database remembers the checksums of what it was made from.
final class Schema {
    private static final String LEDGER = "CREATE TABLE IF NOT EXISTS schema_change"
            + " (number INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT";

    /// The changes of this Ralph, the first one first.
    static final Schema CURRENT = new Schema(List.of(new Change("001-journal.sql")));

    /// One change: the name of a resource file beside this class.
    record Change(String name) {
        String sql() {
            return resource(name);
        }

        String sha256() {
            return Sha256.of(sql());
        }
    }

    private final List<Change> changes;

    Schema(List<Change> changes) {
        this.changes = List.copyOf(changes);
    }

    int version() {
        return changes.size();
    }

    List<Change> changes() {
        return changes;
    }

    static int versionOf(Connection connection) throws SQLException {
        return SqliteFile.number(connection, "PRAGMA user_version");
    }

    void refuseNewer(Path path, int found) {
        if (found > version()) {
            throw JournalNewer.schema(path, found, version());
        }
    }

    /// Applies what is missing, under the write lock.
    void migrate(Path path, Connection connection) throws SQLException {
        SqliteFile.execute(connection, "BEGIN IMMEDIATE");
        try {
            int found = versionOf(connection);
            refuseNewer(path, found);
            SqliteFile.execute(connection, LEDGER);
            refuseEdited(path, connection);
            for (int number = found + 1; number <= version(); number++) {
                apply(connection, number, changes.get(number - 1));
            }
            SqliteFile.execute(connection, "PRAGMA user_version = " + version(), "COMMIT");
        } catch (SQLException | RuntimeException e) {
            rollBack(connection, e);
            throw e;
        }
    }

    private static void apply(Connection connection, int number, Change change) throws SQLException {
        for (String statement : change.sql().split(";\\s*\n")) {
            if (!statement.isBlank()) {
                SqliteFile.execute(connection, statement);
            }
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO schema_change (number, name, sha256) VALUES (?, ?, ?)")) {
            insert.setInt(1, number);
            insert.setString(2, change.name());
            insert.setString(3, change.sha256());
            insert.executeUpdate();
        }
    }

    private void refuseEdited(Path path, Connection connection) throws SQLException {
        try (PreparedStatement select =
                        connection.prepareStatement("SELECT number, name, sha256 FROM schema_change ORDER BY number");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                int number = rows.getInt(1);
                if (number > version() || !changes.get(number - 1).sha256().equals(rows.getString(3))) {
                    throw new JournalNewer(
                            path,
                            "its schema change " + number + " (" + rows.getString(2)
                                    + ") is not the one this Ralph knows, so it was made by another build",
                            null);
                }
            }
        }
    }

    private static void rollBack(Connection connection, Exception because) {
        try {
            SqliteFile.execute(connection, "ROLLBACK");
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Schema.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program is incomplete: " + name + " is missing from it");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " from the program", e);
        }
    }
}
