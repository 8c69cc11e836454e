package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalWidthTest {
    @ParameterizedTest
    @CsvSource({
        "abcdef, 6, abcdef",
        "abcdefg, 6, abcde…",
        "漢字漢字, 8, 漢字漢字",
        "漢字漢字, 7, 漢字漢…",
        "漢字漢字, 6, 漢字…",
        "a😀😀😀, 6, a😀😀…",
        "e\u0301e\u0301e\u0301, 3, e\u0301e\u0301e\u0301",
        "abc, 1, …",
    })
    void a_text_is_cut_where_the_line_of_the_terminal_ends(String text, int columns, String cut) {
        assertThat(TerminalWidth.fit(text, columns)).isEqualTo(cut);
    }
}
