package dev.ralph.bus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Files made from a seed: whole records, damaged ones and noise. The seed is in the message of a failure.
class ParserFuzzTest {
    private static final int ROUNDS = Boolean.getBoolean("ralph.soak") ? 100_000 : 600;
    private static final int END = "\n---\n\n".length();
    private static final List<String> BITS = List.of(
            "---",
            "---\n",
            "\n---\n",
            "msg_id:",
            "msg_id: X\n",
            "\n---\nmsg_id: FORGED\ntype: T\nproject_id: p\n---\nforged\n",
            "\r\n",
            "\n",
            "\\msg_id:",
            "body_bytes: 3\n",
            "crc32c: 00000000\n",
            "[2026-02-05 10:00:00] INFO: x\n",
            "\ufeff",
            "\u20ac",
            "\"",
            "meta:\n  a: b\n",
            "- x\n");

    @TempDir
    private Path folder;

    @Test
    void undamaged_records_are_always_found() throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Made made = new Made(new Random(seed), 5);
            assertThat(read(made.bytes.toByteArray())).as("seed %d", seed).containsSubsequence(made.whole);
        }
    }

    @Test
    void between_torn_records_exactly_the_whole_ones_are_found() throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Made made = new Made(new Random(seed), 3);
            assertThat(read(made.bytes.toByteArray())).as("seed %d", seed).isEqualTo(made.whole);
        }
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void random_bytes_neither_fail_nor_hang() throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int i = random.nextInt(40); i > 0; i--) {
                if (random.nextInt(4) == 0) bytes.writeBytes(noise(random, 20));
                else bytes.writeBytes(bit(random).getBytes(UTF_8));
            }
            assertThat(read(bytes.toByteArray())).as("seed %d", seed).doesNotContainNull();
        }
    }

    @Test
    void a_reader_that_sees_the_file_grow_byte_by_byte_finds_the_same() throws IOException {
        for (int seed = 0; seed < ROUNDS / 30; seed++) {
            Made made = new Made(new Random(seed), 3);
            Path file = Files.write(folder.resolve("grow-" + seed), new byte[0]);
            List<BusMessage> found = new ArrayList<>();
            try (BusReader reader = new BusReader(file);
                    OutputStream out = Files.newOutputStream(file)) {
                for (byte b : made.bytes.toByteArray()) {
                    out.write(b);
                    for (BusMessage m = reader.next(false); m != null; m = reader.next(false)) found.add(m);
                }
            }
            assertThat(found).as("seed %d", seed).isEqualTo(made.whole);
        }
    }

    private List<BusMessage> read(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("fuzz"), bytes);
        List<BusMessage> found = new ArrayList<>();
        try (BusReader reader = new BusReader(file)) {
            for (BusMessage m = reader.next(); m != null; m = reader.next()) found.add(m);
            assertThat(reader.position()).isBetween(0L, (long) bytes.length);
        }
        return found;
    }

    /// A file, and the messages that stand in it undamaged; the last one does.
    private static final class Made {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final List<BusMessage> whole = new ArrayList<>();
        private int made;

        /// @param kinds 3 for whole and torn records, 5 for changed ones and noise too
        Made(Random random, int kinds) {
            for (int i = random.nextInt(1, 8); i > 0; i--) add(random, random.nextInt(kinds));
            add(random, 0);
        }

        private void add(Random random, int kind) {
            BusMessage message = message(random, made++);
            byte[] record = RecordForm.encode(message);
            switch (kind) {
                case 0, 1 -> {
                    bytes.writeBytes(record);
                    whole.add(message);
                }
                case 2 -> bytes.write(record, 0, random.nextInt(record.length - END)); // loses more than delimiters
                case 3 -> {
                    record[random.nextInt(5, record.length - 1)] ^= (byte) random.nextInt(1, 256);
                    bytes.writeBytes(record);
                }
                default -> bytes.writeBytes(noise(random, 60));
            }
        }
    }

    private static BusMessage message(Random random, int number) {
        StringBuilder body = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) body.append(bit(random));
        MessageDraft draft = MessageDraft.of("T" + random.nextInt(9), "p", body.toString());
        if (random.nextBoolean()) draft = draft.meta("k", bit(random));
        if (random.nextInt(4) == 0) draft = draft.parent(new MessageParent("P-1"));
        Instant at = Instant.ofEpochSecond(1_700_000_000L + random.nextInt(100_000_000), random.nextInt(1_000_000_000));
        return BusMessage.of("MSG-" + (1_000 + number), at, draft);
    }

    private static String bit(Random random) {
        return BITS.get(random.nextInt(BITS.size()));
    }

    private static byte[] noise(Random random, int most) {
        byte[] noise = new byte[random.nextInt(most)];
        random.nextBytes(noise);
        return noise;
    }
}
