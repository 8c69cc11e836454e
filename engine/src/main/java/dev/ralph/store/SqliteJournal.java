package dev.ralph.store;

import dev.ralph.fault.FaultPoint;
import dev.ralph.json.RecordCodec;
import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.StreamHead;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The journal in a SQLite file: one connection, one writer at a time, one sync per append.
///
/// It keeps where each running machine stands, so that an append reads nothing. That memory is only a guess: the
/// database decides, by the key of the entries and by the `seq` in the stream's row, whether nobody else wrote.
public final class SqliteJournal implements Journal {
    private static final String ADD_EVENT =
            "INSERT INTO event (stream, seq, at, type, version, body) VALUES (?, ?, ?, ?, ?, ?)";
    private static final String ADD_STREAM =
            "INSERT INTO stream (started_at, updated_at, seq, parked, summary, id, ended,"
                    + " kind, parent, run, project, task, role, profile) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String MOVE_STREAM = "UPDATE stream SET started_at = ?, updated_at = ?, seq = ?,"
            + " parked = ?, summary = ? WHERE id = ? AND seq = ?";
    /// Apart, because two indexes hold `ended`: SQLite writes their pages anew wherever it is named.
    private static final String END_STREAM = "UPDATE stream SET ended = ? WHERE id = ?";
    private static final String ANSWER =
            "UPDATE question SET answer = ?, answered_by = ? WHERE id = ? AND answer IS NULL";

    private final SqliteFiles home;
    private final Connection connection;
    private final List<StreamType<?, ?>> types;
    private final SqliteRows rows;
    private final Map<String, LoopProgress> standings = new HashMap<>();
    private final StatusWriter shown;

    private SqliteJournal(SqliteFiles home, Connection connection, List<StreamType<?, ?>> types) {
        this.home = home;
        this.connection = connection;
        this.types = types;
        this.rows = new SqliteRows(home.file(), connection, types);
        this.shown = new StatusWriter(new StatusFile(home.file()), rows);
    }

    /// Opens the journal for reading and writing; makes it when there is none.
    ///
    /// @param more what is kept in it besides loops
    /// @throws JournalUnusable when that cannot be done
    public static SqliteJournal open(Path file, StreamType<?, ?>... more) {
        return open(file, StreamType.with(more));
    }

    static SqliteJournal open(Path file, List<StreamType<?, ?>> types) {
        SqliteFiles home = new SqliteFiles(file.toAbsolutePath());
        return new SqliteJournal(home, home.openForWriting(), types);
    }

    /// Opens the journal for reading only: makes no file, and sees what other processes write meanwhile. Where there
    /// is no journal there are no streams.
    ///
    /// @throws JournalUnusable when that cannot be done
    public static JournalView view(Path file, StreamType<?, ?>... more) {
        return new SqliteView(new SqliteFiles(file.toAbsolutePath()), StreamType.with(more));
    }

    /// Keeps the [StatusFile] up to date from now on.
    ///
    /// @param lines what it says of a stream; null for nothing
    public synchronized SqliteJournal showing(Function<StreamSummary, @Nullable StatusLine> lines) {
        shown.by(lines);
        return this;
    }

    /// What [StatusFile] would say, asked of the journal; the file says it, too, from then on.
    public static List<StatusLine> status(Path file, Function<StreamSummary, @Nullable StatusLine> lines) {
        try (SqliteView view = new SqliteView(new SqliteFiles(file.toAbsolutePath()), StreamType.with())) {
            return view.status(lines);
        }
    }

    @Override
    public synchronized void begin(StreamHead head) {
        standings.put(head.id(), LoopProgress.begin(head, rows.type(head)));
    }

    /// An entry in the form in which it is stored, and the head of the stream that begins with it.
    private record Written(
            String stream,
            JournalEntry<?> entry,
            StreamType<?, ?> type,
            String body,
            @Nullable StreamHead born) {}

    @Override
    public void append(List<Batch> batches) {
        List<Written> all = new ArrayList<>();
        for (Batch batch : batches) {
            for (JournalEntry<?> entry : batch.entries()) {
                write(batch.stream(), entry, null, all);
            }
        }
        if (!all.isEmpty()) {
            appendWritten(all);
        }
    }

    /// What salvage found of a stream. The children that began with it are streams of their own there.
    void restore(RecoveredJournal.Saved saved) {
        String stream = saved.head().id();
        begin(saved.head());
        appendWritten(saved.entries().stream()
                .map(entry -> new Written(
                        stream, entry, StreamType.of(entry.event(), types), StreamType.body(entry.event()), null))
                .toList());
    }

