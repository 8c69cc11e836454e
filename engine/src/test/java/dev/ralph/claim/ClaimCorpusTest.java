package dev.ralph.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// How good the rules are, measured with texts that were written before them. The rules are not tuned to any of them:
/// they are the specification's.
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
    void the_document_says_how_good_the_rules_are() throws IOException {
        Path repository = Path.of(System.getProperty("ralph.repository", ".."));
        assertThat(Files.readAllLines(repository.resolve("docs/proof.md")))
                .contains(
                        "| genuine claims believed | " + HELD_OUT.count(true, false) + " | " + TUNING.count(true, false)
                                + " |",
                        "| false claims refused | " + HELD_OUT.count(false, true) + " | " + TUNING.count(false, true)
                                + " |");
    }
}
