package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void colours_and_cursor_movements_vanish() {
        assertThat(PlainText.of("\033[1;31mFAIL\033[0m two\tthree\r\nfour\033[2J\033[?25l"))
                .isEqualTo("FAIL two\tthree\nfour");
    }

    @Test
    void other_control_characters_are_seen_but_have_no_effect() {
        assertThat(PlainText.of("a\033]0;title\007b\033c\0d\re\u009bf"))
                .isEqualTo("a\ufffd]0;title\ufffdb\ufffdc\ufffdd\ufffde\ufffdf");
    }

    @Test
    void nothing_turns_the_rest_of_a_line_around_or_begins_another() {
        assertThat(PlainText.of("a\u202eb\u2067c\u2028d\u2029e")).isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffde");
        assertThat(PlainText.of("\u05d0\u05d1 \u0627")).isEqualTo("\u05d0\u05d1 \u0627");
    }

    @Test
    void a_sequence_that_does_not_end_takes_no_other_line_with_it() {
        assertThat(PlainText.of("a\033[31\nb\033\nc\033[\033[31md")).isEqualTo("a\nb\ufffd\ncd");
        assertThat(PlainText.of("a\033")).isEqualTo("a\ufffd");
        assertThat(PlainText.of("a\033[")).isEqualTo("a");
    }

    @Test
    void a_sequence_may_come_in_pieces() {
        PlainText filter = new PlainText();
        StringBuilder plain = new StringBuilder();
        for (char c : "a\033[1;31mb\r\nc".toCharArray()) {
            filter.append(String.valueOf(c), plain);
        }

        assertThat(plain).hasToString("ab\nc");
    }
}