    /// The entry, and the first ones of the streams that begin with it.
    private void write(String stream, JournalEntry<?> entry, @Nullable StreamHead born, List<Written> all) {
        MachineEvent event = entry.event();
        all.add(new Written(stream, entry, StreamType.of(event, types), StreamType.body(event), born));
        for (MachineEvent.Birth birth : event.births()) {
            if (!stream.equals(birth.head().parent())) {
                throw new IllegalArgumentException(birth.head() + " begins in " + stream + ", which is not its parent");
            }
            write(birth.head().id(), new JournalEntry<>(1, entry.at(), birth.first()), birth.head(), all);
        }
    }

    private synchronized void appendWritten(List<Written> all) {
        Map<String, LoopProgress> before = new LinkedHashMap<>();
        Map<String, LoopProgress> after = new HashMap<>();
        StreamHead head = null;
        Written entry = all.getFirst();
        try {
            rows.prepare("BEGIN IMMEDIATE").execute();
            long last = rows.lastPosition();
            for (Written written : all) {
                entry = written;
                String stream = written.stream();
                if (!before.containsKey(stream)) {
                    before.put(stream, standing(written));
                }
                after.put(stream, after.getOrDefault(stream, before.get(stream)).after(written.entry()));
            }
            for (LoopProgress standing : before.values()) {
                head = standing.head();
                move(standing, Objects.requireNonNull(after.get(head.id())));
            }
            for (Written written : all) {
                entry = written;
                add(written);
            }
            if (!home.inPlace()) {
                rows.prepare("ROLLBACK").execute();
                throw home.displaced(connection);
            }
            shown.move(last + all.size());
            FaultPoint.JOURNAL_COMMIT.before(FaultPoint.ON ? types(all) : "");
            rows.prepare("COMMIT").execute();
            FaultPoint.JOURNAL_COMMIT.after(FaultPoint.ON ? types(all) : "");
            after.values().forEach(this::remember);
            shown.moved(last, last + all.size(), before, after);
        } catch (SQLException e) {
            rollBack(all, e);
            if (SqliteErrorText.isConflict(e)) {
                throw conflict(entry, head);
            }
            throw SqliteErrorText.of(home.file(), SqliteErrorText.While.WRITING, e);
        } catch (RuntimeException e) {
            rollBack(all, e);
            throw e;
        }
    }

    private static String types(List<Written> all) {
        StringBuilder types = new StringBuilder();
        all.forEach(written -> types.append(types.isEmpty() ? "" : "+")
                .append(StreamType.type(written.entry().event())));
        return types.toString();
    }

    /// Somebody was faster, or the same is done already elsewhere.
    private RuntimeException conflict(Written entry, @Nullable StreamHead head) {
        RuntimeException beaten =
                new OwnershipLost(entry.stream(), entry.entry().seq());
        if (head == null) {
            return beaten;
        }
        Optional<String> twin = reading(() -> rows.openTwin(head));
        return twin.isPresent() ? new OpenLoopExists(head, twin.get()) : beaten;
    }

    /// Where the stream stands right before the entry.
    private LoopProgress standing(Written written) throws SQLException {
        StreamHead born = written.born();
        if (born != null) {
            return LoopProgress.begin(born, rows.type(born));
        }
        String stream = written.stream();
        long first = written.entry().seq();
        LoopProgress known = standings.get(stream);
        if (known != null && known.seq() + 1 == first) {
            return known;
        }
        Optional<StreamSummary> stored = rows.stream(stream);
        if (stored.isPresent()) {
            if (stored.get().seq() >= first) {
                throw new OwnershipLost(stream, first);
            }
            StreamHead head = stored.get().head();
            return LoopProgress.begin(head, rows.type(head)).after(rows.entries(rows.type(head), stream, 0));
        }
        if (known == null) {
            throw new IllegalArgumentException("there is no loop " + stream + " in " + home.file());
        }
        return LoopProgress.begin(known.head(), known.type());
    }

