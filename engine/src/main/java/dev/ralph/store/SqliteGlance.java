package dev.ralph.store;

import dev.ralph.loop.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A look at the loops without SQLite, because loading SQLite takes longer than everything else in `ralph status`.
///
/// It promises:
/// 1. What it returns is what SQLite would have returned at some moment of the call: it looks at the log's index
/// before and after, and when a commit came between, the answer is thrown away.
/// 2. Whatever it does not fully understand, it leaves to SQLite: the answer is then null.
/// 3. It writes nothing and locks nothing.
final class SqliteGlance implements SqlitePage.Pages {
    private static final int PAGE = 4096;
    private static final int LARGEST_LOG = 32 << 20;
    private static final int MOST_PAGES = 10_000;

    private final FileChannel file;
    private final Map<Integer, ByteBuffer> newer;
    private int pagesRead;

    private SqliteGlance(FileChannel file, Map<Integer, ByteBuffer> newer) {
        this.file = file;
        this.newer = newer;
    }

    /// All loops, newest first; null when SQLite has to be asked.
    static @Nullable List<LoopSummary> loops(Path file) {
        for (int tries = 0; tries < 3; tries++) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                Index before = Index.of(file);
                Map<Integer, ByteBuffer> newer = before.newer(file);
                List<LoopSummary> loops = newer == null ? null : new SqliteGlance(channel, newer).loops();
                if (before.isSame(Index.of(file))) {
                    return loops;
                }
            } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException | ClassCastException e) {
                return null;
            }
        }
        return null;
    }

    private @Nullable List<LoopSummary> loops() {
        ByteBuffer header = page(1);
        if (header == null || !isOurs(header)) {
            return null;
        }
        int root = 0;
        for (SqlitePage.Row row : rows(1)) {
            if ("table".equals(row.get(0)) && "loop".equals(row.get(1)) && row.get(3) instanceof Long page) {
                root = page.intValue();
            }
        }
        List<LoopSummary> loops = new ArrayList<>();
        for (SqlitePage.Row row : rows(root)) {
            loops.add(summary(row));
        }
        Collections.reverse(loops);
        return loops;
    }

    /// SQLite 3, pages of 4096 bytes without reserved space, UTF-8, in WAL mode, and of exactly our schema.
    private static boolean isOurs(ByteBuffer header) {
        return header.getLong(0) == 0x53514c6974652066L
                && header.getLong(8) == 0x6f726d6174203300L
                && header.getShort(16) == PAGE
                && header.getShort(18) == 0x0202
                && header.get(20) == 0
                && header.getInt(56) == 1
                && header.getInt(60) == Schema.CURRENT.version();
    }

    /// The rows of a table, in order.
    private List<SqlitePage.Row> rows(int root) {
        List<SqlitePage.Row> rows = new ArrayList<>();
        collect(root, rows, 0);
        return rows;
    }

    private void collect(int number, List<SqlitePage.Row> rows, int depth) {
        ByteBuffer bytes = page(number);
        if (bytes == null || depth > 20) {
            throw new IllegalArgumentException("no page " + number);
        }
        SqlitePage page = new SqlitePage(number, bytes);
        if (page.kind() == SqlitePage.INNER_TABLE) {
            for (int child : page.children()) {
                collect(child, rows, depth + 1);
            }
        } else if (page.kind() == SqlitePage.LEAF_TABLE) {
            for (SqlitePage.Row row : page.rows(this)) {
                if (row == null) {
                    throw new IllegalArgumentException("page " + number + " holds something that is no row");
                }
                rows.add(row);
            }
        } else {
            throw new IllegalArgumentException("page " + number + " belongs to no table");
        }
    }

    @Override
    public @Nullable ByteBuffer page(int number) {
        ByteBuffer known = newer.get(number);
        if (known != null) {
            return known;
        }
        ByteBuffer page = ByteBuffer.allocate(PAGE);
        try {
            long at = (number - 1L) * PAGE;
            boolean isWhole = number > 0 && ++pagesRead < MOST_PAGES && file.read(page, at) == PAGE;
            return isWhole ? page.flip() : null;
        } catch (IOException e) {
            return null;
        }
    }

    /// The columns stand as in `001-journal.sql`.
    static LoopSummary summary(SqlitePage.Row row) {
        String outcome = (String) row.get(11);
        return new LoopSummary(
                new LoopHead(text(row, 1), text(row, 2), text(row, 3), text(row, 4), (String) row.get(5)),
                SqliteRows.instant(number(row, 6)),
                SqliteRows.instant(number(row, 7)),
                text(row, 8),
                (int) number(row, 9),
                (int) number(row, 10),
                outcome == null ? null : Outcome.valueOf(outcome),
                (String) row.get(12),
                number(row, 13));
    }

    private static String text(SqlitePage.Row row, int column) {
        if (row.get(column) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("column " + column + " is no text");
    }

    private static long number(SqlitePage.Row row, int column) {
        if (row.get(column) instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("column " + column + " is no number");
    }

    /// Where the log stands: the first bytes of the file in which SQLite's connections share it, or nothing when
    /// nobody is connected and the log is gone.
    private static final class Index {
        private static final int COPY = 48;
        private final @Nullable ByteBuffer shared;
        private final long modified;
        private final long size;

        private Index(@Nullable ByteBuffer shared, long modified, long size) {
            this.shared = shared;
            this.modified = modified;
            this.size = size;
        }

        static Index of(Path file) throws IOException {
            ByteBuffer shared = read(file.resolveSibling(file.getFileName() + "-shm"), 2 * COPY);
            if (shared != null) {
                shared.order(ByteOrder.nativeOrder());
            }
            if (shared == null && read(log(file), 1) != null) {
                throw new IOException("a log without an index: only SQLite can tell what is in it");
            }
            return new Index(shared, Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS), Files.size(file));
        }

        boolean isSame(Index other) {
            return shared == null
                    ? other.shared == null && modified == other.modified && size == other.size
                    : shared.equals(other.shared);
        }

        /// The pages in the log, null when it cannot be told which of them count.
        @Nullable
        Map<Integer, ByteBuffer> newer(Path file) throws IOException {
            if (shared == null) {
                return new HashMap<>();
            }
            ByteBuffer bytes = read(log(file), LARGEST_LOG);
            boolean isWhole = shared.capacity() == 2 * COPY
                    && shared.slice(0, COPY).equals(shared.slice(COPY, COPY))
                    && shared.getInt(0) == 3007000
                    && shared.get(12) == 1;
            if (!isWhole || (bytes != null && bytes.capacity() == LARGEST_LOG)) {
                return null;
            }
            SqliteLog log = new SqliteLog(bytes == null ? ByteBuffer.allocate(0) : bytes, PAGE);
            int last = shared.getInt(16);
            return isEnd(log, last) ? log.pages(last) : null;
        }

        /// Whether the log really ends where the index says: an index left by a machine that went down may be older.
        private boolean isEnd(SqliteLog log, int last) {
            ByteBuffer index = Objects.requireNonNull(shared);
            boolean sameFilling = index.duplicate().order(ByteOrder.BIG_ENDIAN).getLong(32) == log.salt();
            if (last == 0) {
                return !sameFilling || !log.isCurrent(1);
            }
            long checksum = (long) index.getInt(24) << 32 | (index.getInt(28) & 0xffffffffL);
            return sameFilling
                    && log.isCurrent(last)
                    && log.commits(last)
                    && log.checksum(last) == checksum
                    && !log.isCurrent(last + 1);
        }

        private static Path log(Path file) {
            return file.resolveSibling(file.getFileName() + "-wal");
        }

        /// At most so many bytes from its beginning; null when there are none.
        private static @Nullable ByteBuffer read(Path path, int most) throws IOException {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                int size = (int) Math.min(channel.size(), most);
                ByteBuffer bytes = ByteBuffer.allocate(size);
                while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) > 0) {}
                return size == 0 ? null : bytes.flip();
            } catch (NoSuchFileException e) {
                return null;
            }
        }
    }
}
