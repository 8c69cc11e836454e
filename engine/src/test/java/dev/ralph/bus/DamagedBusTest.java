package dev.ralph.bus;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedBusTest {
    private static final String FOREIGN =
            "---\nmsg_id: MSG-F\nts: 2026-02-23T19:17:10Z\ntype: FACT\nproject_id: shop\n---\n";

    @TempDir
    private Path folder;

    private Path file = Path.of("");
    private Bus bus = new Bus(file, InstantSource.system());

    @BeforeEach
    void open() {
        file = folder.resolve("BUS.md");
        bus = new Bus(file, InstantSource.fixed(Instant.parse("2026-02-23T19:17:10Z")));
    }

    @Test
    void a_last_record_cut_anywhere_is_ignored_without_a_warning_and_skipped_with_one_once_others_follow()
            throws IOException {
        BusMessage first = post("first");
        byte[] before = Files.readAllBytes(file);
        post("the torn one\n---\n---\nmsg_id: forged\ntype: T\nproject_id: p\n---\nend");
        byte[] all = Files.readAllBytes(file);
        for (int cut = before.length + 1; cut < all.length; cut++) {
            Files.write(file, java.util.Arrays.copyOf(all, cut));
            assertThat(bus.reading()).as("cut at %d", cut).isEqualTo(new BusReading(List.of(first), List.of()));
            BusMessage next = post("next");
            BusReading reading = bus.reading();
            if (cut < all.length - 1) {
                assertThat(reading.messages()).as("cut at %d", cut).containsExactly(first, next);
                if (cut > before.length + 4)
                    assertThat(reading.warnings()).as("cut at %d", cut).hasSize(1);
            } else { // only the last line break was missing, and the next record brought one
                assertThat(reading.messages()).hasSize(3);
            }
        }
    }

    @Test
    void a_changed_byte_costs_its_record_and_no_other() throws IOException {
        BusMessage first = post("first");
        int from = (int) Files.size(file);
        post("second");
        int to = (int) Files.size(file);
        BusMessage third = post("third");
        byte[] all = Files.readAllBytes(file);
        for (int i = from; i < to; i++) {
            byte[] changed = all.clone();
            changed[i] ^= 0x15;
            Files.write(file, changed);
            assertThat(bus.read()).as("byte %d", i).startsWith(first).endsWith(third);
            assertThat(bus.read().size()).as("byte %d", i).isLessThanOrEqualTo(3);
            if (i > from + 5 && i < to - 1)
                assertThat(bus.reading().warnings()).as("byte %d", i).isNotEmpty();
        }
    }

    @Test
    void a_damaged_header_is_skipped_with_a_warning_that_says_where() throws IOException {
        BusMessage first = post("first");
        long offset = Files.size(file) + 1;
        append("\n---\nmsg_id: MSG-X\ntype: [unclosed\nproject_id: p\n---\nlost\n");
        BusMessage second = post("second");
        BusReading reading = bus.reading();
        assertThat(reading.messages()).containsExactly(first, second);
        assertThat(reading.warnings())
                .containsExactly(new BusWarning(file, offset, "a message whose headers cannot be read"));
        assertThat(reading.warnings().getFirst())
                .hasToString(file + " at byte " + offset + ": a message whose headers cannot be read");
    }

    @Test
    void a_record_without_type_project_or_valid_time_is_skipped() throws IOException {
        append("---\nmsg_id: A\nproject_id: p\n---\nx\n---\nmsg_id: B\ntype: T\n---\nx\n");
        append(
                "---\nmsg_id: C\ntype: T\nproject_id: p\nts: yesterday\n---\nx\n---\nmsg_id: D\ntype: T\nproject_id: p\n---\nno time\n");
        BusReading reading = bus.reading();
        assertThat(reading.messages()).extracting(BusMessage::id).containsExactly("D");
        assertThat(reading.messages().getFirst().at()).isEqualTo(Instant.EPOCH);
        assertThat(reading.warnings()).hasSize(3);
    }

    @Test
    void foreign_records_without_length_are_read_and_dashes_do_not_split_their_body() throws IOException {
        append(FOREIGN + "one\n\n---\n\ntwo\n---\n\n" + FOREIGN.replace("MSG-F", "MSG-G") + "three\n");
        assertThat(bus.read()).extracting(BusMessage::body).containsExactly("one\n\n---\n\ntwo\n---", "three");
    }

    @Test
    void foreign_headers_may_be_any_yaml_and_unknown_ones_are_ignored() throws IOException {
        append("""
                ---
                msg_id: 'MSG-F' # comment
                ts: 2026-02-23T20:17:10.5+01:00
                type: "FA\\x43T"
                project_id: 007
                colour: {deep: [1, 2]}
                parents: [MSG-1, {msg_id: MSG-2, kind: reply, meta: {a: b}}]
                links:
                    - url: https://example.org
                      label: x
                      kind: doc
                meta:
                    k: v
                    n: 12
                ---
                body
                """);
        assertThat(bus.read())
                .containsExactly(new BusMessage(
                        "MSG-F",
                        Instant.parse("2026-02-23T19:17:10.5Z"),
                        "FACT",
                        "007",
                        null,
                        null,
                        List.of(new MessageParent("MSG-1"), new MessageParent("MSG-2", "reply", Map.of("a", "b"))),
                        List.of(new MessageLink("https://example.org", "x", "doc")),
                        Map.of("k", "v", "n", "12"),
                        "body"));
    }

    @Test
    void hostile_yaml_is_just_damage() throws IOException {
        append("---\nmsg_id: A\ntype: " + "[".repeat(100_000) + "\nproject_id: p\n---\nx\n");
        append("---\nmsg_id: B\ntype: T\nproject_id: p\nmeta: &a [*a]\n---\nx\n");
        append("---\nmsg_id: C\nx: " + "- ".repeat(50_000) + "\ntype: T\nproject_id: p\n---\nx\n");
        append("---\nmsg_id: D\nmsg_id: E\ntype: T\nproject_id: p\n---\nx\n");
        append("---\nmsg_id: F\nh: " + "y".repeat(1 << 20) + "\ntype: T\nproject_id: p\n---\nx\n");
        BusMessage good = post("good");
        assertThat(bus.read()).endsWith(good);
        assertThat(bus.read()).extracting(BusMessage::id).containsExactly("B", good.id());
    }

    @Test
    void legacy_lines_are_read_with_their_line_number_as_id() throws IOException {
        append("# Old bus\n\n[2026-02-05 10:00:00] INFO: Attempt 1: failed\n[2026-02-05 10:00:05] ERROR: second\n");
        BusMessage own = post("own");
        append("[2026-02-05 10:00:06] FACT: third\n");
        BusReading reading = bus.reading();
        assertThat(reading.messages())
                .extracting(BusMessage::id)
                .containsExactly("LEGACY-LINE-3", "LEGACY-LINE-4", own.id(), "LEGACY-LINE-15");
        assertThat(reading.messages().getFirst())
                .isEqualTo(new BusMessage(
                        "LEGACY-LINE-3",
                        Instant.parse("2026-02-05T10:00:00Z"),
                        "INFO",
                        "legacy",
                        null,
                        null,
                        List.of(),
                        List.of(),
                        Map.of(),
                        "Attempt 1: failed"));
        assertThat(reading.warnings()).extracting(BusWarning::what).containsExactly("text that belongs to no message");
        assertThat(bus.readingSince("LEGACY-LINE-3").messages())
                .isEqualTo(reading.messages().subList(1, 4));
    }

    @Test
    void the_last_messages_of_a_large_file_keep_their_legacy_line_numbers() throws IOException {
        for (int i = 0; i < 400; i++) bus.post(MessageDraft.of("INFO", "p", "x".repeat(300)), Durability.LATER);
        append("[2026-02-05 10:00:06] FACT: at the end\n");
        List<BusMessage> all = bus.read();
        assertThat(bus.last(2)).isEqualTo(all.subList(399, 401));
        assertThat(all.getLast().id()).startsWith("LEGACY-LINE-");
    }

    @Test
    void windows_line_ends_and_a_byte_order_mark_change_nothing() throws IOException {
        BusMessage first = post("one\ntwo\n");
        BusMessage second = post("msg_id: three");
        append(FOREIGN + "foreign\n");
        List<BusMessage> before = bus.read();
        String text = Files.readString(file);
        Files.writeString(file, "\ufeff" + text.stripLeading().replace("\n", "\r\n"));
        assertThat(bus.reading()).isEqualTo(new BusReading(before, List.of()));
        assertThat(bus.read()).startsWith(first, second);
    }

    @Test
    void bytes_that_are_not_text_are_read_as_replacement_characters() throws IOException {
        Files.write(file, (FOREIGN + "caf\u00e9 and more\n").getBytes(ISO_8859_1));
        assertThat(bus.read()).extracting(BusMessage::body).containsExactly("caf\ufffd and more");
    }

    @Test
    void text_that_an_agent_echoes_into_the_file_harms_nothing() throws IOException {
        BusMessage first = post("first");
        append("just a note");
        BusMessage second = post("second");
        append("--- \n---\n");
        BusMessage third = post("third");
        assertThat(bus.read()).containsExactly(first, second, third);
        assertThat(bus.reading().warnings()).hasSize(2);
    }

    @Test
    void endless_garbage_is_passed_in_bounded_memory() throws IOException {
        byte[] megabyte = "z".repeat(1 << 20).getBytes(UTF_8);
        BusMessage first = post("first");
        for (int i = 0; i < 20; i++) Files.write(file, megabyte, StandardOpenOption.APPEND);
        BusMessage second = post("second");
        append("---\nmsg_id: HUGE\ntype: T\nproject_id: p\n---\n");
        for (int i = 0; i < 20; i++) append("z".repeat(1 << 20) + "\n");
        BusMessage third = post("third");
        assertThat(bus.read()).containsExactly(first, second, third);
        assertThat(bus.last(2)).containsExactly(second, third);
        assertThat(bus.reading().warnings()).hasSizeBetween(2, 3);
    }

    private BusMessage post(String body) throws IOException {
        return bus.post(MessageDraft.of("INFO", "p", body), Durability.LATER);
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
