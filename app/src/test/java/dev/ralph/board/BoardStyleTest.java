package dev.ralph.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoardStyleTest {
    @ParameterizedTest
    @CsvSource({
        "'', '', '', true",
        "C, en_US.UTF-8, en_US.UTF-8, false",
        "'', '', POSIX, false",
        "'', de_DE.ISO-8859-1, de_DE.UTF-8, false",
        "en_US.utf8, '', C, true",
        "'', '', C.UTF-8, true"
    })
    void the_locale_says_whether_more_than_ascii_is_known(String all, String type, String lang, boolean unicode) {
        Map<String, String> environment = Map.of("LC_ALL", all, "LC_CTYPE", type, "LANG", lang, "TERM", "xterm");

        assertThat(BoardStyle.of(environment, false).unicode()).isEqualTo(unicode);
    }

    @Test
    void text_from_outside_becomes_one_harmless_line() {
        assertThat(BoardStyle.PLAIN.line(" \u001b[31mred\u001b[0m\nnext\tone\u0007 "))
                .isEqualTo("red next one\ufffd");
        assertThat(BoardStyle.PLAIN.line("a\u202eb\u0300")).isEqualTo("a\ufffdb\u0300");
        assertThat(new BoardStyle(false, false).line("é 日")).isEqualTo("? ??");
    }

    @Test
    void joined_pictures_are_taken_apart_so_that_their_width_is_known() {
        String family = "👨\u200d👩\u200d👧";

        assertThat(BoardStyle.PLAIN.line(family)).isEqualTo("👨👩👧");
        assertThat(BoardStyle.columns(BoardStyle.PLAIN.line(family))).isEqualTo(6);
    }

    @Test
    void a_text_is_cut_between_characters_and_never_too_wide() {
        assertThat(BoardStyle.PLAIN.fit("日本語", 6)).isEqualTo("日本語");
        assertThat(BoardStyle.PLAIN.fit("日本語", 5)).isEqualTo("日本…");
        assertThat(BoardStyle.PLAIN.fit("日本語", 4)).isEqualTo("日…");
        assertThat(BoardStyle.PLAIN.exactly("日本語", 4)).isEqualTo("日… ");
        assertThat(BoardStyle.PLAIN.fit("abc", 0)).isEmpty();
        assertThat(new BoardStyle(false, false).fit("abcdef", 3)).isEqualTo("ab~");
    }
}
