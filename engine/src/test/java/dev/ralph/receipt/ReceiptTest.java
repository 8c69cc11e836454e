package dev.ralph.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.disk.Sha256;
import dev.ralph.receipt.Evidence.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptTest {
    private static final Evidence.Output OUTPUT =
            new Evidence.Output(Sha256.of("text"), 4, "loops/loop-1/checks/x.txt");

    @Test
    void what_was_written_is_read_again() {
        Receipt receipt = Receipt.of(7, EvidenceSamples.full(OUTPUT), Sha256.NONE);

        assertThat(Receipt.parse(receipt.json())).isEqualTo(receipt);
        assertThat(receipt.json()).doesNotContain("\n").doesNotContain("\u001b");
    }

    @Test
    void the_form_of_a_receipt_stays_what_it_is() {
        Evidence evidence = EvidenceSamples.passed(1, 2);
        Map<String, ?> tree =
                CanonicalJson.parse(Receipt.of(1, evidence, Sha256.NONE).json());

        assertThat(tree.keySet())
                .containsExactly(
                        "agent",
                        "attempt",
                        "check",
                        "commit",
                        "environment",
                        "exit_code",
                        "hash",
                        "loop",
                        "model",
                        "number",
                        "occasion",
                        "passed",
                        "previous",
                        "started",
                        "step",
                        "task",
                        "took_ms",
                        "tree",
                        "version");
        assertThat(Receipt.of(
                                1,
                                EvidenceSamples.evidence(
                                        1, 1, new Finding(true, 0, null, null, null, List.of()), OUTPUT),
                                Sha256.NONE)
                        .json())
                .contains("\"output\":{\"bytes\":4,\"file\":\"loops/loop-1/checks/x.txt\",\"sha256\":\"982d9e3eb996f55")
                .contains("\"check\":{\"command\":\"mvn test\",\"definition\":\"mvn test\",\"sha256\":")
                .contains("\"started\":\"2026-01-02T03:04:05.678Z\",\"step\":1,");
    }

    @Test
    void a_receipt_is_bounded_whatever_a_check_says() {
        String huge = "x😀\n\u0000".repeat(400_000);
        String table = "{\"" + "n".repeat(300_000) + "\":1}";

        Receipt receipt = Receipt.of(
                1,
                EvidenceSamples.evidence(1, 1, new Finding(false, 1, huge, null, table, List.of()), null),
                Sha256.NONE);

        assertThat(receipt.json().length()).isLessThan(ReceiptFile.LONGEST_LINE / 4);
        assertThat(receipt.evidence().finding().reason()).endsWith(" more]");
        assertThat(receipt.evidence().finding().tests()).startsWith("{\"omitted_characters\":300006,\"sha256\":");
        assertThat(Receipt.parse(receipt.json())).isEqualTo(receipt);
    }

    @Test
    void half_a_character_becomes_a_question_mark() {
        Evidence evidence =
                EvidenceSamples.evidence(1, 1, new Finding(false, 1, "cut \ud83d here", null, null, List.of()), null);

        Receipt read = Receipt.parse(Receipt.of(1, evidence, Sha256.NONE).json());

        assertThat(read.evidence().finding().reason()).isEqualTo("cut ? here");
    }

    @Test
    void no_secret_value_can_be_guessed_from_the_hash_of_the_environment() {
        Fingerprint one = fingerprint("s3cret", "/bin");

        assertThat(one.variables()).containsExactly("API_KEY", "PATH");
        assertThat(one).isEqualTo(fingerprint("another", "/bin")).isNotEqualTo(fingerprint("s3cret", "/usr/bin"));
    }

    private static Fingerprint fingerprint(String key, String path) {
        return Fingerprint.here(
                Map.of(),
                Map.of("API_KEY", key, "PATH", path),
                name -> !name.equals("API_KEY"),
                "off",
                Fingerprint.Room.WORKSPACE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../x", "a/../../x", "", "a//b", "./a", "a/."})
    void an_output_lies_below_the_state_folder(String file) {
        assertThatThrownBy(() -> new Evidence.Output(Sha256.NONE, 1, file))
                .hasMessage("the output does not lie below the state folder");
    }

    @Test
    void what_cannot_be_is_refused() {
        assertThatThrownBy(() -> new Evidence.Subject("HEAD", null, null)).hasMessage("no name of a git object: HEAD");
        assertThatThrownBy(() -> new Evidence.Claim(Evidence.Occasion.VERDICT, "l", "t", 1, 0))
                .hasMessage("check 0 of attempt 1 cannot be");
        assertThatThrownBy(() -> new Receipt(0, EvidenceSamples.passed(1, 1), Sha256.NONE, Sha256.NONE))
                .hasMessage("no receipt has the number 0");
        assertThatThrownBy(() -> new Finding(true, 0, null, null, "[1]", List.of()))
                .hasMessage("it is not a JSON object");
        assertThatThrownBy(() -> new Evidence.Definition("a", "b", "c", null))
                .hasMessage("the hash of the definition is not a SHA-256 in lower case");
        assertThatThrownBy(() -> new Evidence(
                        EvidenceSamples.passed(1, 1).claim(),
                        EvidenceSamples.passed(1, 1).check(),
                        EvidenceSamples.passed(1, 1).finding(),
                        Evidence.Subject.UNKNOWN,
                        Evidence.Author.UNKNOWN,
                        EvidenceSamples.passed(1, 1).environment(),
                        EvidenceSamples.passed(1, 1).started(),
                        Duration.ofSeconds(-1),
                        null))
                .hasMessage("a check cannot take PT-1S");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{}",
                "[]",
                "null",
                "{} {}",
                "{\"hash\":1}",
                "{\"hash\":\"x\"}",
                "{\"a\":1e999999999}",
                "{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
            })
    void what_is_no_receipt_is_not_read_as_one(String line) {
        assertThatThrownBy(() -> Receipt.parse(line)).isInstanceOf(IllegalArgumentException.class);
    }
}
