package dev.ralph.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// What SQLite's error codes mean for somebody who owns the file.
final class SqliteErrorText {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private SqliteErrorText() {}

    enum While {
        READING,
        WRITING
    }

    static JournalUnusable of(Path path, While doing, SQLException cause) {
        // The low byte is the kind, the rest tells variants apart.
        int kind = cause instanceof SQLiteException e ? e.getResultCode().code & 0xff : -1;
        if (kind == SQLiteErrorCode.SQLITE_CORRUPT.code || kind == SQLiteErrorCode.SQLITE_NOTADB.code) {
            return new JournalDamaged(path, "SQLite says " + cause.getMessage(), cause);
        }
        if (kind == SQLiteErrorCode.SQLITE_BUSY.code) {
            return new JournalBusy(path, PATIENCE, cause);
        }
        String what = words(path, kind) + " (" + cause.getMessage() + ")";
        return doing == While.READING
                ? new JournalUnreadable(path, what, cause)
                : new JournalUnwritable(path, what, cause);
    }

    private static String words(Path path, int kind) {
        if (kind == SQLiteErrorCode.SQLITE_FULL.code) {
            return "the disk is full; make room on the disk of " + path + ", then `ralph resume`";
        }
        if (kind == SQLiteErrorCode.SQLITE_IOERR.code) {
            return "the disk reports an error or is full; look at the disk of " + path + ", then `ralph resume`";
        }
        if (kind == SQLiteErrorCode.SQLITE_READONLY.code
                || kind == SQLiteErrorCode.SQLITE_PERM.code
                || kind == SQLiteErrorCode.SQLITE_CANTOPEN.code) {
            return "the file or its folder does not let this user in; change its permissions or owner";
        }
        return "SQLite refused";
    }

    /// Whether a row was already there.
    static boolean isConflict(SQLException e) {
        return e instanceof SQLiteException sqlite
                && (sqlite.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_PRIMARYKEY
                        || sqlite.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE);
    }
}
