package dev.ralph.tamper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementTest {
    @ParameterizedTest
    @CsvSource(delimiter = '\t', textBlock = """
            assert add ( 2 , 2 ) = = 4\tassert add(2, 2) == 4
            if ( a ! = = b & & c < = d )\tif(a !== b && c <= d)
            list . map ( x - > x > = - 1 | | y )\tlist.map(x -> x >= - 1 || y)
            """)
    void operators_are_shown_as_they_are_written(String words, String shown) {
        assertThat(new Statement(List.of(words.split(" ")), 1, words.length(), -1, Language.PYTHON).shown())
                .isEqualTo(shown);
    }

    @Test
    void a_text_that_stands_in_a_file_a_thousand_times_is_in_memory_once() {
        List<Word> words = Word.all(Source.of("check ( check )\n".repeat(1000), Language.PYTHON));

        assertThat(words).hasSize(4000);
        assertThat(words.stream()
                        .map(word -> System.identityHashCode(word.text()))
                        .distinct())
                .hasSize(3);
    }

    @Test
    void brackets_that_belong_together_are_found_over_those_that_slipped() {
        Brackets brackets = Brackets.of("f(a[b, {c}) ]");

        assertThat(brackets.close(1)).isEqualTo(10);
        assertThat(brackets.close(3)).isEqualTo(-1);
        assertThat(brackets.close(7)).isEqualTo(9);
        assertThat(brackets.close(0)).isEqualTo(-1);
        assertThat(Brackets.of("(((").close(2)).isEqualTo(-1);
    }
}
