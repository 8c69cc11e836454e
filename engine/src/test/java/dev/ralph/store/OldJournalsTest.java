package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// What earlier releases wrote stays readable for ever. These files are never changed; a release that stores
/// something new adds a file of its own.
class OldJournalsTest {
    @TempDir
    Path folder;

    private static byte[] fixture(String name) throws IOException {
        try (InputStream in = OldJournalsTest.class.getResourceAsStream("/journals/" + name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1-events.tsv", "v1-proof-events.tsv"})
    void events_of_version_1_still_say_what_they_said(String file) throws Exception {
        String lines = new String(fixture(file), StandardCharsets.UTF_8);
        assertThat(lines.lines()).isNotEmpty().allSatisfy(line -> {
            String[] parts = line.split("\t", 3);
            Event event = EventCodec.read(parts[0], Integer.parseInt(parts[1]), parts[2]);
            assertThat(EventCodec.type(event)).isEqualTo(parts[0]);
            assertThat(facts(EventCodec.body(event))).containsAll(facts(parts[2]));
        });
    }

    /// Every value of a JSON text with the way to it.
    private static Set<String> facts(String json) {
        Set<String> facts = new TreeSet<>();
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isScalarValue()) {
                    String value = token.isNumeric()
                            ? new BigDecimal(parser.getString())
                                    .stripTrailingZeros()
                                    .toPlainString()
                            : parser.getString();
                    facts.add(parser.streamReadContext().pathAsPointer() + "=" + value);
                }
            }
        }
        return facts;
    }

    @Test
    void a_journal_of_version_1_can_be_read_and_continued() throws Exception {
        Path file = Files.write(folder.resolve("ralph.db"), fixture("v1.db"));
        try (Journal journal = SqliteJournal.open(file)) {
            List<LoopSummary> loops = journal.loops();
            assertThat(loops)
                    .extracting(loop -> loop.head().loop(), LoopSummary::phase, LoopSummary::outcome, LoopSummary::seq)
                    .containsExactly(
                            tuple("20260301-110000-bbbb", "ready", null, 5L),
                            tuple("20260301-100000-aaaa", "ended as COMPLETED", Outcome.COMPLETED, 10L));
            for (LoopSummary loop : loops) {
                List<Entry> entries = journal.entries(loop.head().loop());
                assertThat(LoopSummary.of(loop.head(), entries)).isEqualTo(loop);
                assertThat(journal.attempts(loop.head().loop()))
                        .isEqualTo(AttemptSummary.of(loop.head().loop(), entries))
                        .isNotEmpty();
            }
            journal.append("20260301-110000-bbbb", Samples.entries(6, new Event.Released("ann")));
        }
    }
}
