package dev.ralph.tamper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
