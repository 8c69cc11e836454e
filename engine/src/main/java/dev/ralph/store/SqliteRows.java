package dev.ralph.store;

import dev.ralph.json.InvalidJson;
import dev.ralph.loop.Event;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.StreamHead;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What can be asked of a journal's database, over one connection.
final class SqliteRows {
    private static final String ENTRY = "e.seq, e.at, e.type, e.version, e.body";
    private static final String HEAD = "s.id, s.kind, s.parent, s.run, s.project, s.task, s.role, s.profile";
    private static final String ENTRIES = "SELECT " + ENTRY + " FROM event e WHERE e.stream = ? AND e.seq > ?";
    private static final String SINCE = "SELECT " + ENTRY + ", e.position, " + HEAD
            + " FROM event e JOIN stream s ON s.id = e.stream WHERE e.position > ? ORDER BY e.position LIMIT ?";
    private static final String ATTEMPTS = " AND e.type IN ('AttemptStarted', 'AttemptEnded', 'AttemptLost')";
    private static final String STREAMS =
            "SELECT " + HEAD + ", s.started_at, s.updated_at, s.seq, s.ended, s.parked, s.summary FROM stream s";
    private static final String LAST_ONES = " WHERE s.number IN (SELECT max(number) FROM stream"
            + " GROUP BY task, kind, ifnull(role, '') LIKE 'job-%') ORDER BY s.number DESC";
    private static final String QUESTIONS = "SELECT q.id, q.stream, q.text, q.answer, q.answered_by FROM question q";

