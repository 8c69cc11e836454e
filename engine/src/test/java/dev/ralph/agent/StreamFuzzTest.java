package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every reader against bytes from a seed: nothing throws, and however the bytes are cut, the same is said.
class StreamFuzzTest {
    private static final int ROUNDS = Boolean.getBoolean("ralph.soak") ? 20_000 : 400;
    private static final Map<StreamFormat, byte[]> SAMPLES = StreamSamples.all();
    private static final String[] SPICE = {
        "{",
        "}",
        "[",
        "]",
        "\"",
        "\\",
        "\\u",
        "\\ud83d",
        ":",
        ",",
        "\n",
        "\r",
        "null",
        "true",
        "-",
        "1e999999999",
        "\u0000",
        "{\"type\":\"result\"}\n",
        "\"message\":",
        "\"content\":[[",
        "\"usage\":{",
        "\"session_id\":\"-x\"",
        "\ufeff"
    };

    @ParameterizedTest
    @EnumSource
    void random_bytes_are_read_the_same_however_they_are_cut(StreamFormat format) {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(round);
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            check(format, bytes, random, round);
        }
    }

    @ParameterizedTest
    @EnumSource
    void mutated_streams_are_read_the_same_however_they_are_cut(StreamFormat format) {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(round);
            check(format, mutated(Objects.requireNonNull(SAMPLES.get(format)), random), random, round);
        }
    }

    /// A stream of another format must not disturb either.
    @ParameterizedTest
    @EnumSource
    void streams_of_other_agents_are_read_the_same_however_they_are_cut(StreamFormat format) {
        Random random = new Random(7);
        for (byte[] other : SAMPLES.values()) {
            for (int round = 0; round < 20; round++) {
                check(format, mutated(other, random), random, round);
            }
        }
    }

    /// Launchers, wrappers and warnings print between the lines of a stream.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TEXT")
    void a_line_of_noise_anywhere_takes_nothing_away_and_adds_nothing_but_strangeness(StreamFormat format) {
        List<String> lines = sampleLines(format);
        List<AgentEvent> clean = understood(format, lines);
        for (String noise : List.of(
                "npm warn deprecated",
                "{",
                "}",
                "[]",
                "{\"typ",
                "\"",
                "\\u0000\u0001\u007f",
                "{\"a\":\"" + "x".repeat(100_000))) {
            for (int at = 0; at <= lines.size(); at++) {
                List<String> noisy = new ArrayList<>(lines);
                noisy.add(at, noise);
                assertThat(understood(format, noisy))
                        .as("%.40s before line %d", noise, at)
                        .isEqualTo(clean);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TEXT")
    void an_event_of_the_future_anywhere_adds_and_takes_no_word_and_no_deed(StreamFormat format) {
        List<String> lines = sampleLines(format);
        List<AgentEvent> clean = withoutMessageEnds(understood(format, lines));
        for (String future : List.of(
                "{\"type\":\"of the future\",\"text\":\"<promise>NO</promise>\"}", "{\"type\":[{}],\"message\":7}")) {
            for (int at = 0; at <= lines.size(); at++) {
                List<String> newer = new ArrayList<>(lines);
                newer.add(at, future);
                assertThat(withoutMessageEnds(understood(format, newer)))
                        .as("%s before line %d", future, at)
                        .isEqualTo(clean);
            }
        }
    }

    private static List<String> sampleLines(StreamFormat format) {
        return new String(Objects.requireNonNull(SAMPLES.get(format)), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /// Whether a message goes on behind an event nobody knows is not known either.
    private static List<AgentEvent> withoutMessageEnds(List<AgentEvent> said) {
        return said.stream()
                .filter(each -> !each.equals(new AgentEvent.Text("", true)))
                .toList();
    }

    private static List<AgentEvent> understood(StreamFormat format, List<String> lines) {
        byte[] bytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        List<AgentEvent> said = new ArrayList<>(HeardEvents.of(format, bytes));
        said.removeIf(AgentEvent.Strange.class::isInstance);
        return said;
    }

    private static void check(StreamFormat format, byte[] bytes, Random random, int round) {
        List<AgentEvent> whole = HeardEvents.of(format, bytes);
        assertThat(HeardEvents.inPieces(format, bytes, HeardEvents.randomLengths(random)))
                .as("%s, round %d", format, round)
                .isEqualTo(whole);
        StreamReading reading = new StreamReading(Agents.command(List.of("x"), format));
        whole.forEach(reading);
        assertThat(reading.account(random.nextInt(-1, 256), "noise").lastWords())
                .isNotNull();
    }

    static byte[] mutated(byte[] original, Random random) {
        byte[] bytes = original;
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            int at = random.nextInt(bytes.length + 1);
            int end = Math.min(bytes.length, at + random.nextInt(1, 40));
            bytes = switch (random.nextInt(5)) {
                case 0 -> joined(Arrays.copyOf(bytes, at), new byte[0], Arrays.copyOfRange(bytes, end, bytes.length));
                case 1 ->
                    joined(
                            Arrays.copyOf(bytes, at),
                            SPICE[random.nextInt(SPICE.length)].getBytes(StandardCharsets.UTF_8),
                            Arrays.copyOfRange(bytes, at, bytes.length));
                case 2 ->
                    joined(
                            Arrays.copyOf(bytes, end),
                            Arrays.copyOfRange(bytes, at, end),
                            Arrays.copyOfRange(bytes, end, bytes.length));
                case 3 -> {
                    byte[] changed = bytes.clone();
                    if (at < bytes.length) {
                        changed[at] = (byte) random.nextInt(256);
                    }
                    yield changed;
                }
                default -> Arrays.copyOf(bytes, Math.max(1, at));
            };
        }
        return bytes;
    }

    private static byte[] joined(byte[] a, byte[] b, byte[] c) {
        byte[] all = Arrays.copyOf(a, a.length + b.length + c.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        System.arraycopy(c, 0, all, a.length + b.length, c.length);
        return all;
    }
}
