package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StageFindingsTest {
    @Test
    void each_line_of_a_block_is_a_finding() {
        assertThat(StageFindings.of("looked at it\n<rejected>\n  no test for 0\n\nname is wrong\n</rejected>\nbye"))
                .containsExactly("no test for 0", "name is wrong");
    }

    @Test
    void the_last_block_counts() {
        assertThat(StageFindings.of("<rejected>\nold\n</rejected>\n<rejected>\nnew\n</rejected>"))
                .containsExactly("new");
    }

    @Test
    void tags_that_do_not_stand_alone_or_are_not_closed_reject_nothing() {
        assertThat(List.of(
                        "I would print <rejected>\nx\n</rejected> here", "<rejected>\nx", "</rejected>", "all is well"))
                .allSatisfy(words -> assertThat(StageFindings.of(words)).isEmpty());
    }

    @Test
    void an_empty_block_rejects_all_the_same() {
        assertThat(StageFindings.of("<rejected>\n</rejected>")).containsExactly("rejected, without a reason");
    }

    @Test
    void what_an_agent_prints_without_end_is_cut() {
        List<String> findings =
                StageFindings.of("<rejected>\n" + ("x".repeat(10_000) + "\n").repeat(1000) + "</rejected>");

        assertThat(findings).hasSize(20).allMatch(finding -> finding.length() == 501);
    }
}
