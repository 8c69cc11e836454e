package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SqlitePageTest {
    private static final int PAGE = 4096;
    private static final int TEXT = 10_000;

    @Test
    void a_long_row_goes_on_in_other_pages() {
        Map<Integer, ByteBuffer> pages = Map.of(7, overflow(8), 8, overflow(0));

        List<SqlitePage.@Nullable Row> rows = new SqlitePage(2, leaf(7)).rows(pages::get);

        assertThat(rows).hasSize(1);
        assertThat(Objects.requireNonNull(rows.getFirst()).get(0)).isEqualTo("x".repeat(TEXT));
    }

    @Test
    void a_row_whose_pages_go_round_in_a_circle_is_no_row() {
        Map<Integer, ByteBuffer> pages = Map.of(7, overflow(7));

        assertThat(new SqlitePage(2, leaf(7)).rows(pages::get)).containsOnlyNulls();
    }

    /// A leaf of a table with one row of one text, the rest of which begins in page `next`.
    private static ByteBuffer leaf(int next) {
        int length = TEXT + 4;
        int least = (PAGE - 12) * 32 / 255 - 23;
        int fitting = least + (length - least) % (PAGE - 4);
        int here = fitting <= PAGE - 35 ? fitting : least;
        ByteBuffer page = ByteBuffer.allocate(PAGE);
        page.put(0, (byte) SqlitePage.LEAF_TABLE).putShort(3, (short) 1).putShort(8, (short) 100);
        page.position(100);
        varint(page, length);
        page.put((byte) 1); // the row's number
        int begin = page.position();
        page.put((byte) 4); // the length of the row's header: itself and the type of one text
        varint(page, 13 + 2 * TEXT);
        while (page.position() < begin + here) {
            page.put((byte) 'x');
        }
        return page.putInt(next).rewind();
    }

    private static void varint(ByteBuffer page, int number) {
        if (number >= 1 << 14) {
            page.put((byte) (0x80 | (number >> 14)));
        }
        page.put((byte) (0x80 | ((number >> 7) & 0x7f))).put((byte) (number & 0x7f));
    }

    private static ByteBuffer overflow(int next) {
        byte[] text = "x".repeat(PAGE - 4).getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(PAGE).putInt(next).put(text).rewind();
    }
}
