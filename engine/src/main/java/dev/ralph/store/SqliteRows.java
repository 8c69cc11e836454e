package dev.ralph.store;

import dev.ralph.json.InvalidJson;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What can be asked of a journal's database, over one connection.
final class SqliteRows {
    private static final String EVENTS =
            "SELECT seq, at, type, version, body FROM event WHERE loop_id = ? AND seq > ? ORDER BY seq";
    private static final String LOOPS = "SELECT id, project, task, profile, parent_run, started_at, updated_at, phase,"
            + " attempts, max_attempts, outcome, reason, seq FROM loop";
    private static final String NEWEST_FIRST = " ORDER BY number DESC";
    private static final String ATTEMPTS = "SELECT a.attempt, a.run, a.started_at, e.seq, e.at, e.type, e.version,"
            + " e.body FROM attempt a LEFT JOIN event e ON e.loop_id = a.loop_id AND e.seq = a.ended_seq"
            + " WHERE a.loop_id = ? ORDER BY a.attempt";

    private final Path path;
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    SqliteRows(Path path, Connection connection) {
        this.path = path;
        this.connection = connection;
    }

    /// Statements are prepared once and live as long as the connection.
    PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        return statement;
    }

    /// After an error: the driver closes the statement that failed, and others may stand in the middle of a result.
    void forget(Exception because) {
        for (PreparedStatement statement : prepared.values()) {
            try {
                statement.close();
            } catch (SQLException e) {
                because.addSuppressed(e);
            }
        }
        prepared.clear();
    }

    List<Entry> entries(String loop, long after) throws SQLException {
        PreparedStatement statement = prepare(EVENTS);
        statement.setString(1, loop);
        statement.setLong(2, after);
        List<Entry> entries = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                entries.add(entry(loop, rows, 1));
            }
        }
        return entries;
    }

    List<LoopSummary> loops() throws SQLException {
        return loops(prepare(LOOPS + NEWEST_FIRST));
    }

    List<LoopSummary> loopsOf(String task) throws SQLException {
        PreparedStatement statement = prepare(LOOPS + " WHERE task = ?" + NEWEST_FIRST);
        statement.setString(1, task);
        return loops(statement);
    }

    Optional<LoopSummary> loop(String loop) throws SQLException {
        PreparedStatement statement = prepare(LOOPS + " WHERE id = ?");
        statement.setString(1, loop);
        return loops(statement).stream().findFirst();
    }

    /// The subquery comes last: it is not evaluated as long as no row gets that far, which is the usual case.
    List<LoopSummary> openOrderedFrom(String loop) throws SQLException {
        PreparedStatement statement = prepare(LOOPS + " WHERE outcome IS NULL AND parent_run IS NOT NULL"
                + " AND parent_run IN (SELECT run FROM attempt WHERE loop_id = ?)" + NEWEST_FIRST);
        statement.setString(1, loop);
        return loops(statement);
    }

    List<AttemptSummary> attempts(String loop) throws SQLException {
        PreparedStatement statement = prepare(ATTEMPTS);
        statement.setString(1, loop);
        List<AttemptSummary> attempts = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                Event.AttemptStarted started = new Event.AttemptStarted(rows.getInt(1), rows.getString(2));
                AttemptSummary attempt = AttemptSummary.begin(loop, started, instant(rows.getLong(3)));
                boolean over = rows.getLong(4) > 0;
                attempts.add(over ? attempt.after(entry(loop, rows, 4)) : attempt);
            }
        }
        return attempts;
    }

    private List<LoopSummary> loops(PreparedStatement statement) throws SQLException {
        List<LoopSummary> loops = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                loops.add(summary(rows));
            }
        }
        return loops;
    }

    private LoopSummary summary(ResultSet row) throws SQLException {
        String outcome = row.getString(11);
        return new LoopSummary(
                new LoopHead(row.getString(1), row.getString(2), row.getString(3), row.getString(4), row.getString(5)),
                instant(row.getLong(6)),
                instant(row.getLong(7)),
                row.getString(8),
                row.getInt(9),
                row.getInt(10),
                outcome == null ? null : outcome(row.getString(1), outcome),
                row.getString(12),
                row.getLong(13));
    }

    private Outcome outcome(String loop, String name) {
        try {
            return Outcome.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new JournalNewer(path, "loop " + loop + " ended as " + name + ", which this Ralph does not know", e);
        }
    }

    private Entry entry(String loop, ResultSet row, int first) throws SQLException {
        long seq = row.getLong(first);
        try {
            Event event = EventCodec.read(row.getString(first + 2), row.getInt(first + 3), row.getString(first + 4));
            return new Entry(seq, instant(row.getLong(first + 1)), event);
        } catch (InvalidJson e) {
            throw switch (e.why()) {
                case UNKNOWN -> new JournalNewer(path, "entry " + seq + " of loop " + loop + " " + e.what(), e);
                case DAMAGED -> JournalDamaged.entry(path, loop, seq, e.what(), e);
            };
        }
    }

    static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }

    static long nanos(Instant instant) {
        try {
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "the clock says " + instant + ": entries are kept between the years 1678 and 2261", e);
        }
    }
}
