package dev.ralph.signal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Messages made from a seed, cut anywhere, against a simple reading of the whole text. The seed is in the message of a
/// failure.
class AnySplitTest {
    private static final int ROUNDS = Boolean.getBoolean("ralph.soak") ? 2_000_000 : 60_000;

    private static final List<String> PROMISES = List.of("DONE", "a.b*", "Ünïcode 🚀", "x<y", "</promise", "two words");

    private static final List<String> BITS = List.of(
            "<promise>",
            "<promise>",
            "</promise>",
            "</promise>",
            "<PROMISE>",
            "</Promise>",
            "<promise",
            "</promise",
            "<",
            "<<",
            "</",
            ">",
            "<p>",
            "<prom",
            "ise>",
            " ",
            "\n",
            "\r\n",
            "\t",
            "\u00a0",
            "\u2003",
            "\ufeff",
            "\0",
            "noise",
            "é",
            "🚀",
            "BLOCKED");

    @Test
    void the_finding_is_that_of_the_whole_text_however_it_is_cut() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            PromiseRule rule = rule(random);
            String message = message(random, rule.promise());

            assertThat(cut(random, rule, message))
                    .as("seed %d, %s, message %s", seed, rule, message)
                    .isEqualTo(Oracle.finding(rule, message));
        }
    }

    @Test
    void a_message_keeps_its_promise_exactly_when_the_specifications_say_so() {
        int kept = 0;
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            String promise = PROMISES.get(random.nextInt(4));
            String message = message(random, promise);

            boolean session = cut(random, PromiseRule.session(promise), message).equals(PromiseFinding.KEPT);
            boolean stage = cut(random, PromiseRule.stage(promise), message).equals(PromiseFinding.KEPT);
            assertThat(session)
                    .as("session, seed %d, %s in %s", seed, promise, message)
                    .isEqualTo(Oracle.sessionKeeps(promise, message));
            assertThat(stage)
                    .as("stage, seed %d, %s in %s", seed, promise, message)
                    .isEqualTo(Oracle.stageKeeps(promise, message));
            kept += (session ? 1 : 0) + (stage ? 1 : 0);
        }
        assertThat(kept).as("how often there was something to find").isGreaterThan(ROUNDS / 20);
    }

    @Test
    void a_tag_cut_at_every_byte_is_found() {
        byte[] text = "say\n <promise>Ünïcode 🚀</promise>\t\nbye".getBytes(UTF_8);
        for (PromiseRule rule : List.of(PromiseRule.session("ünïcode 🚀"), PromiseRule.stage("Ünïcode 🚀"))) {
            for (int first = 0; first <= text.length; first++) {
                for (int second = first; second <= text.length; second++) {
                    PromiseScan scan = new PromiseScan(rule);
                    scan.read(text, 0, first);
                    scan.read(text, first, second);
                    scan.read(text, second, text.length);
                    scan.endMessage();
                    assertThat(scan.finding()).as("%d, %d", first, second).isEqualTo(PromiseFinding.KEPT);
                }
            }
        }
    }

    @Test
    void any_bytes_at_all_are_no_trouble() {
        for (int seed = 0; seed < ROUNDS / 20; seed++) {
            Random random = new Random(seed);
            byte[] noise = new byte[random.nextInt(2_000)];
            random.nextBytes(noise);
            PromiseScan scan = new PromiseScan(rule(random));
            scan.read(noise, 0, noise.length);
            scan.endMessage();
            assertThat(scan.finding()).as("seed %d", seed).isEqualTo(PromiseFinding.NONE);
        }
    }

    private static PromiseRule rule(Random random) {
        String promise = PROMISES.get(random.nextInt(PROMISES.size()));
        return new PromiseRule(
                promise,
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean() ? "BLOCKED" : null);
    }

    private static String message(Random random, String promise) {
        StringBuilder message = new StringBuilder();
        for (int n = random.nextInt(14); n > 0; n--) {
            switch (random.nextInt(6)) {
                case 0 -> message.append(promise);
                case 1 -> message.append(promise.toLowerCase(Locale.ROOT));
                case 2 -> message.append("<promise>").append(promise).append("</promise>");
                default -> message.append(BITS.get(random.nextInt(BITS.size())));
            }
        }
        return message.toString();
    }

    /// Feeds the message in random pieces, as bytes or as text.
    private static PromiseFinding cut(Random random, PromiseRule rule, String message) {
        PromiseScan scan = new PromiseScan(rule);
        boolean asText = random.nextBoolean();
        byte[] bytes = message.getBytes(UTF_8);
        int length = asText ? message.length() : bytes.length;
        int from = 0;
        while (from < length) {
            int to = from + 1 + random.nextInt(Math.min(12, length - from));
            if (asText) {
                scan.read(message.substring(from, to));
            } else {
                scan.read(bytes, from, to);
            }
            from = to;
        }
        scan.endMessage();
        return scan.finding();
    }
}
