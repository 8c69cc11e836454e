package dev.ralph.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Whoever prints the output decides what is in it: it may be cut, mixed, endless, or made to be slow to read.
class HostileOutputTest {
    private static final List<FailureCorpus.Labelled> OUTPUTS =
            FailureCorpus.named("tuning.txt").outputs();

    @Test
    void any_mutation_of_an_output_is_read_without_an_exception() {
        SplittableRandom random = new SplittableRandom(20);
        for (int round = 0; round < 1_000; round++) {
            String text = OUTPUTS.get(random.nextInt(OUTPUTS.size())).raw();
            StringBuilder changed = new StringBuilder(text);
            for (int i = 0; i < 1 + random.nextInt(8); i++) {
                mutate(changed, random);
            }
            FailureOutput output = new FailureOutput(changed.toString(), random.nextInt(256), random.nextInt(20) == 0);
            for (Recogniser recogniser : FailureClassifier.recognisers()) {
                assertThat(recogniser.read(OutputLines.of(output))).isNotNull();
            }
            assertThat(FailureClassifier.classify(output).confidence()).isBetween(0, 100);
        }
    }

    @Test
    void ten_megabytes_are_read_in_one_go_whatever_they_are() {
        for (String piece : List.of(
                "/",
                "\u001b]",
                "at a.b.c(",
                "::::",
                ".go:1: ",
                "File \"",
                "x.java:1: error: ",
                "\n",
                "error\n",
                "    at x (y.js:1:1)\n",
                "Error: x\n",
                "error[E0308]: x\n")) {
            String text = piece.repeat(10_000_000 / piece.length());
            // Seconds at most; an expression that tries every combination would take for ever.
            assertTimeoutPreemptively(
                    Duration.ofMinutes(5),
                    () -> FailureClassifier.classify(new FailureOutput(text, 1, false)),
                    () -> "10 MB of " + piece);
        }
    }

    @Test
    void an_error_in_the_middle_of_a_huge_output_is_found() {
        String noise = "step done, nothing to see here\n".repeat(200_000);
        String error = "src/app/Order.java:7: error: incompatible types: String cannot be converted to int\n";

        Failure failure = FailureClassifier.classify(new FailureOutput(noise + error + noise, 1, false));

        assertThat(failure.type()).isEqualTo(FailureType.COMPILATION_ERROR);
        assertThat(failure.location()).isEqualTo(Location.at("src/app/Order.java", 7));
    }

    @Test
    void nothing_printed_is_an_unknown_error() {
        Failure failure = FailureClassifier.classify(new FailureOutput("", 1, false));

        assertThat(failure.type()).isEqualTo(FailureType.UNKNOWN_ERROR);
        assertThat(failure.confidence()).isLessThan(20);
    }

    private static void mutate(StringBuilder text, SplittableRandom random) {
        int at = random.nextInt(text.length() + 1);
        int end = Math.min(text.length(), at + random.nextInt(200));
        switch (random.nextInt(6)) {
            case 0 -> text.delete(at, end);
            case 1 -> text.insert(at, text.substring(at, end));
            case 2 -> text.setLength(at);
            case 3 -> text.insert(at, (char) random.nextInt(0x3000));
            case 4 -> text.insert(at, "\n".repeat(random.nextInt(4)));
            case 5 -> {
                String other = OUTPUTS.get(random.nextInt(OUTPUTS.size())).raw();
                text.insert(at, other, 0, Math.min(other.length(), random.nextInt(1_000)));
            }
            default -> throw new IllegalStateException();
        }
    }
}
