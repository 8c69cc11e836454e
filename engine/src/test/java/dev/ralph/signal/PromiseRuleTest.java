package dev.ralph.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PromiseRuleTest {

    @Test
    void the_profiles_have_the_rules_of_their_specifications() {
        assertThat(PromiseRule.session("DONE")).isEqualTo(new PromiseRule("DONE", false, false, true, null));
        assertThat(PromiseRule.stage("QA_PASSED")).isEqualTo(new PromiseRule("QA_PASSED", true, true, false, null));
    }

    @Test
    void the_tag_is_what_an_agent_has_to_write() {
        assertThat(PromiseRule.session("ALL_FIXED").tag()).isEqualTo("<promise>ALL_FIXED</promise>");
    }

    @Test
    void a_promise_that_can_never_or_always_be_kept_is_refused() {
        assertRefused("", "is empty");
        assertRefused(" \t\u00a0", "is empty");
        assertRefused("one\ntwo", "more than one line");
        assertRefused("x".repeat(PromiseRule.LONGEST + 1), "more than 1024 bytes");
        assertRefused("€".repeat(342), "more than 1024 bytes");
        assertRefused("<promise>DONE</promise>", "contains a tag");
        assertRefused("DONE</PROMISE>", "contains a tag");
        assertThat(PromiseRule.session("x".repeat(PromiseRule.LONGEST)).promise())
                .hasSize(1024);
    }

    @Test
    void white_space_around_a_promise_is_taken_off_where_it_is_ignored_anyway() {
        assertThat(PromiseRule.session(" DONE\u3000").promise()).isEqualTo("DONE");
        assertThat(PromiseRule.stage(" DONE ").promise()).isEqualTo(" DONE ");
    }

    @Test
    void the_blocked_promise_is_another_one() {
        assertThat(PromiseRule.session("DONE").withBlocked("BLOCKED").blocked()).isEqualTo("BLOCKED");
        assertThatThrownBy(() -> PromiseRule.session("DONE").withBlocked("done"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("choose different ones");
        assertThat(PromiseRule.stage("DONE").withBlocked("done").blocked()).isEqualTo("done");
    }

    private static void assertRefused(String promise, String why) {
        assertThatThrownBy(() -> PromiseRule.session(promise))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
        assertThatThrownBy(() -> PromiseRule.stage(promise)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PromiseRule.session("OTHER").withBlocked(promise))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("blocked promise");
    }
}
