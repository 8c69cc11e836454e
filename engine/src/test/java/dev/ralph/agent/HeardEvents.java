package dev.ralph.agent;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// What a reader says about a stream.
final class HeardEvents {
    /// The present while the streams are read.
    static final Instant NOW = Instant.parse("2030-01-02T00:00:00Z");

    static final ResetTimes RESETS = ResetTimes.by(InstantSource.fixed(NOW), ZoneOffset.UTC);

    private HeardEvents() {}

    static List<AgentEvent> of(StreamFormat format, String... lines) {
        return of(format, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    static List<AgentEvent> of(StreamFormat format, byte[] bytes) {
        return inPieces(format, bytes, List.of(bytes.length));
    }

    /// @param lengths of the pieces, used in turns
    static List<AgentEvent> inPieces(StreamFormat format, byte[] bytes, List<Integer> lengths) {
        List<AgentEvent> heard = new ArrayList<>();
        StreamReader reader = format.reader(RESETS);
        int piece = 0;
        for (int at = 0; at < bytes.length; ) {
            int end = Math.min(bytes.length, at + Math.max(1, lengths.get(piece++ % lengths.size())));
            // Pieces lie anywhere in a buffer that is used again.
            byte[] buffer = new byte[end - at + 7];
            System.arraycopy(bytes, at, buffer, 3, end - at);
            reader.read(buffer, 3, 3 + end - at, heard::add);
            Arrays.fill(buffer, (byte) 'x');
            at = end;
        }
        reader.end(heard::add);
        return heard;
    }

    static List<Integer> randomLengths(Random random) {
        List<Integer> lengths = new ArrayList<>();
        int longest = 1 + random.nextInt(random.nextBoolean() ? 8 : 3000);
        for (int i = 0; i < 50; i++) {
            lengths.add(1 + random.nextInt(longest));
        }
        return lengths;
    }

    /// Everything of one type.
    static <T extends AgentEvent> List<T> only(Class<T> type, List<AgentEvent> heard) {
        return heard.stream().filter(type::isInstance).map(type::cast).toList();
    }

    static AttemptAccount account(AgentKind kind, StreamFormat format, int exitCode, String stderr, String... lines) {
        StreamReading reading = new StreamReading(kind);
        (lines.length == 0 ? of(format, new byte[0]) : of(format, lines)).forEach(reading);
        return reading.account(exitCode, stderr);
    }
}
