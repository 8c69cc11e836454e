package dev.ralph.store;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The [StatusFile] as the journal's writer keeps it: each append moves the mark, and the lines follow when a stream
/// begins or ends, else about once a second. Whatever goes wrong with them is no trouble of the journal.
final class StatusWriter {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final StatusFile file;
    private final SqliteRows rows;
    private @Nullable Function<StreamSummary, @Nullable StatusLine> shape;
    private @Nullable List<StatusLine> lines;
    private long position;
    private Instant written = Instant.MIN;

    StatusWriter(StatusFile file, SqliteRows rows) {
        this.file = file;
        this.rows = rows;
    }

    void by(Function<StreamSummary, @Nullable StatusLine> wanted) {
        shape = wanted;
    }

    /// Under the journal's lock, before the commit.
    void move(long to) {
        try {
            file.move(to);
        } catch (IOException e) {
            throw new IllegalStateException("cannot take back what `ralph status` shows: " + e, e);
        }
    }

    /// After the commit that led from one position to another.
    void moved(long from, long to, Map<String, LoopProgress> before, Map<String, LoopProgress> after) {
        Function<StreamSummary, @Nullable StatusLine> wanted = shape;
        if (wanted == null) {
            return;
        }
        try {
            List<StatusLine> known = at(from);
            boolean isNews = false;
            Instant now = Instant.MIN;
            for (Map.Entry<String, LoopProgress> one : before.entrySet()) {
                StreamSummary summary =
                        Objects.requireNonNull(after.get(one.getKey())).summary();
                boolean isNew = one.getValue().seq() == 0;
                StatusLine line = wanted.apply(summary);
                if (known != null && line != null) {
                    put(known, line, isNew);
                }
                isNews |= isNew || summary.ended() || summary.parked();
                now = summary.updatedAt();
            }
            if (known == null && (isNews || isDue(now))) {
                SqliteRows.Status all = rows.status(wanted);
                lines = new ArrayList<>(all.lines());
                position = all.position();
            } else {
                lines = known;
                position = to;
            }
            if (isNews || isDue(now)) {
                write();
                written = now;
            }
        } catch (IOException | SQLException stale) {
            lines = null;
        }
    }

    private boolean isDue(Instant now) {
        return written.equals(Instant.MIN)
                || Duration.between(written, now).abs().compareTo(PAUSE) >= 0;
    }

    /// The lines of that position, if somebody knows them without asking.
    private @Nullable List<StatusLine> at(long wanted) {
        if (lines != null && position == wanted) {
            return lines;
        }
        StatusFile.Lines found = file.lines();
        return found != null && found.position() == wanted ? new ArrayList<>(found.lines()) : null;
    }

    private static void put(List<StatusLine> lines, StatusLine line, boolean isNew) {
        for (int i = 0; i < lines.size(); i++) {
            StatusLine known = lines.get(i);
            if (known.task().equals(line.task())) {
                if (known.stream().equals(line.stream())) {
                    lines.set(i, line);
                } else if (isNew && line.rank() >= known.rank()) {
                    lines.remove(i);
                    lines.addFirst(line);
                }
                return;
            }
        }
        lines.addFirst(line);
    }

    private void write() throws IOException {
        if (lines != null) {
            file.write(position, lines);
        }
    }

    /// Closing moves the log into the journal's file, which changes its stamp.
    void closed() {
        try {
            write();
        } catch (IOException stale) {
            lines = null;
        }
    }
}
