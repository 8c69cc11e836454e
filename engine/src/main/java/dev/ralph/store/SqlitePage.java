package dev.ralph.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One page of a SQLite file, read without SQLite: <https://sqlite.org/fileformat2.html>. For salvage, where SQLite
/// gives up at the first damage.
///
/// Nothing here trusts the bytes: what makes no sense is no row.
final class SqlitePage {
    static final int INNER_INDEX = 0x02;
    static final int INNER_TABLE = 0x05;
    static final int LEAF_INDEX = 0x0a;
    static final int LEAF_TABLE = 0x0d;
    private static final int LONGEST_ROW = 256 << 20;

    private final ByteBuffer bytes;
    private final int start;

    /// Where the other pages are found, for rows that do not fit into one.
    interface Pages {
        @Nullable
        ByteBuffer page(int number);
    }

    /// A row as it is stored: null, `Long`, `String`, or `byte[]` for what journals do not hold.
    ///
    /// @param number what stands for a column that is INTEGER PRIMARY KEY, which itself is null; 0 in an index
    record Row(long number, List<@Nullable Object> values) {
        int size() {
            return values.size();
        }

        @Nullable
        Object get(int column) {
            return values.get(column);
        }
    }

    /// @param number the first page begins with the header of the file
    SqlitePage(int number, ByteBuffer bytes) {
        this.bytes = bytes;
        this.start = number == 1 ? 100 : 0;
    }

    int kind() {
        return bytes.get(start);
    }

    private int cells() {
        return Math.min(bytes.getShort(start + 3) & 0xffff, bytes.capacity() / 4);
    }

    private int cell(int index) {
        boolean isInner = kind() == INNER_INDEX || kind() == INNER_TABLE;
        return bytes.getShort(start + (isInner ? 12 : 8) + 2 * index) & 0xffff;
    }

    /// The rows of a page, in order; null for one that makes no sense.
    List<@Nullable Row> rows(Pages pages) {
        List<@Nullable Row> rows = new ArrayList<>();
        for (int i = 0; i < cells(); i++) {
            Row row;
            try {
                row = row(cell(i), pages);
            } catch (IndexOutOfBoundsException e) {
                row = null;
            }
            rows.add(row);
        }
        return rows;
    }

    private @Nullable Row row(int at, Pages pages) {
        Varint position = new Varint(bytes, kind() == INNER_INDEX ? at + 4 : at);
        long length = position.next();
        long number = kind() == LEAF_TABLE ? position.next() : 0;
        if (length < 1 || length > LONGEST_ROW) {
            return null;
        }
        ByteBuffer payload = payload(position.at, (int) length, pages);
        return payload == null ? null : decode(number, payload);
    }

    private @Nullable ByteBuffer payload(int at, int length, Pages pages) {
        int usable = bytes.capacity();
        int least = (usable - 12) * 32 / 255 - 23;
        int most = kind() == LEAF_TABLE ? usable - 35 : (usable - 12) * 64 / 255 - 23;
        if (length <= most) {
            return bytes.slice(at, length);
        }
        int fitting = least + (length - least) % (usable - 4);
        int here = fitting <= most ? fitting : least;
        List<ByteBuffer> parts = new ArrayList<>(List.of(bytes.slice(at, here)));
        Set<Integer> seen = new HashSet<>();
        int next = bytes.getInt(at + here);
        for (int left = length - here; left > 0; left -= usable - 4) {
            ByteBuffer page = next < 1 || !seen.add(next) ? null : pages.page(next);
            if (page == null) {
                return null;
            }
            next = page.getInt(0);
            parts.add(page.slice(4, Math.min(left, usable - 4)));
        }
        // Memory is taken only for what is there, not for what a damaged length promises.
        ByteBuffer whole = ByteBuffer.allocate(length);
        parts.forEach(whole::put);
        return whole.flip();
    }

    private static @Nullable Row decode(long number, ByteBuffer payload) {
        Varint header = new Varint(payload, 0);
        int end = (int) header.next();
        int at = end;
        List<@Nullable Object> values = new ArrayList<>();
        while (header.at < end) {
            long type = header.next();
            int size = size(type);
            if (size < 0 || at + size > payload.limit()) {
                return null;
            }
            values.add(value(type, payload, at, size));
            at += size;
        }
        return at == payload.limit() ? new Row(number, values) : null;
    }

    private static int size(long type) {
        if (type >= 12) {
            return type > LONGEST_ROW ? -1 : (int) (type - 12) / 2;
        }
        return switch ((int) type) {
            case 0, 8, 9 -> 0;
            case 1, 2, 3, 4 -> (int) type;
            case 5 -> 6;
            case 6, 7 -> 8;
            default -> -1;
        };
    }

    private static @Nullable Object value(long type, ByteBuffer payload, int at, int size) {
        if (type == 0) {
            return null;
        }
        if (type >= 12 || type == 7) {
            byte[] raw = new byte[size];
            payload.get(at, raw);
            return type % 2 == 1 && type != 7 ? new String(raw, StandardCharsets.UTF_8) : raw;
        }
        long number = type == 9 ? 1 : 0;
        for (int i = 0; i < size; i++) {
            number = i == 0 ? payload.get(at) : number << 8 | (payload.get(at + i) & 0xff);
        }
        return number;
    }

    /// Numbers of one to nine bytes, seven bits each.
    private static final class Varint {
        private final ByteBuffer bytes;
        private int at;

        Varint(ByteBuffer bytes, int at) {
            this.bytes = bytes;
            this.at = at;
        }

        long next() {
            long number = 0;
            for (int i = 0; i < 8; i++) {
                byte b = bytes.get(at++);
                number = number << 7 | (b & 0x7f);
                if (b >= 0) {
                    return number;
                }
            }
            return number << 8 | (bytes.get(at++) & 0xff);
        }
    }
}
