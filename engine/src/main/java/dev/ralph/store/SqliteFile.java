package dev.ralph.store;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.sqlite.SQLiteOpenMode;
import org.sqlite.jdbc4.JDBC4Connection;

/// How connections to a database file are made. The driver is used directly: finding it by `DriverManager` costs
/// more than everything else `ralph status` does.
///
/// Never open the file itself while a connection of this process is open: closing it would drop SQLite's locks.
final class SqliteFile {
    private SqliteFile() {}

    enum Mode {
        CREATE(SQLiteOpenMode.READWRITE.flag | SQLiteOpenMode.CREATE.flag, ""),
        WRITE(SQLiteOpenMode.READWRITE.flag, ""),
        READ(SQLiteOpenMode.READONLY.flag, ""),
        /// Reads without locks and without making files: only right while nobody writes.
        READ_ALONE(SQLiteOpenMode.READONLY.flag, "?immutable=1");

        private final int flags;
        private final String query;

        Mode(int flags, String query) {
            this.flags = flags | SQLiteOpenMode.OPEN_URI.flag;
            this.query = query;
        }
    }

    static Connection connect(Path file, Mode mode) throws SQLException {
        String uri = uri(file) + mode.query;
        Properties properties = new Properties();
        properties.setProperty("open_mode", Integer.toString(mode.flags));
        properties.setProperty("busy_timeout", Long.toString(SqliteErrorText.PATIENCE.toMillis()));
        // Otherwise every INSERT is followed by a query for its row number, which nobody wants to know.
        properties.setProperty("jdbc.get_generated_keys", "false");
        return new JDBC4Connection("jdbc:sqlite:" + uri, uri, properties);
    }

    /// Any path is a file name: `?`, `#` and `%` in it must not become part of the address.
    private static String uri(Path file) {
        StringBuilder uri = new StringBuilder("file:");
        for (byte b : file.toAbsolutePath().toString().getBytes(StandardCharsets.UTF_8)) {
            if (Character.isLetterOrDigit(b) || "/._-".indexOf(b) >= 0) {
                uri.append((char) b);
            } else {
                uri.append('%').append(Integer.toHexString(0x100 | (b & 0xff)), 1, 3);
            }
        }
        return uri.toString();
    }

    static int number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getInt(1);
        }
    }

    static void execute(Connection connection, String... commands) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }
}