    private final Path path;
    private final Connection connection;
    private final List<StreamType<?, ?>> types;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    SqliteRows(Path path, Connection connection, List<StreamType<?, ?>> types) {
        this.path = path;
        this.connection = connection;
        this.types = types;
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

    <E extends MachineEvent> List<JournalEntry<E>> entries(StreamType<?, E> type, String stream, long after)
            throws SQLException {
        return entries(type, stream, after, "");
    }

    private <E extends MachineEvent> List<JournalEntry<E>> entries(
            StreamType<?, E> type, String stream, long after, String only) throws SQLException {
        PreparedStatement statement = prepare(ENTRIES + only + " ORDER BY e.seq");
        statement.setString(1, stream);
        statement.setLong(2, after);
        List<JournalEntry<E>> entries = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                entries.add(entry(type, stream, rows));
            }
        }
        return entries;
    }

    List<AttemptSummary> attempts(String loop) throws SQLException {
        List<JournalEntry<Event>> entries = entries(StreamType.LOOP, loop, 0, ATTEMPTS);
        return AttemptSummary.of(loop, entries);
    }

    List<PositionedEntry> since(long position, int most) throws SQLException {
        PreparedStatement statement = prepare(SINCE);
        statement.setLong(1, position);
        statement.setInt(2, most);
        List<PositionedEntry> recorded = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                StreamHead head = head(rows, 7);
                recorded.add(new PositionedEntry(rows.getLong(6), head, entry(type(head), head.id(), rows)));
            }
        }
        return recorded;
    }

    Optional<StreamSummary> stream(String id) throws SQLException {
        PreparedStatement statement = prepare(STREAMS + " WHERE s.id = ?");
        statement.setString(1, id);
        return streams(statement).stream().findFirst();
    }

    List<StreamSummary> streams(StreamQuery which) throws SQLException {
        PreparedStatement statement = prepare(select(which));
        int last = 0;
        StreamHead.Kind kind = which.kind();
        @Nullable String[] asked = {which.task(), which.below(), kind == null ? null : kind.name()};
        for (String value : asked) {
            if (value != null) {
                statement.setString(++last, value);
            }
        }
        statement.setInt(last + 1, which.most());
        return streams(statement);
    }

    /// Task, parent and kind are asked for in this order. A task has few streams and a flow many: with the plus, only
    /// the index of tasks is left to search by.
    static String select(StreamQuery which) {
        return STREAMS + " WHERE 1"
                + (which.task() == null ? "" : " AND s.task = ?")
                + (which.below() == null ? "" : which.task() == null ? " AND s.parent = ?" : " AND +s.parent = ?")
                + (which.kind() == null ? "" : " AND s.kind = ?")
                + (which.onlyOpen() ? " AND s.ended = 0" : "")
                + " ORDER BY s.number DESC LIMIT ?";
    }

    /// The last entry's, 0 where there is none.
    long lastPosition() throws SQLException {
        try (ResultSet row =
                prepare("SELECT ifnull(max(position), 0) FROM event").executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /// @param lines the stream that was begun last first
    record Status(long position, List<StatusLine> lines) {}

    /// Of each task one stream, all as of one position.
    Status status(Function<StreamSummary, @Nullable StatusLine> shape) throws SQLException {
        prepare("BEGIN").execute();
        try {
            long position = lastPosition();
            Map<String, StatusLine> lines = new LinkedHashMap<>();
            for (StreamSummary stream : streams(prepare(STREAMS + LAST_ONES))) {
                StatusLine line = shape.apply(stream);
                StatusLine known = line == null ? null : lines.get(line.task());
                if (line != null && (known == null || line.rank() > known.rank())) {
                    lines.put(line.task(), line);
                }
            }
            return new Status(position, List.copyOf(lines.values()));
        } finally {
            prepare("COMMIT").execute();
        }
    }

    List<Questions.Question> openQuestions() throws SQLException {
        return questions(prepare(QUESTIONS + " JOIN stream s ON s.id = q.stream WHERE q.answer IS NULL AND s.ended = 0"
                + " ORDER BY q.number"));
    }

    Optional<Questions.Question> question(String id) throws SQLException {
        PreparedStatement statement = prepare(QUESTIONS + " WHERE q.id = ?");
        statement.setString(1, id);
        return questions(statement).stream().findFirst();
    }

    private static List<Questions.Question> questions(PreparedStatement statement) throws SQLException {
        List<Questions.Question> questions = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                questions.add(new Questions.Question(
                        row.getString(1), row.getString(2), row.getString(3), row.getString(4), row.getString(5)));
            }
        }
        return questions;
    }

    /// The open loop that does the same as this one.
    Optional<String> openTwin(StreamHead head) throws SQLException {
        PreparedStatement statement = prepare("SELECT id FROM stream WHERE project = ? AND task = ?"
                + " AND ifnull(role, '') = ifnull(?, '') AND ended = 0 AND kind = 'LOOP' AND id <> ?");
        statement.setString(1, head.project());
        statement.setString(2, head.task());
        statement.setString(3, head.role());
        statement.setString(4, head.id());
        try (ResultSet rows = statement.executeQuery()) {
            return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
        }
    }

    private List<StreamSummary> streams(PreparedStatement statement) throws SQLException {
        List<StreamSummary> streams = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                streams.add(summary(rows));
            }
        }
        return streams;
    }

    private StreamSummary summary(ResultSet row) throws SQLException {
        StreamHead head = head(row, 1);
        try {
            return new StreamSummary(
                    head,
                    instant(row.getLong(9)),
                    instant(row.getLong(10)),
                    row.getLong(11),
                    row.getInt(12) != 0,
                    row.getInt(13) != 0,
                    type(head).readSummary(row.getString(14)));
        } catch (InvalidJson e) {
            throw switch (e.why()) {
                case UNKNOWN -> new JournalNewer(path, "the summary of loop " + head.id() + " " + e.what(), e);
                case DAMAGED -> new JournalDamaged(path, "the summary of loop " + head.id() + " " + e.what(), e);
            };
        }
    }

    private StreamHead head(ResultSet row, int first) throws SQLException {
        StreamHead.Kind kind;
        try {
            kind = StreamHead.Kind.valueOf(row.getString(first + 1));
        } catch (IllegalArgumentException e) {
            throw new JournalNewer(path, "it holds a stream of kind " + row.getString(first + 1), e);
        }
        return new StreamHead(
                row.getString(first),
                kind,
                row.getString(first + 2),
                row.getString(first + 3),
                row.getString(first + 4),
                row.getString(first + 5),
                row.getString(first + 6),
                row.getString(first + 7));
    }

    StreamType<?, ?> type(StreamHead head) {
        return types.stream()
                .filter(type -> type.kind() == head.kind())
                .findFirst()
                .orElseThrow(() -> new JournalNewer(path, "it holds a stream of kind " + head.kind(), null));
    }

    private <E extends MachineEvent> JournalEntry<E> entry(StreamType<?, E> type, String stream, ResultSet row)
            throws SQLException {
        long seq = row.getLong(1);
        try {
            E event = type.read(row.getString(3), row.getInt(4), row.getString(5));
            return new JournalEntry<>(seq, instant(row.getLong(2)), event);
        } catch (InvalidJson e) {
            throw switch (e.why()) {
                case UNKNOWN -> new JournalNewer(path, "entry " + seq + " of loop " + stream + " " + e.what(), e);
                case DAMAGED -> JournalDamaged.entry(path, stream, seq, e.what(), e);
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