    private void move(LoopProgress before, LoopProgress after) throws SQLException {
        boolean isNew = before.seq() == 0;
        StreamSummary summary = after.summary();
        StreamHead head = after.head();
        PreparedStatement statement = rows.prepare(isNew ? ADD_STREAM : MOVE_STREAM);
        statement.setLong(1, SqliteRows.nanos(summary.startedAt()));
        statement.setLong(2, SqliteRows.nanos(summary.updatedAt()));
        statement.setLong(3, summary.seq());
        statement.setBoolean(4, summary.parked());
        statement.setString(5, RecordCodec.text(summary.detail()));
        statement.setString(6, head.id());
        if (isNew) {
            statement.setBoolean(7, summary.ended());
            statement.setString(8, head.kind().name());
            statement.setString(9, head.parent());
            statement.setString(10, head.run());
            statement.setString(11, head.project());
            statement.setString(12, head.task());
            statement.setString(13, head.role());
            statement.setString(14, head.profile());
        } else {
            statement.setLong(7, before.seq());
        }
        if (statement.executeUpdate() != 1) {
            throw new OwnershipLost(head.id(), before.seq() + 1);
        }
        if (!isNew && before.summary().ended() != summary.ended()) {
            PreparedStatement end = rows.prepare(END_STREAM);
            end.setBoolean(1, summary.ended());
            end.setString(2, head.id());
            end.executeUpdate();
        }
    }

    private void add(Written written) throws SQLException {
        JournalEntry<?> entry = written.entry();
        String type = StreamType.type(entry.event());
        PreparedStatement statement = rows.prepare(ADD_EVENT);
        statement.setString(1, written.stream());
        statement.setLong(2, entry.seq());
        statement.setLong(3, SqliteRows.nanos(entry.at()));
        statement.setString(4, type);
        statement.setInt(5, written.type().version(type));
        statement.setString(6, written.body());
        statement.executeUpdate();
        MachineEvent.Question question = entry.event().asks();
        if (question != null) {
            PreparedStatement asked = rows.prepare("INSERT INTO question (id, stream, text) VALUES (?, ?, ?)");
            asked.setString(1, question.id());
            asked.setString(2, written.stream());
            asked.setString(3, question.text());
            asked.executeUpdate();
        }
    }

    private void remember(LoopProgress after) {
        if (after.summary().ended()) {
            standings.remove(after.head().id());
        } else {
            standings.put(after.head().id(), after);
        }
    }

    private void rollBack(List<Written> all, Exception because) {
        for (Written written : all) {
            LoopProgress known = standings.get(written.stream());
            if (known != null && known.seq() > 0) {
                standings.remove(written.stream());
            }
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

    private <T> T reading(SqliteFiles.Work<T> work) {
        try {
            return work.run();
        } catch (SQLException e) {
            rows.forget(e);
            throw SqliteErrorText.of(home.file(), SqliteErrorText.While.READING, e);
        }
    }

    @Override
    public synchronized <E extends MachineEvent> List<JournalEntry<E>> entriesAfter(
            StreamType<?, E> type, String stream, long after) {
        return reading(() -> rows.entries(type, stream, after));
    }

    @Override
    public synchronized List<PositionedEntry> since(long position, int most) {
        return reading(() -> rows.since(position, most));
    }

    @Override
    public synchronized long position() {
        return reading(rows::lastPosition);
    }

    @Override
    public synchronized Optional<StreamSummary> stream(String stream) {
        return reading(() -> rows.stream(stream));
    }

    @Override
    public synchronized List<StreamSummary> streams(StreamQuery which) {
        return reading(() -> rows.streams(which));
    }

    @Override
    public synchronized List<AttemptSummary> attempts(String loop) {
        return reading(() -> rows.attempts(loop));
    }

    @Override
    public Questions questions() {
        return new Questions() {
            @Override
            public List<Question> open() {
                synchronized (SqliteJournal.this) {
                    return reading(rows::openQuestions);
                }
            }

            @Override
            public Optional<Question> question(String id) {
                synchronized (SqliteJournal.this) {
                    return reading(() -> rows.question(id));
                }
            }

            @Override
            public boolean answer(String id, String text, String by) {
                synchronized (SqliteJournal.this) {
                    return answered(id, text, by);
                }
            }
        };
    }

    private boolean answered(String id, String text, String by) {
        try {
            PreparedStatement statement = rows.prepare(ANSWER);
            statement.setString(1, text);
            statement.setString(2, by);
            statement.setString(3, id);
            return statement.executeUpdate() == 1;
        } catch (SQLException e) {
            rows.forget(e);
            throw SqliteErrorText.of(home.file(), SqliteErrorText.While.WRITING, e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw SqliteErrorText.of(home.file(), SqliteErrorText.While.WRITING, e);
        }
        shown.closed();
    }
}
