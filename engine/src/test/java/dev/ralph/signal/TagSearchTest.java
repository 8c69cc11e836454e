package dev.ralph.signal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The search in long pieces, where the C library is asked block by block, against a plain one.
class TagSearchTest {
    private static final int BLOCK = NativeBlock.SIZE;
    private static final byte[] CALM = " ".repeat(2 << 20).getBytes(ISO_8859_1);

    @Test
    void a_tag_is_found_on_every_side_of_the_border_between_two_blocks() {
        TagSearch search = calmed(true);
        for (int border = BLOCK; border <= 3 * BLOCK; border += BLOCK) {
            for (int at = border - 40; at < border + 10; at++) {
                byte[] text = noise(4 * BLOCK);
                put(text, at, "<promise>");
                search.next(CALM, 0, CALM.length);
                assertThat(search.next(text, 0, text.length)).isEqualTo(at);
            }
        }
    }

    @Test
    void a_nul_before_a_tag_does_not_hide_it() {
        for (boolean caseSensitive : new boolean[] {true, false}) {
            TagSearch search = calmed(caseSensitive);
            byte[] text = noise(2 * BLOCK);
            text[100] = 0;
            put(text, BLOCK / 2, "<promise>");
            assertThat(search.next(text, 0, text.length)).isEqualTo(BLOCK / 2);
        }
    }

    @Test
    void of_several_tags_the_first_is_found_in_whatever_case() {
        byte[] text = noise(2 * BLOCK);
        put(text, 5_000, "<PROMISE>");
        put(text, 6_000, "<promise>");
        assertThat(calmed(false).next(text, 0, text.length)).isEqualTo(5_000);
        assertThat(calmed(true).next(text, 0, text.length)).isEqualTo(6_000);

        put(text, 4_500, "P P P P P P P P P P P <P");
        assertThat(calmed(false).next(text, 0, text.length)).isEqualTo(5_000);
        put(text, 4_000, "<pROMISE>");
        assertThat(calmed(false).next(text, 0, text.length)).isEqualTo(4_000);
    }

    @Test
    void behind_hundreds_of_near_misses_a_tag_is_still_found() {
        for (String miss : List.of("<p>", "<P>", "e>", "E>", "<Pe>", "<pE>")) {
            for (String tag : List.of("<promise>", "<PROMISE>", "<PromisE>", "<pROMISe>")) {
                byte[] text = noise(2 * BLOCK);
                for (int at = 2_000; at < 6_000; at += 10) {
                    put(text, at, miss);
                }
                put(text, 6_000, tag);
                assertThat(calmed(false).next(text, 0, text.length))
                        .as(tag + " behind many " + miss)
                        .isEqualTo(6_000);
            }
        }
    }

    @Test
    void the_first_tag_is_found_where_only_its_end_is_rare() {
        TagSearch search = calmed(false);
        byte[] full = noise(2 * BLOCK);
        for (int at = 0; at < full.length - 10; at += 10) {
            put(full, at, "<P>");
        }
        assertThat(search.next(full, 0, full.length)).isEqualTo(-1);

        put(full, 9_000, "<PROMISE>");
        put(full, 7_000, "<Promise>");
        put(full, 5_000, "e>E>");
        assertThat(search.next(full, 0, full.length)).isEqualTo(7_000);
    }

    @Test
    void a_capital_tag_behind_many_near_misses_comes_before_a_small_one_behind_it() {
        byte[] text = noise(2 * BLOCK);
        for (int at = 2_000; at < 4_000; at += 10) {
            put(text, at, "<P>");
        }
        put(text, 4_000, "<PROMISE>");
        put(text, 5_000, "<promise>");
        assertThat(calmed(false).next(text, 0, text.length)).isEqualTo(4_000);
    }

    @Test
    void what_stands_behind_the_piece_is_not_looked_at() {
        for (boolean caseSensitive : new boolean[] {true, false}) {
            byte[] text = noise(2 * BLOCK);
            put(text, BLOCK, "<promise>");
            for (int seen = 0; seen < 9; seen++) {
                assertThat(calmed(caseSensitive).next(text, 0, BLOCK + seen)).isEqualTo(-1);
            }
            assertThat(calmed(caseSensitive).next(text, 0, BLOCK + 9)).isEqualTo(BLOCK);
        }
    }

    @Test
    void long_texts_of_any_kind_are_searched_as_short_ones_are() {
        String[] bits = {
            "<p",
            "<P",
            "<p>",
            "<promise",
            "\0",
            "<",
            "text ",
            "promise>",
            "PPPP<P",
            "e>",
            "<PE>",
            "\u00ff",
            "<promise>",
            "<pRomise>",
            "<Promise>"
        };
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            boolean caseSensitive = random.nextBoolean();
            byte[] text = noise(BLOCK + random.nextInt(3 * BLOCK));
            // Some have hundreds of near misses, some none.
            for (int n = random.nextInt(4) * random.nextInt(200); n > 0; n--) {
                put(text, random.nextInt(text.length - 10), bits[random.nextInt(bits.length - random.nextInt(4))]);
            }
            String string = new String(text, ISO_8859_1);
            String searched = caseSensitive ? string : string.toLowerCase(Locale.ROOT);
            int from = random.nextInt(1_000);
            assertThat(calmed(caseSensitive).next(text, from, text.length))
                    .as("seed %d", seed)
                    .isEqualTo(searched.indexOf("<promise>", from));
        }
    }

    /// One that has seen so much without a tag that it works with the largest blocks.
    private static TagSearch calmed(boolean caseSensitive) {
        TagSearch search = new TagSearch(caseSensitive);
        assertThat(search.next(CALM, 0, CALM.length)).isEqualTo(-1);
        return search;
    }

    private static byte[] noise(int length) {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) "a < b; List<String> ".charAt(i % 20);
        }
        return text;
    }

    private static void put(byte[] text, int at, String what) {
        byte[] bytes = what.getBytes(ISO_8859_1);
        System.arraycopy(bytes, 0, text, at, Math.min(bytes.length, text.length - at));
    }
}
