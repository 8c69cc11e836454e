package dev.ralph.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever an agent writes, it is judged, and soon. A text that takes more than linear time would take hours here.
class HostileClaimTest {
    private static final int LARGE = 1_000_000;
    private static final int MEDIUM = 100_000;
    private static final String[] PIECES = {
        "tests",
        "fail",
        "no",
        "not",
        "yet",
        "0",
        "3",
        "failed",
        "todo",
        ":",
        "`",
        "``",
        "```",
        "\"",
        "“",
        "”",
        "'",
        "’",
        "~~",
        "~~~",
        "<promise>",
        "<!--",
        "-->",
        "](",
        "(",
        ")",
        "http://",
        "> ",
        "    ",
        "- [ ] ",
        "|",
        "\n",
        "\n\n",
        ".",
        ",",
        ";",
        "blocked by",
        "\u0000",
        "\ud83d",
        "\udea7",
        "\u202e",
        "é",
        "✗",
        "of",
        "/",
        "%",
        "#",
        "and",
        "but",
        " ",
        "\t",
        "1,000"
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "tests fail ",
                "no tests fail ",
                "`",
                "` `` ",
                "\"",
                "“",
                "'",
                "' ",
                "~~",
                "<!--",
                "](",
                "](x",
                "https://",
                "1 of ",
                "[ ]",
                "|",
                ">",
                "not ",
                "not commit ",
                "commit: 0 ",
                "is\n",
                "todo: ",
                "a ",
                ". ",
                "\n",
                "```\n",
                "~~~\n",
                "- ",
                "    x\n",
                "3 ",
                "tests that ",
                "0/1 ",
                "\ud83d"
            })
    @Timeout(60)
    void any_piece_repeated_is_judged_in_time_that_grows_with_its_length(String piece) {
        String text = piece.repeat(MEDIUM / piece.length());

        assertThat(new Claim(text, ClaimStage.CODER, KnownFacts.NONE).objections())
                .hasSizeLessThanOrEqualTo(21);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "word ", "no tests fail "})
    @Timeout(120)
    void a_long_line_is_judged_in_seconds(String piece) {
        String text = piece.repeat(LARGE / piece.length());

        assertThat(new Claim(text, null, KnownFacts.NONE).objections()).hasSizeLessThanOrEqualTo(21);
    }

    @Test
    void random_texts_are_judged_without_trouble_and_always_the_same() {
        Random random = new Random(5);
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(40);
            for (int j = 0; j < length; j++) {
                text.append(PIECES[random.nextInt(PIECES.length)]).append(random.nextBoolean() ? " " : "");
            }
            Claim claim = new Claim(text.toString(), null, KnownFacts.NONE);
            assertThat(claim.objections()).isEqualTo(claim.objections());
        }
    }

    @Test
    void a_contradiction_is_found_wherever_it_stands_in_a_long_text() {
        String filler = "The code is fine and well tested by now. ".repeat(20_000);
        for (String text :
                new String[] {"Tests fail. " + filler, filler + "Tests fail.", filler + "Tests fail. " + filler}) {
            assertThat(new Claim(text, null, KnownFacts.NONE).objections())
                    .extracting(Contradiction::rule)
                    .contains(ClaimRule.TESTS_FAIL);
        }
    }
}
