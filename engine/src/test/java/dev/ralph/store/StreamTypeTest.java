package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.json.InvalidJson;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.*;
import dev.ralph.loop.Reason;
import dev.ralph.machine.StreamHead;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StreamTypeTest {
    private static final Path FORMAT = Path.of("src/test/resources/journals/events.tsv");

    @Test
    void every_kind_of_event_has_a_sample() {
        Set<Class<?>> sampled = new LinkedHashSet<>();
        JournalSamples.all().forEach(event -> sampled.add(event.getClass()));
        Set<Class<?>> kinds =
                Arrays.stream(Event.class.getPermittedSubclasses()).collect(Collectors.toSet());
        assertThat(sampled).containsExactlyInAnyOrderElementsOf(kinds);
    }

    @Test
    void every_kind_of_reason_and_failure_has_a_sample() {
        assertThat(kinds(JournalSamples.reasons())).isEqualTo(kinds(Reason.class));
        assertThat(kinds(JournalSamples.failures())).isEqualTo(kinds(AttemptFailure.class));
    }

    private static Set<Class<?>> kinds(List<?> samples) {
        return samples.stream().map(Object::getClass).collect(Collectors.toSet());
    }

    private static Set<Class<?>> kinds(Class<?> sealed) {
        Set<Class<?>> kinds = new HashSet<>();
        for (Class<?> kind : sealed.getPermittedSubclasses()) {
            kinds.addAll(kind.isSealed() ? kinds(kind) : Set.of(kind));
        }
        return kinds;
    }

    @Test
    void what_was_written_comes_back_equal() {
        for (Event event : JournalSamples.all()) {
            String body = StreamType.body(event);
            assertThat(body).doesNotContain("\n");
            assertThat(StreamType.LOOP.read(
                            StreamType.type(event), StreamType.LOOP.version(StreamType.type(event)), body))
                    .isEqualTo(event);
        }
    }

    /// The stored format: a change of it shows here as a change of lines, and needs a new version of the event unless
    /// what is stored already stays readable. `StreamTypeTest.Write` writes the file anew.
    @Test
    void the_stored_format_is_byte_for_byte_the_one_on_file() throws Exception {
        if (Boolean.getBoolean("ralph.regenerate")) {
            Files.write(FORMAT, lines());
        }
        assertThat(lines()).isEqualTo(Files.readAllLines(FORMAT));
    }

    private static List<String> lines() {
        return JournalSamples.all().stream()
                .map(event -> StreamType.type(event) + "\t" + StreamType.LOOP.version(StreamType.type(event)) + "\t"
                        + StreamType.body(event))
                .toList();
    }

    static final class Write {
        public static void main(String[] arguments) throws Exception {
            Files.write(FORMAT, lines());
        }
    }

    @Test
    void what_is_on_file_says_what_it_said() throws Exception {
        List<Event> read = new ArrayList<>();
        for (String line : Files.readAllLines(FORMAT)) {
            String[] parts = line.split("\t", 3);
            read.add(StreamType.LOOP.read(parts[0], Integer.parseInt(parts[1]), parts[2]));
        }
        assertThat(read).isEqualTo(JournalSamples.all());
    }

    @Test
    void what_an_older_version_wrote_is_brought_up_to_date_step_by_step() {
        StreamType<FamilyMachine.Member, FamilyMachine> third = new StreamType<>(
                StreamHead.Kind.FLOW,
                FamilyMachine.class,
                FamilyMachine.Member::of,
                FamilyMachine.Count.class,
                FamilyMachine.Member::count,
                new StreamType.Upgrade("Waits", old -> Map.of("patient", old.get("waiting"))),
                new StreamType.Upgrade("Bore", old -> Map.of()),
                new StreamType.Upgrade("Waits", old -> Map.of("forAnswer", old.get("patient"))));

        assertThat(third.version("Waits")).isEqualTo(3);
        assertThat(third.version("Bore")).isEqualTo(2);
        assertThat(third.version("Left")).isEqualTo(1);
        for (String old : List.of("1 waiting", "2 patient", "3 forAnswer")) {
            String[] parts = old.split(" ");
            assertThat(third.read("Waits", Integer.parseInt(parts[0]), "{\"" + parts[1] + "\":true}"))
                    .isEqualTo(new FamilyMachine.Waits(true));
        }
        assertThatThrownBy(() -> third.read("Waits", 4, "{}")).hasMessageContaining("versions up to 3");
    }

    @Test
    void a_check_that_is_not_known_is_newer() {
        String body =
                StreamType.body(new LoopStarted(JournalSamples.POLICY.withChecks(List.of("{\"type\":\"ratchet\"}"))));
        assertUnreadable("LoopStarted", 1, body.replace("ratchet", "telepathy"), InvalidJson.Why.UNKNOWN, "telepathy");
    }

    @Test
    void unknown_fields_are_ignored_at_every_depth() {
        assertThat(StreamType.LOOP.read("Held", 1, "{\"new\":{\"a\":[1,{\"b\":null}]},\"by\":\"ann\",\"x\":1.5e3}"))
                .isEqualTo(new Held("ann"));
    }

    @Test
    void what_an_earlier_ralph_wrote_sends_nothing_back() {
        for (Event event : JournalSamples.all()) {
            String body = StreamType.body(event);
            String old = body.replace(",\"findings\":[]", "").replace(",\"rejects\":null", "");

            assertThat(StreamType.LOOP.read(StreamType.type(event), 1, old)).isEqualTo(event);
        }
    }

    @Test
    void an_unknown_type_is_newer() {
        assertUnreadable("Teleported", 1, "{}", InvalidJson.Why.UNKNOWN, "Teleported");
    }

    @Test
    void a_higher_version_is_newer_whatever_its_body() {
        assertUnreadable("Held", 2, "[]", InvalidJson.Why.UNKNOWN, "version 2");
    }

    @Test
    void an_unknown_constant_is_newer() {
        assertUnreadable("SignalSeen", 1, "{\"signal\":\"TELEPATHY\"}", InvalidJson.Why.UNKNOWN, "TELEPATHY");
    }

    @Test
    void a_missing_field_is_damage() {
        assertUnreadable("Held", 1, "{}", InvalidJson.Why.DAMAGED, "Held.by is missing");
        assertUnreadable("LoopStarted", 1, "{}", InvalidJson.Why.DAMAGED, "LoopStarted.policy is missing");
    }

    @Test
    void a_field_of_another_kind_is_damage() {
        assertUnreadable("Held", 1, "{\"by\":7}", InvalidJson.Why.DAMAGED, "Held.by is not a");
        assertUnreadable(
                "AttemptStarted",
                1,
                "{\"attempt\":1.5,\"run\":\"r\"}",
                InvalidJson.Why.DAMAGED,
                "attempt is not a whole number");
        assertUnreadable(
                "AttemptLost",
                1,
                "{\"attempt\":1,\"foundAt\":\"soon\"}",
                InvalidJson.Why.DAMAGED,
                "foundAt is not a time");
    }

    @Test
    void values_that_make_no_sense_are_damage() {
        assertUnreadable(
                "AttemptLost",
                1,
                "{\"attempt\":1,\"foundAt\":\"2026-01-01T00:00:00Z\",\"signal\":\"DONE\"}",
                InvalidJson.Why.DAMAGED,
                "makes no sense");
    }

    @Test
    void every_cut_of_a_body_is_damage_and_never_another_event() {
        for (Event event : JournalSamples.all()) {
            String body = StreamType.body(event);
            for (int length = 0; length < body.length(); length++) {
                assertUnreadable(StreamType.type(event), 1, body.substring(0, length), InvalidJson.Why.DAMAGED, "JSON");
            }
        }
    }

    private static void assertUnreadable(String type, int version, String body, InvalidJson.Why why, String says) {
        assertThatThrownBy(() -> StreamType.LOOP.read(type, version, body))
                .isInstanceOfSatisfying(
                        InvalidJson.class, e -> assertThat(e.why()).isEqualTo(why))
                .hasMessageContaining(says);
    }
}
