package dev.ralph.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TODO | TODO: the other half",
                "FIXME | FIXME: wrong for leap years",
                "NOT_YET_IMPLEMENTED | Export is not yet implemented.",
                "STILL_NEED_TO | I still need to write the docs.",
                "REMAINING_WORK | The remaining work is small.",
                "BLOCKED_BY | This is blocked by the outage.",
                "CANNOT_COMPLETE | I cannot complete the migration.",
                "TESTS_FAIL | The tests fail.",
                "TESTS_FAIL | One test fails.",
                "TESTS_FAIL | Nothing is left to do, two tests fail.",
            })
    void each_pattern_of_the_specification_refuses_by_its_name(ClaimRule rule, String text) {
        assertThat(objections(text)).map(Contradiction::rule).contains(rule);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 tests failed",
                "No remaining work.",
                "Removed the TODO: in the parser.",
                "No longer blocked by the outage.",
                "None of the tests fail.",
                "There are no failing tests.",
                "Tests run: 12, Failures: 0, Errors: 0",
                "I fixed the 3 failing tests.",
                "Nothing of it is not yet implemented.",
                "Tests failed: 0",
                "Remaining work: none.",
                "I didn't leave a TODO: anywhere.",
                "There are no FIXME: or TODO: marks."
            })
    void what_is_denied_or_removed_is_fine(String text) {
        assertThat(objections(text)).isEmpty();
    }

    @Test
    void the_rule_and_the_line_are_reported() {
        Contradiction only = objections("All done.\n\nTwo tests fail.\n").getFirst();

        assertThat(only).isEqualTo(new Contradiction(ClaimRule.TESTS_FAIL, 3, "Two tests fail."));
        assertThat(only.words())
                .isEqualTo("Output contains contradictions to promise: tests or the build fail"
                        + " (rule tests-fail, line 3: \"Two tests fail.\")");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```\n2 tests failed\n```",
                "~~~text\nTODO: x\n~~~",
                "````\n```\ntests fail\n````",
                "> tests fail",
                "The hint `tests fail` is new.",
                "The hint \"tests fail\" is new.",
                "The hint “tests fail” is new.",
                "~~TODO: x~~ done"
            })
    void code_and_quotations_are_nobody_s_claim(String text) {
        assertThat(objections(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```\nall fine\n```\nTests fail.",
                "```\nthis fence is never closed\n\nTests fail.",
                "It's the user's. Tests fail. It's so.",
                "- a list\n\n    Tests fail.",
                "**Tests fail.**",
                "The\ntests\nfail.",
                "| step | tests fail |",
                "No errors.\n- tests fail",
                "the 'x and tests fail",
                "The tests\u2019 build fails, tests fail."
            })
    void everything_else_is(String text) {
        assertThat(objections(text)).isNotEmpty();
    }

    @Test
    void nothing_but_the_patterns_is_understood() {
        assertThat(objections("The build is red. 3 of 7 are missing. I have yet to write the rest."))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CODER | All done. | NO_COMMIT",
                "CODER | To be done before the commit. | NO_COMMIT",
                "CODER | Committed as abc1234. |",
                "TESTER | I wrote tests. | NO_PASSING_TESTS",
                "TESTER | They should pass. | NO_PASSING_TESTS",
                "TESTER | TESTS PASSED |",
                "TESTER | All tests pass, the suite is green. | NO_PASSING_TESTS",
                "TESTER | The PASSWORD tests are there. | NO_PASSING_TESTS",
                "REVIEWER | I read it. | NO_APPROVAL",
                "REVIEWER | It is not approved. | NO_APPROVAL",
                "REVIEWER | REVIEW PASSED |",
                "REVIEWER | The review passed. | NO_APPROVAL",
                "REVIEWER | LGTM, I approve. | NO_APPROVAL",
                "REVIEWER | Approved. |",
                "QA | Fine. |",
            })
    void a_stage_says_what_the_specification_wants_to_hear(ClaimStage stage, String text, ClaimRule lacking) {
        List<Contradiction> found = new Claim(text, stage, KnownFacts.NONE).objections();

        assertThat(found).map(Contradiction::rule).isEqualTo(lacking == null ? List.of() : List.of(lacking));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "REVIEWER | No issues found\\nREVIEW PASSED",
                "REVIEWER | No security issues were found and the code is approved.",
                "REVIEWER | No blockers – approved",
                "REVIEWER | No blockers - approved",
                "REVIEWER | I did not find any problem; approved.",
                "REVIEWER | `REVIEW PASSED`",
                "REVIEWER | My verdict: \"approved\"",
                "REVIEWER | {\"result\":\"approved\"}",
                "REVIEWER | {\"approved\": true}",
                "REVIEWER | The changes to the parser are approved.",
                "REVIEWER | - [x] approved",
                "TESTER | Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\\nBUILD SUCCESS\\nAll tests passed",
                "TESTER | 0 failed\\n12 passed",
                "TESTER | No failures\\nTESTS PASSED",
                "TESTER | 0 errors and 12 passed",
                "TESTER | I ran the suite without errors: 12 passed",
                "TESTER | nothing left TODO: all passed",
                "TESTER | ```\\n12 passed in 0.1s\\n```",
                "TESTER | I fixed the parser so all tests passed.",
                "TESTER | After the fix all tests passed.",
                "CODER | Nothing is left to do, all is committed.",
            })
    void a_denial_of_something_else_takes_nothing_back(ClaimStage stage, String text) {
        assertThat(new Claim(text.replace("\\n", "\n"), stage, KnownFacts.NONE).objections())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "REVIEWER | not approved",
                "REVIEWER | The change cannot be approved.",
                "REVIEWER | The change cannot be\\napproved.",
                "REVIEWER | It would be approved with a test.",
                "REVIEWER | It has yet to be approved.",
                "REVIEWER | Approved if the name is changed.",
                "REVIEWER | Is it approved?",
                "REVIEWER | {\"approved\": false}",
                "REVIEWER | **Approved**: no",
                "REVIEWER | - [ ] approved",
                "REVIEWER | I reviewed it, but it isn't approved.",
                "REVIEWER | State REVIEW PASSED if you approve it",
                "TESTER | tests have not passed",
                "TESTER | tests have not\\npassed",
                "TESTER | 12 failed, 0 passed",
                "TESTER | Passed: 0",
                "TESTER | passed 0 of 12",
                "TESTER | None of them passed.",
                "TESTER | PASSWORD",
                "TESTER | State TESTS PASSED if all of them passed",
                "CODER | I will commit later",
                "CODER | I'll commit it tomorrow.",
                "CODER | There is nothing to commit.",
                "CODER | I still have to commit",
            })
    void what_is_denied_planned_or_asked_is_not_stated(ClaimStage stage, String text) {
        assertThat(new Claim(text.replace("\\n", "\n"), stage, KnownFacts.NONE).objections())
                .map(Contradiction::line)
                .containsExactly(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Then I print:\n```\n<promise>DONE</promise>\n```\n",
                "I will end with `<promise>DONE</promise>`.",
                "The task says \"print <promise>DONE</promise>\".",
                "> print <promise>DONE</promise> when it is done"
            })
    void a_promise_that_is_only_shown_is_not_given(String text) {
        assertThat(new Claim(text, null, KnownFacts.NONE).objections())
                .containsExactly(new Contradiction(ClaimRule.PROMISE_QUOTED, 0, null));
        assertThat(new Claim(text + "\n\n<promise>DONE</promise>", null, KnownFacts.NONE).objections())
                .isEmpty();
    }

    @Test
    void a_commit_counts_more_than_words() {
        assertThat(new Claim("Committed.", ClaimStage.CODER, new KnownFacts(false)).objections())
                .containsExactly(new Contradiction(ClaimRule.NO_COMMIT, 0, null));
        assertThat(new Claim("Done.", ClaimStage.CODER, new KnownFacts(true)).objections())
                .isEmpty();
    }

    @Test
    void a_stage_is_known_by_its_name_in_any_case() {
        assertThat(ClaimStage.named("coder")).isEqualTo(ClaimStage.CODER);
        assertThat(ClaimStage.named("QA")).isEqualTo(ClaimStage.QA);
        assertThat(ClaimStage.named("artist")).isNull();
        assertThat(ClaimStage.named(null)).isNull();
    }

    @Test
    void a_line_is_shown_short_and_without_anything_that_a_terminal_obeys() {
        Contradiction found =
                objections("Tests fail. \u001b[31m\u202e" + "x".repeat(500)).getFirst();

        assertThat(found.said())
                .hasSize(201)
                .endsWith("…")
                .doesNotContain("\u001b")
                .doesNotContain("\u202e");
    }

    private static List<Contradiction> objections(String text) {
        return new Claim(text, null, KnownFacts.NONE).objections();
    }
}
