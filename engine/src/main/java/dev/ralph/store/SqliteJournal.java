package dev.ralph.store;

import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Event;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The journal in a SQLite file: one connection, one writer at a time, one sync per append.
///
/// It keeps where each running loop stands, so that an append reads nothing. That memory is only a guess: the
/// database decides, by the key of the entries and by the `seq` in the loop's row, whether nobody else wrote.
public final class SqliteJournal implements Journal {
    private static final String ADD_EVENT =
            "INSERT INTO event (loop_id, seq, at, type, version, body) VALUES (?, ?, ?, ?, ?, ?)";
    private static final String ADD_LOOP = "INSERT INTO loop (started_at, updated_at, phase, attempts, max_attempts,"
            + " outcome, reason, seq, id, project, task, profile, parent_run)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String MOVE_LOOP = "UPDATE loop SET started_at = ?, updated_at = ?, phase = ?, attempts = ?,"
            + " max_attempts = ?, outcome = ?, reason = ?, seq = ? WHERE id = ? AND seq = ?";
    private static final String ADD_ATTEMPT =
            "INSERT INTO attempt (loop_id, attempt, run, started_at) VALUES (?, ?, ?, ?)";
    private static final String END_ATTEMPT = "UPDATE attempt SET ended_seq = ? WHERE loop_id = ? AND attempt = ?";

    private final SqliteHome home;
    private final Connection connection;
    private final SqliteRows rows;
    private final Map<String, Standing> standings = new HashMap<>();

    private SqliteJournal(SqliteHome home, Connection connection) {
        this.home = home;
        this.connection = connection;
        this.rows = new SqliteRows(home.file(), connection);
    }

    /// Opens the journal for reading and writing; makes it when there is none.
    ///
    /// @throws JournalTrouble when that cannot be done
    public static SqliteJournal open(Path file) {
        SqliteHome home = new SqliteHome(file.toAbsolutePath());
        return new SqliteJournal(home, home.openForWriting());
    }

    /// Opens the journal for reading only: makes no file, and sees what other processes write meanwhile. Where there
    /// is no journal there are no loops.
    ///
    /// @throws JournalTrouble when that cannot be done
    public static JournalView view(Path file) {
        return new SqliteView(new SqliteHome(file.toAbsolutePath()));
    }

    @Override
    public synchronized void begin(LoopHead head) {
        standings.put(head.loop(), Standing.begin(head));
    }

