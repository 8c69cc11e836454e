package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Event;
import dev.ralph.loop.Event.*;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EventCodecTest {

    @Test
    void every_kind_of_event_has_a_sample() {
        Set<Class<?>> sampled = new LinkedHashSet<>();
        Samples.all().forEach(event -> sampled.add(event.getClass()));
        Set<Class<?>> kinds =
                Arrays.stream(Event.class.getPermittedSubclasses()).collect(Collectors.toSet());
        assertThat(sampled).containsExactlyInAnyOrderElementsOf(kinds);
    }

    @Test
    void what_was_written_comes_back_equal() {
        for (Event event : Samples.all()) {
            String body = EventCodec.body(event);
            assertThat(body).doesNotContain("\n");
            assertThat(EventCodec.read(EventCodec.type(event), EventCodec.version(event), body))
                    .isEqualTo(event);
        }
    }

    @Test
    void type_names_are_the_names_of_the_events() {
        for (Event event : Samples.all()) {
            assertThat(EventCodec.type(event)).isEqualTo(event.getClass().getSimpleName());
        }
    }

    @Test
    void unknown_fields_are_ignored_at_every_depth() {
        assertThat(EventCodec.read("Held", 1, "{\"new\":{\"a\":[1,{\"b\":null}]},\"by\":\"ann\",\"x\":1.5e3}"))
                .isEqualTo(new Held("ann"));
    }

    @Test
    void an_unknown_type_is_newer() {
        assertUnreadable("Teleported", 1, "{}", UnreadableEvent.Why.NEWER, "Teleported");
    }

    @Test
    void a_higher_version_is_newer_whatever_its_body() {
        assertUnreadable("Held", 2, "[]", UnreadableEvent.Why.NEWER, "version 2");
    }

    @Test
    void an_unknown_constant_is_newer() {
        assertUnreadable("SignalSeen", 1, "{\"signal\":\"TELEPATHY\"}", UnreadableEvent.Why.NEWER, "TELEPATHY");
    }

    @Test
    void a_missing_field_is_damage() {
        assertUnreadable("Held", 1, "{}", UnreadableEvent.Why.DAMAGED, "Held.by is missing");
        assertUnreadable("LoopStarted", 1, "{}", UnreadableEvent.Why.DAMAGED, "LoopStarted.policy is missing");
    }

    @Test
    void a_field_of_another_kind_is_damage() {
        assertUnreadable("Held", 1, "{\"by\":7}", UnreadableEvent.Why.DAMAGED, "Held.by is not a");
        assertUnreadable(
                "AttemptStarted",
                1,
                "{\"attempt\":1.5,\"run\":\"r\"}",
                UnreadableEvent.Why.DAMAGED,
                "attempt is not a whole number");
        assertUnreadable(
                "AttemptLost",
                1,
                "{\"attempt\":1,\"foundAt\":\"soon\"}",
                UnreadableEvent.Why.DAMAGED,
                "foundAt is not a time");
    }

    @Test
    void values_that_make_no_sense_are_damage() {
        assertUnreadable(
                "TroubleFound",
                1,
                "{\"outcome\":\"COMPLETED\",\"reason\":\"r\"}",
                UnreadableEvent.Why.DAMAGED,
                "makes no sense");
    }

    @Test
    void every_cut_of_a_body_is_damage_and_never_another_event() {
        for (Event event : Samples.all()) {
            String body = EventCodec.body(event);
            for (int length = 0; length < body.length(); length++) {
                assertUnreadable(
                        EventCodec.type(event), 1, body.substring(0, length), UnreadableEvent.Why.DAMAGED, "JSON");
            }
        }
    }

    private static void assertUnreadable(String type, int version, String body, UnreadableEvent.Why why, String says) {
        assertThatThrownBy(() -> EventCodec.read(type, version, body))
                .isInstanceOfSatisfying(
                        UnreadableEvent.class, e -> assertThat(e.why()).isEqualTo(why))
                .hasMessageContaining(says);
    }
}
