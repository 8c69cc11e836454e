package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.json.JsonText;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// `ralph metrics`: the figures of specification 000, by what really happened.
class MetricsTest extends WithSpec {

    private Map<String, ?> metrics(String... more) throws Exception {
        Shell.Said said = project.ralph(more);
        assertThat(said.code()).as(said.out() + said.err()).isZero();
        JsonContractTest.isValid("metrics", said.out());
        return JsonText.object(said.out().strip());
    }

    @Test
    void a_task_that_healed_and_one_that_needs_a_person_are_counted_apart() throws Exception {
        tasks("""
                - [ ] 1 Make it
                - [ ] 2 Make it well
                """);
        script("agent.sh", """
                cat > BASE/prompt
                grep -q 'touch made' BASE/prompt && touch made
                grep -q '^> - .-. 2 ' BASE/prompt && touch second
                true
                """);
        script("test.sh", """
                test -e second && { echo 'AssertionError: never well'; exit 1; }
                test -e made || { echo 'AssertionError: not made'; exit 1; }
                """);
        answer(1, correction("say how", "- [ ] 1 Make it\n  - touch made\n"));
        answer(2, correction("more", "- [ ] 2 Make it well\n  - better\n"));
        answer(3, correction("more", "- [ ] 2 Make it well\n  - still better\n"));
        answer(4, correction("more", "- [ ] 2 Make it well\n  - best\n"));

        Shell.Said said = heal();

        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(4);
        Shell.Said shown = project.ralph("metrics");
        assertThat(shown.out()).isEqualTo("""
                2 tasks, 2 failed, 1 healed, 1 escalated
                  self-correction rate  50 %  (target > 90 %)
                  average attempts      1.0  (target < 1.5)
                  escalation rate       50 %  (target < 10 %)
                  test_failure  4
                """);
        Map<String, ?> all = metrics("metrics", "--json");
        assertThat(all.get("failed")).isEqualTo(2L);
        assertThat(all.get("healed")).isEqualTo(1L);
        assertThat(all.get("escalated")).isEqualTo(1L);
        assertThat(all.get("self_correction_rate")).asString().isEqualTo("0.500");
        assertThat(all.get("days")).asString().contains("healed=1");
        assertThat(metrics("metrics", "accounts", "--json").get("spec")).isEqualTo("accounts");
        assertThat(project.ralph("report").out()).contains("Specs that correct themselves");
    }

    @Test
    void before_anything_healed_it_says_how_to_begin_and_a_spec_that_nobody_knows_gets_the_nearest() throws Exception {
        Shell.Said none = project.ralph("metrics");
        assertThat(none.code()).isZero();
        assertThat(none.out()).isEqualTo("no task of a spec was worked on yet; start with `ralph heal FEATURE`\n");
        assertThat(heal().code()).isZero();

        Shell.Said wrong = project.ralph("metrics", "acounts");

        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("accounts");
    }
}
