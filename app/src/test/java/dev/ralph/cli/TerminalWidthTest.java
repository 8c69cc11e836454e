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

    @ParameterizedTest
    @CsvSource({
        "one two three, 13, one two three",
        "one two three, 8, 'one two\n  three'",
        "'agent   one two three', 16, 'agent   one two\n        three'",
        "'  [1] one two', 9, '  [1] one\n  two'",
        "'[12:00] one two', 11, '[12:00] one\n     two'",
        "'\u001b[2m     one two three\u001b[0m', 13, '\u001b[2m     one two\n     three\u001b[0m'",
        "12:00:00 one two three, 18, '12:00:00 one two\n         three'",
        "averyveryverylongword x, 10, 'averyveryverylongword\n  x'",
        "'\u001b[1magent\u001b[0m   one two three', 16, '\u001b[1magent\u001b[0m   one two\n        three'",
    })
    void a_line_that_does_not_fit_goes_on_with_a_whole_word(String text, int columns, String lines) {
        assertThat(TerminalWidth.wrap(text, columns)).isEqualTo(lines);
    }
}
