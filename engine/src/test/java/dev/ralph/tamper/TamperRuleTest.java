package dev.ralph.tamper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TamperRuleTest {
    @Test
    void every_rule_and_its_standard_measure_is_in_the_document() throws IOException {
        Path repository = Path.of(System.getProperty("ralph.repository", ".."));
        assertThat(Files.readAllLines(repository.resolve("docs/proof.md")))
                .containsAll(Arrays.stream(TamperRule.values())
                        .map(rule -> "| `" + rule.id() + "` | " + rule.sentence() + " | " + rule.standard() + " |")
                        .toList());
    }

    @Test
    void every_rule_refuses_or_tells_of_a_sample() throws IOException {
        Set<TamperRule> met = TamperGuardTest.samples().stream()
                .flatMap(sample -> sample.findings().stream())
                .map(TamperFinding::rule)
                .collect(Collectors.toSet());
        assertThat(met)
                .containsAll(Arrays.stream(TamperRule.values())
                        .filter(rule -> rule != TamperRule.UNREADABLE) // in HostileChangeTest
                        .filter(rule ->
                                rule != TamperRule.RALPH_CONFIG) // in TamperGuardLoopTest: it is in no difference
                        .toList());
    }

    @Test
    void a_word_for_all_rules_gives_way_to_one_for_a_single_rule() {
        Measures measures = Measures.of(Map.of("all", "warn", "check-script", "block"));
        assertThat(measures.of(TamperRule.CHECK_SCRIPT)).isEqualTo(Measure.BLOCK);
        assertThat(measures.of(TamperRule.TEST_DELETED)).isEqualTo(Measure.WARN);
        assertThat(Measures.STANDARD.of(TamperRule.TEST_DELETED)).isEqualTo(Measure.BLOCK);
    }

    @Test
    void nobody_is_asked_where_nobody_is_there() {
        Measures measures = Measures.of(Map.of("ask", "block", "test-data", "warn"));
        assertThat(measures.of(TamperRule.SNAPSHOT_CHANGED)).isEqualTo(Measure.BLOCK);
        assertThat(measures.of(TamperRule.TEST_DATA)).isEqualTo(Measure.WARN);
        assertThat(measures.of(TamperRule.LINT_CONFIG)).isEqualTo(Measure.WARN);
        assertThat(measures.all()).doesNotContainValue(Measure.ASK);
    }

    @Test
    void nor_by_a_rule_that_was_told_to_ask() {
        assertThat(Measures.of(Map.of("check-script", "ask", "ask", "block")).of(TamperRule.CHECK_SCRIPT))
                .isEqualTo(Measure.BLOCK);
        assertThat(Measures.of(Map.of("all", "ask", "ask", "warn")).all()).containsOnlyKeys(TamperRule.values());
        assertThat(Measures.of(Map.of("all", "ask", "ask", "warn")).all()).doesNotContainValue(Measure.ASK);
        assertThat(Measures.of(Map.of("all", "allow", "ask", "block")).all()).doesNotContainValue(Measure.BLOCK);
    }

    @Test
    void a_rule_that_read_code_says_what_took_its_place() {
        assertThatThrownBy(() -> Measures.of(Map.of("assertion-changed", "warn")))
                .hasMessageContaining("assertion-changed is no rule any more")
                .hasMessageContaining("remove it");
    }

    @Test
    void what_is_no_rule_or_no_measure_is_named() {
        assertThatThrownBy(() -> Measures.of(Map.of("tests", "warn"))).hasMessageContaining("there is no rule tests");
        assertThatThrownBy(() -> Measures.of(Map.of("check-script", "no")))
                .hasMessageContaining("allow, warn, ask or block");
    }
}
