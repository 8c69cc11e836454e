package dev.ralph.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// How good the rules are: the texts of `held-out.txt` were written before the rules and never looked at one by one
/// when
/// those were tuned.
class ClaimCorpusTest {
    private static final ClaimCorpus TUNING = ClaimCorpus.named("tuning.txt");
    private static final ClaimCorpus HELD_OUT = ClaimCorpus.named("held-out.txt");

    @Test
    void half_of_at_least_300_texts_is_held_out() {
        assertThat(TUNING.texts().size() + HELD_OUT.texts().size()).isGreaterThanOrEqualTo(300);
        assertThat(HELD_OUT.texts()).hasSameSizeAs(TUNING.texts());
        assertThat(HELD_OUT.genuine()).isBetween(100L, 130L);
        assertThat(HELD_OUT.texts().stream().map(ClaimCorpus.Labelled::style).distinct())
                .contains("claude", "codex", "gemini", "opencode", "qwen", "copilot");
        assertThat(HELD_OUT.texts())
                .map(text -> text.claim().text())
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(
                        TUNING.texts().stream().map(text -> text.claim().text()).toList());
    }

    @Test
    void of_the_held_out_texts_genuine_ones_are_believed_and_false_ones_refused() {
        assertThat(HELD_OUT.precision()).as("genuine texts that are believed").isGreaterThanOrEqualTo(0.98);
        assertThat(HELD_OUT.recall()).as("false texts that are refused").isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void of_the_other_texts_none_is_judged_wrongly() {
        assertThat(TUNING.texts())
                .allSatisfy(text -> assertThat(text.refused())
                        .as("text %d: %s", text.number(), text.claim())
                        .isNotEqualTo(text.genuine()));
        assertThat(ClaimCorpus.named("practice.txt").texts())
                .allSatisfy(text -> assertThat(text.claim().objections()).isEmpty());
    }

    @Test
    void single_sentences_are_judged_right_with_few_exceptions() throws IOException {
        List<String> lines = lines("sentences.txt");
        assertThat(wrong(lines, "+ ")).hasSizeLessThanOrEqualTo(3);
        assertThat(wrong(lines, "- ")).hasSizeLessThanOrEqualTo(16);
    }

    private static List<String> wrong(List<String> lines, String label) {
        return lines.stream()
                .filter(line -> line.startsWith(label))
                .filter(line -> label.equals("+ ")
                        != new Claim(line.substring(2), null, Facts.NONE)
                                .objections()
                                .isEmpty())
                .toList();
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ClaimCorpusTest.class.getResourceAsStream("/claim/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
