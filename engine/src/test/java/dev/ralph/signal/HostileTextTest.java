package dev.ralph.signal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Text made to be expensive. Each case would take hours or all memory if time were not linear or memory not bounded;
/// the limits are generous, because a busy machine is no bug.
@Timeout(120)
class HostileTextTest {
    private static final int MEGABYTE = 1 << 20;
    private static final PromiseRule SESSION = PromiseRule.session("DONE");
    private static final PromiseRule STAGE = PromiseRule.stage("DONE");
    private static final byte[] TAG = "\n<promise>DONE</promise>\n".getBytes(UTF_8);

    @Test
    void a_million_opening_brackets() {
        assertStillFound("<");
    }

    @Test
    void millions_of_opening_tags() {
        assertStillFound("<promise>");
        assertStillFound("<PROMISE>");
        assertStillFound("\n<promise>\n");
    }

    @Test
    void millions_of_tags_that_are_nearly_complete() {
        assertStillFound("<promise");
        assertStillFound("<promise></promise");
        assertStillFound("</promise>");
        assertStillFound("<p");
        assertStillFound("<P<p>");
        assertStillFound("promise>");
    }

    @Test
    void millions_of_wrong_promises() {
        assertStillFound("<promise>x</promise>");
        assertStillFound("<promise>done.</promise>\n");
    }

    @Test
    void nested_tags_of_any_depth() {
        String nested = "<promise>".repeat(100_000) + "DONE" + "</promise>".repeat(100_000);
        assertThat(PromiseScan.of(SESSION, nested)).isEqualTo(PromiseFinding.KEPT);
        assertThat(PromiseScan.of(STAGE, nested))
                .isEqualTo(new PromiseFinding.Wrong("DONE", PromiseFinding.Why.NOT_ALONE));
    }

    @Test
    void an_open_tag_that_never_ends_and_blanks_that_never_end() {
        assertStillFound("<promise>", "x");
        assertStillFound("<promise>", " ");
        assertStillFound("<promise>DONE", "\u00a0");
        assertStillFound("<promise>", "DONE ");
        assertStillFound("", " ");
        assertStillFound("<promise>DONE</promise>", " ");
    }

    @Test
    void nul_bytes_hide_nothing() {
        assertStillFound("\0");
        assertStillFound("text\0");
        assertStillFound("x".repeat(5_000) + "\0");
    }

    @Test
    void in_a_flood_every_tag_is_seen_wherever_it_lies() {
        Random random = new Random(7);
        byte[] flood = new byte[5 * MEGABYTE];
        byte[] prose = "The list List<String> <p> and <path> promise a < b in <pre>; ".getBytes(UTF_8);
        for (int i = 0; i < flood.length; i++) {
            flood[i] = prose[i % prose.length];
        }
        for (PromiseRule rule : List.of(SESSION, STAGE)) {
            for (int round = 0; round < 300; round++) {
                byte[] text = Arrays.copyOfRange(flood, 0, 2 * MEGABYTE + random.nextInt(MEGABYTE));
                // Behind the first megabyte the C library searches; block borders lie anywhere.
                int at = MEGABYTE + random.nextInt(text.length - MEGABYTE - TAG.length);
                System.arraycopy(TAG, 0, text, at, TAG.length);
                PromiseScan scan = new PromiseScan(rule);
                int first = MEGABYTE + random.nextInt(1000);
                scan.read(text, 0, first);
                feed(scan, text, first, text.length, 1 + random.nextInt(200_000));
                assertThat(scan.finding()).as("%s, tag at %d", rule, at).isEqualTo(PromiseFinding.KEPT);
            }
        }
    }

    @Test
    void the_c_library_is_asked_on_this_machine() {
        assertThat(NativeBlock.isPossible()).isTrue();
    }

    @Test
    void memory_does_not_grow_with_the_text() {
        PromiseScan scan = new PromiseScan(SESSION);
        byte[] chunk = ("<promise>" + "y".repeat(MEGABYTE)).getBytes(UTF_8);
        // More than the heap of the tests holds.
        for (int i = 0; i < 600; i++) {
            scan.read(chunk, 0, chunk.length);
        }
        scan.read(TAG, 0, TAG.length);
        assertThat(scan.finding()).isEqualTo(PromiseFinding.KEPT);
    }

    private static void assertStillFound(String repeated) {
        assertStillFound("", repeated);
    }

    /// Four megabytes of it, in pieces of several sizes, and then the promise.
    private static void assertStillFound(String first, String repeated) {
        byte[] unit = repeated.getBytes(UTF_8);
        byte[] text = new byte[4 * MEGABYTE / unit.length * unit.length];
        for (int i = 0; i < text.length; i += unit.length) {
            System.arraycopy(unit, 0, text, i, unit.length);
        }
        for (int piece : new int[] {7, 65_536, text.length}) {
            for (PromiseRule rule : List.of(SESSION, STAGE)) {
                PromiseScan scan = new PromiseScan(rule);
                scan.read(first);
                feed(scan, text, 0, text.length, piece);
                scan.read(TAG, 0, TAG.length);
                assertThat(scan.finding())
                        .as("%s, '%s' repeated, in pieces of %d", rule, repeated, piece)
                        .isEqualTo(PromiseFinding.KEPT);
            }
        }
    }

    private static void feed(PromiseScan scan, byte[] text, int from, int to, int piece) {
        for (int at = from; at < to; at += piece) {
            scan.read(text, at, Math.min(to, at + piece));
        }
    }
}
