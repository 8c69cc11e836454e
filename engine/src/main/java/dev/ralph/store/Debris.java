package dev.ralph.store;

import dev.ralph.json.InvalidJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Every row of a journal that can be found in the pages of its file and its log.
///
/// @param heads   loops whose own row is readable
/// @param entries by loop and `seq`
/// @param losses  rows that were found but cannot be understood
record Debris(Map<String, LoopHead> heads, Map<String, SortedMap<Long, Entry>> entries, List<String> losses) {
    private static final int PAGE = 4096;
    private static final int EVENT_COLUMNS = 6;
    private static final int LOOP_COLUMNS = 14;

    static Debris of(Path file) throws IOException {
        ByteBuffer database = read(file);
        SqliteLog log = new SqliteLog(read(file.resolveSibling(file.getFileName() + "-wal")), PAGE);
        Map<Integer, ByteBuffer> newer = log.pages(log.frames());
        SqlitePage.Pages pages = number -> {
            ByteBuffer page = newer.get(number);
            return page != null ? page : page(database, number);
        };
        Debris debris = new Debris(new LinkedHashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
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

    private void search(int number, ByteBuffer bytes, SqlitePage.Pages pages) {
        SqlitePage page = new SqlitePage(number, bytes);
        int kind = page.kind();
        if (kind != SqlitePage.LEAF_INDEX && kind != SqlitePage.INNER_INDEX && kind != SqlitePage.LEAF_TABLE) {
            return;
        }
        for (SqlitePage.Row row : page.rows(pages)) {
            if (row != null && kind == SqlitePage.LEAF_TABLE && row.size() == LOOP_COLUMNS) {
                addHead(row);
            } else if (row != null && kind != SqlitePage.LEAF_TABLE && row.size() == EVENT_COLUMNS) {
                addEntry(row);
            }
        }
    }

    private void addHead(SqlitePage.Row row) {
        try {
            LoopHead head = SqliteGlance.summary(row).head();
            heads.put(head.loop(), head);
        } catch (IllegalArgumentException | ClassCastException e) {
            losses.add("a loop's row cannot be understood: " + e.getMessage());
        }
    }

    private void addEntry(SqlitePage.Row row) {
        if (row.get(0) instanceof String loop
                && row.get(1) instanceof Long seq
                && row.get(2) instanceof Long at
                && row.get(3) instanceof String type
                && row.get(4) instanceof Long version
                && row.get(5) instanceof String body
                && seq > 0) {
            try {
                Entry entry = new Entry(seq, SqliteRows.instant(at), EventCodec.read(type, version.intValue(), body));
                entries.computeIfAbsent(loop, _ -> new TreeMap<>()).put(seq, entry);
            } catch (InvalidJson e) {
                losses.add("entry " + seq + " of loop " + loop + " " + e.what());
            }
        }
    }
}
