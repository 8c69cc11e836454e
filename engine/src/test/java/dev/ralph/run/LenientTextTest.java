package dev.ralph.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LenientTextTest {
    @Test
    void colours_titles_and_other_orders_to_a_terminal_are_left_out() {
        assertThat(LenientText.plain("\033[1;31mFAIL\033[0m two\tthree\r\nfour"))
                .isEqualTo("FAIL two\tthree\nfour");
        assertThat(LenientText.plain("a\033]0;title\007b\033]8;;x\033\\c\033(Bd"))
                .isEqualTo("abcd");
        assertThat(LenientText.plain("a\0b\007c\u009bd")).isEqualTo("a\ufffdb\ufffdc\ufffdd");
    }

    @Test
    void a_sequence_that_does_not_end_takes_no_other_line_with_it() {
        assertThat(LenientText.plain("a\033]0;title\nb")).isEqualTo("a\nb");
        assertThat(LenientText.plain("a\033[31\nb\033\nc\033(\nd")).isEqualTo("a\nb\nc\nd");
        assertThat(LenientText.plain("a\033")).isEqualTo("a");
        assertThat(LenientText.plain("a\033[")).isEqualTo("a");
        assertThat(LenientText.plain("a\033]")).isEqualTo("a");
        assertThat(LenientText.plain("a\033]x\033")).isEqualTo("a");
    }
}