    @Override
    public void append(String loop, List<Entry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        List<String> bodies = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            bodies.add(EventCodec.body(entry.event()));
        }
        append(loop, entries, bodies);
    }

    private synchronized void append(String loop, List<Entry> entries, List<String> bodies) {
        long first = entries.getFirst().seq();
        try {
            rows.prepare("BEGIN IMMEDIATE").execute();
            Standing before = standing(loop, first);
            Standing after = before.after(entries);
            moveLoop(before, after);
            for (int i = 0; i < bodies.size(); i++) {
                add(loop, entries.get(i), bodies.get(i));
            }
            if (!home.inPlace()) {
                rows.prepare("ROLLBACK").execute();
                throw home.displaced(connection);
            }
            FaultPoint.JOURNAL_COMMIT.before(FaultPoint.ON ? types(entries) : "");
            rows.prepare("COMMIT").execute();
            FaultPoint.JOURNAL_COMMIT.after(FaultPoint.ON ? types(entries) : "");
            remember(after);
        } catch (SQLException e) {
            rollBack(loop, e);
            if (SqliteTrouble.isConflict(e)) {
                throw new NotOurs(loop, first);
            }
            throw SqliteTrouble.of(home.file(), SqliteTrouble.While.WRITING, e);
        } catch (RuntimeException e) {
            rollBack(loop, e);
            throw e;
        }
    }

    private static String types(List<Entry> entries) {
        StringBuilder types = new StringBuilder();
        entries.forEach(entry -> types.append(types.isEmpty() ? "" : "+").append(EventCodec.type(entry.event())));
        return types.toString();
    }

    /// Where the loop stands right before entry `first`.
    private Standing standing(String loop, long first) throws SQLException {
        Standing known = standings.get(loop);
        if (known != null && known.seq() + 1 == first) {
            return known;
        }
        Optional<LoopSummary> stored = rows.loop(loop);
        if (stored.isPresent()) {
            if (stored.get().seq() >= first) {
                throw new NotOurs(loop, first);
            }
            return Standing.begin(stored.get().head()).after(rows.entries(loop, 0));
        }
        if (known == null) {
            throw new IllegalArgumentException("there is no loop " + loop + " in " + home.file());
        }
        return Standing.begin(known.head());
    }

    private void moveLoop(Standing before, Standing after) throws SQLException {
        boolean isNew = before.seq() == 0;
        LoopSummary summary = after.summary();
        LoopHead head = after.head();
        PreparedStatement statement = rows.prepare(isNew ? ADD_LOOP : MOVE_LOOP);
        statement.setLong(1, SqliteRows.nanos(summary.startedAt()));
        statement.setLong(2, SqliteRows.nanos(summary.updatedAt()));
        statement.setString(3, summary.phase());
        statement.setInt(4, summary.attempts());
        statement.setInt(5, summary.maxAttempts());
        statement.setString(
                6, summary.outcome() == null ? null : summary.outcome().name());
        statement.setString(7, summary.reason());
        statement.setLong(8, summary.seq());
        statement.setString(9, head.loop());
        if (isNew) {
            statement.setString(10, head.project());
            statement.setString(11, head.task());
            statement.setString(12, head.profile());
            statement.setString(13, head.parentRun());
        } else {
            statement.setLong(10, before.seq());
        }
        if (statement.executeUpdate() != 1) {
            throw new NotOurs(head.loop(), before.seq() + 1);
        }
    }

    private void add(String loop, Entry entry, String body) throws SQLException {
        Event event = entry.event();
        PreparedStatement statement = rows.prepare(ADD_EVENT);
        statement.setString(1, loop);
        statement.setLong(2, entry.seq());
        statement.setLong(3, SqliteRows.nanos(entry.at()));
        statement.setString(4, EventCodec.type(event));
        statement.setInt(5, EventCodec.version(event));
        statement.setString(6, body);
        statement.executeUpdate();
        if (event instanceof Event.AttemptStarted started) {
            addAttempt(loop, started, entry);
        } else if (event instanceof Event.AttemptEnded ended) {
            endAttempt(loop, ended.attempt(), entry.seq());
        } else if (event instanceof Event.AttemptLost lost) {
            endAttempt(loop, lost.attempt(), entry.seq());
        }
    }

    private void addAttempt(String loop, Event.AttemptStarted started, Entry entry) throws SQLException {
        PreparedStatement statement = rows.prepare(ADD_ATTEMPT);
        statement.setString(1, loop);
        statement.setInt(2, started.attempt());
        statement.setString(3, started.run());
        statement.setLong(4, SqliteRows.nanos(entry.at()));
        statement.executeUpdate();
    }

    private void endAttempt(String loop, int attempt, long seq) throws SQLException {
        PreparedStatement statement = rows.prepare(END_ATTEMPT);
        statement.setLong(1, seq);
        statement.setString(2, loop);
        statement.setInt(3, attempt);
        statement.executeUpdate();
    }

    private void remember(Standing after) {
        if (after.summary().open()) {
            standings.put(after.head().loop(), after);
        } else {
            standings.remove(after.head().loop());
        }
    }

    private void rollBack(String loop, Exception because) {
        Standing known = standings.get(loop);
        if (known != null && known.seq() > 0) {
            standings.remove(loop);
        }
        rows.forget(because);
        try {
            rows.prepare("ROLLBACK").execute();
        } catch (SQLException e) {
            // SQLite has already rolled back by itself, or never began: what it said first is what matters.
            because.addSuppressed(e);
            rows.forget(because);
        }
    }

    private <T> T reading(SqliteHome.Work<T> work) {
        try {
            return work.run();
        } catch (SQLException e) {
            rows.forget(e);
            throw SqliteTrouble.of(home.file(), SqliteTrouble.While.READING, e);
        }
    }

    @Override
    public List<Entry> entries(String loop) {
        return entriesAfter(loop, 0);
    }

    @Override
    public synchronized List<Entry> entriesAfter(String loop, long after) {
        return reading(() -> rows.entries(loop, after));
    }

    @Override
    public synchronized List<LoopSummary> loops() {
        return reading(rows::loops);
    }

    @Override
    public synchronized Optional<LoopSummary> loop(String loop) {
        return reading(() -> rows.loop(loop));
    }

    @Override
    public synchronized List<LoopSummary> loopsOf(String task) {
        return reading(() -> rows.loopsOf(task));
    }

    @Override
    public synchronized List<LoopSummary> openOrderedFrom(String loop) {
        return reading(() -> rows.openOrderedFrom(loop));
    }

    @Override
    public synchronized List<AttemptSummary> attempts(String loop) {
        return reading(() -> rows.attempts(loop));
    }

    @Override
    public synchronized void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw SqliteTrouble.of(home.file(), SqliteTrouble.While.WRITING, e);
        }
    }
}
