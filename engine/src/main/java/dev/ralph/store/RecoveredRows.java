package dev.ralph.store;

import dev.ralph.json.InvalidJson;
import dev.ralph.machine.StreamHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Every row of a journal that can be found in the pages of its file and its log.
///
/// @param heads  streams whose own row is readable
/// @param rows   of entries, by stream and `seq`
/// @param losses rows that were found but cannot be understood
record RecoveredRows(Map<String, StreamHead> heads, Map<String, SortedMap<Long, Row>> rows, List<String> losses) {
    private static final int PAGE = 4096;
    private static final int EVENT_COLUMNS = 7;
    private static final int STREAM_COLUMNS = 15;

    /// An entry as it is stored.
    record Row(long position, long seq, Instant at, String type, int version, String body) {
        /// @throws InvalidJson when it is damaged, or from a newer Ralph
        JournalEntry<?> entry(StreamType<?, ?> kind) {
            return new JournalEntry<>(seq, at, kind.read(type, version, body));
        }
    }

    static RecoveredRows of(Path file) throws IOException {
        ByteBuffer database = read(file);
        SqliteLog log = new SqliteLog(read(file.resolveSibling(file.getFileName() + "-wal")), PAGE);
        Map<Integer, ByteBuffer> newer = log.pages(log.frames());
        SqlitePage.Pages pages = number -> {
            ByteBuffer page = newer.get(number);
            return page != null ? page : page(database, number);
        };
        RecoveredRows debris = new RecoveredRows(new LinkedHashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
        int count = database.capacity() / PAGE;
        for (int number = 1; number <= count; number++) {
            ByteBuffer page = page(database, number);
            if (page != null) {
                debris.search(number, page, pages);
            }
        }
        for (int frame = 1; frame <= log.frames(); frame++) {
            debris.search(log.number(frame), log.page(frame), pages);
        }
        return debris;
    }

    private static ByteBuffer read(Path path) throws IOException {
        try {
            return ByteBuffer.wrap(Files.readAllBytes(path));
        } catch (NoSuchFileException e) {
            return ByteBuffer.allocate(0);
        }
    }

    private static @Nullable ByteBuffer page(ByteBuffer database, int number) {
        long at = (number - 1L) * PAGE;
        return number < 1 || at + PAGE > database.capacity() ? null : database.slice((int) at, PAGE);
    }

    /// The columns stand as in `001-journal.sql`.
    private void search(int number, ByteBuffer bytes, SqlitePage.Pages pages) {
        SqlitePage page = new SqlitePage(number, bytes);
        if (page.kind() != SqlitePage.LEAF_TABLE) {
            return;
        }
        for (SqlitePage.Row row : page.rows(pages)) {
            if (row != null && row.size() == STREAM_COLUMNS) {
                addHead(row);
            } else if (row != null && row.size() == EVENT_COLUMNS) {
                addEntry(row);
            }
        }
    }

    private void addHead(SqlitePage.Row row) {
        try {
            StreamHead head = new StreamHead(
                    text(row, 1),
                    StreamHead.Kind.valueOf(text(row, 2)),
                    (String) row.get(3),
                    (String) row.get(4),
                    text(row, 5),
                    text(row, 6),
                    (String) row.get(7),
                    text(row, 8));
            heads.put(head.id(), head);
        } catch (IllegalArgumentException | ClassCastException e) {
            losses.add("a loop's row cannot be understood: " + e.getMessage());
        }
    }

    private static String text(SqlitePage.Row row, int column) {
        if (row.get(column) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("column " + column + " is not a text");
    }

    private void addEntry(SqlitePage.Row row) {
        if (row.get(1) instanceof String stream
                && row.get(2) instanceof Long seq
                && row.get(3) instanceof Long at
                && row.get(4) instanceof String type
                && row.get(5) instanceof Long version
                && row.get(6) instanceof String body
                && seq > 0) {
            rows.computeIfAbsent(stream, _ -> new TreeMap<>())
                    .put(seq, new Row(row.number(), seq, SqliteRows.instant(at), type, version.intValue(), body));
        }
    }
}
