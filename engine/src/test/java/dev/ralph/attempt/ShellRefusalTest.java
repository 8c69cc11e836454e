package dev.ralph.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellRefusalTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "nope --print             | /bin/sh: 1: nope: not found                   | nope",
                "nope --print             | /bin/sh: line 1: nope: command not found      | nope",
                "nope --print             | /bin/sh: Zeile 1: nope: Kommando fehlt        | nope",
                "nope --print             | /bin/sh: nope: not found                      | nope",
                "cd x && exec ./a.sh      | /bin/sh: 1: exec: ./a.sh: Permission denied   | ./a.sh",
                "agent --print            | /bin/sh: 1: nope: not found                   | none",
                "./agent.sh               | ./agent.sh: 3: nope: not found                | none",
                "npm test                 | npm error code 127                            | none",
                "agent                    | none                                          | none",
                "agent                    | /bin/sh:                                      | none",
            })
    void only_what_the_shell_says_of_a_word_of_its_line_counts(String line, String said, String word) {
        assertThat(ShellRefusal.word(line, said == null ? "" : said)).isEqualTo(word);
    }
}
