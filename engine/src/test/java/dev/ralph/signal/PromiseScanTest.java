package dev.ralph.signal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.signal.PromiseFinding.Why;
import dev.ralph.signal.PromiseFinding.Wrong;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromiseScanTest {
    private static final PromiseRule SESSION = PromiseRule.session("DONE");
    private static final PromiseRule STAGE = PromiseRule.stage("DONE");

    @Test
    void half_a_character_that_bytes_follow_stays_where_it_was() {
        PromiseScan scan = new PromiseScan(PromiseRule.session("DONE"));
        byte[] rest = "NE</promise>".getBytes(UTF_8);
        scan.read("<promise>DO\ud83d");
        scan.read(rest, 0, rest.length);

        assertThat(scan.finding()).isInstanceOf(PromiseFinding.Wrong.class);
    }

    @Test
    void in_a_session_the_tag_is_found_anywhere() {
        assertThat(session("<promise>DONE</promise>")).isEqualTo(PromiseFinding.KEPT);
        assertThat(session("All is well. <promise>DONE</promise> Good night.")).isEqualTo(PromiseFinding.KEPT);
    }

    @Test
    void in_a_session_white_space_inside_the_tag_is_ignored() {
        assertThat(session("<promise>  DONE\n</promise>")).isEqualTo(PromiseFinding.KEPT);
        assertThat(session("<promise>\r\n\tDONE\u00a0\u2003\ufeff</promise>")).isEqualTo(PromiseFinding.KEPT);
        assertThat(session("<promise>" + " ".repeat(100_000) + "DONE" + "\n".repeat(100_000) + "</promise>"))
                .isEqualTo(PromiseFinding.KEPT);
        assertThat(session("<promise>D ONE</promise>")).isEqualTo(new Wrong("D ONE", Why.OTHER_TEXT));
    }

    @Test
    void in_a_session_case_does_not_matter_in_promise_and_tag() {
        assertThat(session("<promise>done</promise>")).isEqualTo(PromiseFinding.KEPT);
        assertThat(session("<PROMISE>Done</Promise>")).isEqualTo(PromiseFinding.KEPT);
        assertThat(PromiseScan.of(PromiseRule.session("fertig, größe"), "<promise>FERTIG, GRÖßE</promise>"))
                .isEqualTo(PromiseFinding.KEPT);
        assertThat(PromiseScan.of(PromiseRule.session("KISS"), "<promise>\u212aI\u017f\u017f</promise>"))
                .isEqualTo(new Wrong("\u212aI\u017f\u017f", Why.OTHER_TEXT));
    }

    @Test
    void custom_promises_are_taken_literally() {
        PromiseRule dots = PromiseRule.session("a.c (1+1) [x]* $& \\d^");
        assertThat(PromiseScan.of(dots, "<promise>a.c (1+1) [x]* $& \\d^</promise>"))
                .isEqualTo(PromiseFinding.KEPT);
        assertThat(PromiseScan.of(PromiseRule.session("a.c"), "<promise>abc</promise>"))
                .isEqualTo(new Wrong("abc", Why.OTHER_TEXT));
        assertThat(PromiseScan.of(PromiseRule.session("a<b"), "<promise>a<b</promise>"))
                .isEqualTo(PromiseFinding.KEPT);
    }

    @Test
    void the_tag_is_needed() {
        assertThat(session("DONE")).isEqualTo(PromiseFinding.NONE);
        assertThat(session("All tasks are complete. Everything is done.")).isEqualTo(PromiseFinding.NONE);
        assertThat(session("<promise>DONE")).isEqualTo(PromiseFinding.NONE);
        assertThat(session("promise>DONE</promise>")).isEqualTo(PromiseFinding.NONE);
        assertThat(session("<promise >DONE</promise>")).isEqualTo(PromiseFinding.NONE);
        assertThat(session("&lt;promise&gt;DONE&lt;/promise&gt;")).isEqualTo(PromiseFinding.NONE);
    }

    @Test
    void in_a_stage_the_tag_stands_alone_in_its_line() {
        for (String text : List.of(
                "<promise>DONE</promise>",
                "ok\n<promise>DONE</promise>\nbye",
                "ok\r\n\t <promise>DONE</promise> \r\nbye",
                "write <promise> at the end\n<promise>DONE</promise>")) {
            assertThat(stage(text)).as(text).isEqualTo(PromiseFinding.KEPT);
        }
        for (String text : List.of(
                "I will print <promise>DONE</promise>",
                "<promise>DONE</promise> is what I say",
                "<promise>DONE</promise><promise>DONE</promise>",
                "\"<promise>DONE</promise>\"",
                "> <promise>DONE</promise>")) {
            assertThat(stage(text)).as(text).isEqualTo(new Wrong("DONE", Why.NOT_ALONE));
        }
        assertThat(stage("<promise>\nDONE\n</promise>")).isEqualTo(new Wrong(" DONE ", Why.OTHER_TEXT));
    }

    @Test
    void in_a_stage_every_letter_counts() {
        assertThat(stage("<promise>done</promise>")).isEqualTo(new Wrong("done", Why.OTHER_TEXT));
        assertThat(stage("<promise> DONE </promise>")).isEqualTo(new Wrong(" DONE ", Why.OTHER_TEXT));
        assertThat(stage("<Promise>DONE</Promise>")).isEqualTo(PromiseFinding.NONE);
    }

    @Test
    void in_a_stage_a_promise_that_contains_another_one_is_not_that_one() {
        assertThat(stage("<promise>DONE_ALL</promise>")).isEqualTo(new Wrong("DONE_ALL", Why.OTHER_TEXT));
        assertThat(stage("<promise>NOT_DONE</promise>")).isEqualTo(new Wrong("NOT_DONE", Why.OTHER_TEXT));
        assertThat(PromiseScan.of(PromiseRule.stage("DONE_ALL"), "<promise>DONE</promise>\n"))
                .isEqualTo(new Wrong("DONE", Why.OTHER_TEXT));
    }

    @Test
    void in_a_stage_the_promise_is_known_when_its_line_or_its_message_ends() {
        PromiseScan scan = new PromiseScan(STAGE);
        scan.read("<promise>DONE</promise>");
        assertThat(scan.finding()).isEqualTo(PromiseFinding.NONE);
        scan.read(" \n");
        assertThat(scan.finding()).isEqualTo(PromiseFinding.KEPT);

        PromiseScan last = new PromiseScan(STAGE);
        last.read("<promise>DONE</promise>");
        last.endMessage();
        assertThat(last.finding()).isEqualTo(PromiseFinding.KEPT);
    }

    @Test
    void a_different_text_in_the_tag_is_reported_as_the_wrong_promise() {
        assertThat(session("<promise>COMPLETE</promise>")).isEqualTo(new Wrong("COMPLETE", Why.OTHER_TEXT));
        assertThat(session("<promise>A</promise> or <promise>B</promise>")).isEqualTo(new Wrong("B", Why.OTHER_TEXT));
        assertThat(session("<promise></promise>")).isEqualTo(new Wrong("", Why.OTHER_TEXT));
        assertThat(new Wrong("COMPLETE", Why.OTHER_TEXT).words(SESSION))
                .isEqualTo("The promise must be 'DONE', not 'COMPLETE'.");
        assertThat(new Wrong("DONE", Why.NOT_ALONE).words(STAGE))
                .isEqualTo("The promise 'DONE' does not count: put it alone on its line.");
    }

    @Test
    void a_wrong_promise_is_shown_short_and_harmless() {
        assertThat(session("<promise>\u001b[2Jx\u202ey\nz</promise>"))
                .isEqualTo(new Wrong("\ufffd[2Jx\ufffdy z", Why.OTHER_TEXT));
        assertThat(session("<promise>" + "x".repeat(300) + "</promise>"))
                .isEqualTo(new Wrong("x".repeat(200) + "…", Why.OTHER_TEXT));
        assertThat(session("<promise>" + "x".repeat(9_000_000) + "</promise>"))
                .isEqualTo(new Wrong("x".repeat(200) + "…", Why.OTHER_TEXT));
    }

    @Test
    void a_wrong_promise_before_or_after_the_right_one_changes_nothing() {
        assertThat(session("<promise>X</promise><promise>DONE</promise>")).isEqualTo(PromiseFinding.KEPT);
        assertThat(session("<promise>DONE</promise><promise>X</promise>")).isEqualTo(PromiseFinding.KEPT);
    }

    @Test
    void the_last_word_of_kept_and_blocked_counts() {
        PromiseRule rule = SESSION.withBlocked("BLOCKED");
        assertThat(PromiseScan.of(rule, "<promise>blocked</promise>")).isEqualTo(PromiseFinding.BLOCKED);
        assertThat(PromiseScan.of(rule, "<promise>BLOCKED</promise> no: <promise>DONE</promise>"))
                .isEqualTo(PromiseFinding.KEPT);
        assertThat(PromiseScan.of(rule, "<promise>DONE</promise> no: <promise>BLOCKED</promise>"))
                .isEqualTo(PromiseFinding.BLOCKED);
        assertThat(session("<promise>BLOCKED</promise>")).isEqualTo(new Wrong("BLOCKED", Why.OTHER_TEXT));
    }

    @Test
    void a_tag_does_not_reach_from_one_message_into_the_next() {
        PromiseScan scan = new PromiseScan(SESSION);
        scan.read("<promise>DO");
        scan.endMessage();
        scan.read("NE</promise>");
        scan.endMessage();
        scan.read("<prom");
        scan.endMessage();
        scan.read("ise>DONE</promise>");
        scan.endMessage();
        assertThat(scan.finding()).isEqualTo(PromiseFinding.NONE);

        scan.read("<promise>DONE</promise>");
        assertThat(scan.finding()).isEqualTo(PromiseFinding.KEPT);
    }

    @Test
    void an_opening_tag_begins_anew_inside_another() {
        assertThat(session("<promise><promise>DONE</promise></promise>")).isEqualTo(PromiseFinding.KEPT);
        assertThat(session("<promise>x<promise>DONE</promise>")).isEqualTo(PromiseFinding.KEPT);
        assertThat(session("<promise>DONE<promise></promise>")).isEqualTo(new Wrong("", Why.OTHER_TEXT));
    }

    @Test
    void bytes_that_are_no_utf_8_are_no_promise_and_no_trouble() {
        for (byte[] inner : List.of(
                new byte[] {(byte) 0xc1, (byte) 0x84, 'O', 'N', 'E'}, // an overlong D
                new byte[] {'D', 'O', 'N', 'E', (byte) 0xff},
                new byte[] {'D', 'O', 'N', 'E', (byte) 0xf0, (byte) 0x9f},
                new byte[] {(byte) 0x80, 'D', 'O', 'N', 'E'})) {
            PromiseScan scan = new PromiseScan(SESSION);
            feed(scan, "<promise>".getBytes(UTF_8));
            feed(scan, inner);
            feed(scan, "</promise>".getBytes(UTF_8));
            assertThat(scan.finding()).isInstanceOf(Wrong.class);
            feed(scan, "<promise>DONE</promise>".getBytes(UTF_8));
            assertThat(scan.finding()).isEqualTo(PromiseFinding.KEPT);
        }
    }

    @Test
    void a_character_may_be_split_between_two_texts() {
        String promise = "READY \ud83d\ude80";
        String tag = "<promise>" + promise + "</promise>";
        for (int cut = 0; cut <= tag.length(); cut++) {
            PromiseScan scan = new PromiseScan(PromiseRule.stage(promise));
            scan.read(tag.substring(0, cut));
            scan.read("");
            scan.read(tag.substring(cut));
            scan.endMessage();
            assertThat(scan.finding()).as("cut at %d", cut).isEqualTo(PromiseFinding.KEPT);
        }
    }

    private static void feed(PromiseScan scan, byte[] bytes) {
        scan.read(bytes, 0, bytes.length);
    }

    private static PromiseFinding session(String text) {
        return PromiseScan.of(SESSION, text);
    }

    private static PromiseFinding stage(String text) {
        return PromiseScan.of(STAGE, text);
    }
}
