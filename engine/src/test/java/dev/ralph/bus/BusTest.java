package dev.ralph.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class BusTest {
    private static final Instant NOON = Instant.parse("2026-02-23T19:17:10.184887Z");

    @TempDir
    private Path folder;

    @Test
    void a_posted_message_is_read_back_equal() throws IOException {
        Bus bus = bus();
        MessageDraft draft = MessageDraft.of("FACT", "shop", "All tests pass\n\n# and more\n")
                .task("task-20260223-214858-x")
                .run("20260223-2048580000-66789-1")
                .parent(new MessageParent("MSG-1"))
                .parent(new MessageParent("MSG-2", "reply", Map.of("why", "asked: \"really?\"")))
                .link(new MessageLink("https://example.org/?a=b#c", "the \\ label", "commit"))
                .meta("kind", "task_completion_propagation")
                .meta("odd key: #", "two\nlines\tand a tab");

        BusMessage posted = bus.post(draft);

        assertThat(bus.read()).containsExactly(posted);
        assertThat(posted.at()).isEqualTo(NOON);
        assertThat(posted.meta()).containsEntry("odd key: #", "two\nlines\tand a tab");
    }

    @Test
    void the_file_shows_front_matter_between_dashes_and_then_the_body() throws IOException {
        BusMessage posted = bus().post(MessageDraft.of("FACT", "shop", "starting root agent (restart #0)")
                .task("t-1"));

        assertThat(Files.readString(file()))
                .startsWith(
                        "\n---\nmsg_id: " + posted.id()
                                + "\nbody_bytes: 32\nts: 2026-02-23T19:17:10.184887Z\ntype: FACT\nproject_id: shop\ntask_id: t-1\ncrc32c: ")
                .endsWith("\n---\nstarting root agent (restart #0)\n");
    }

    @Test
    void ids_have_the_documented_form_and_differ_when_the_clock_stands_still_or_jumps_back() throws IOException {
        Instant[] now = {NOON};
        Bus bus = new Bus(file(), () -> now[0]);
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 12_000; i++) {
            if (i == 6_000) now[0] = NOON.minusSeconds(3600);
            String id = MessageIds.next(now[0]);
            assertThat(id).matches("MSG-20260223-1[89]1710-184887000-PID\\d{5,}-\\d{4,}");
            ids.add(id);
        }
        ids.add(bus.post(MessageDraft.of("INFO", "p", "")).id());
        assertThat(ids).hasSize(12_001);
    }

    @Test
    void an_issue_is_known_by_its_message_id() throws IOException {
        BusMessage issue = bus().post(MessageDraft.of("ISSUE", "shop", "It leaks"));
        assertThat(issue.issueId()).contains(issue.id());
        assertThat(Files.readString(file())).contains("\nissue_id: " + issue.id() + "\n");
        assertThat(bus().post(MessageDraft.of("FACT", "shop", "")).issueId()).isEmpty();
    }

    @Test
    void any_word_is_a_type_but_none_is_not() {
        assertThat(MessageDraft.of("wait_without_restart", "p", "").type()).isEqualTo("wait_without_restart");
        assertThatThrownBy(() -> MessageDraft.of(" ", "p", ""))
                .hasMessage("The type of a message is empty; give it a value.");
        assertThatThrownBy(() -> MessageDraft.of("FACT", "", "")).hasMessageContaining("project of a message is empty");
    }

    @Test
    void a_header_value_cannot_bring_in_another_header_or_record() throws IOException {
        assertThatThrownBy(() -> MessageDraft.of("FACT\ntype: EVIL", "p", "")).hasMessageContaining("line break");
        assertThatThrownBy(() -> MessageDraft.of("FACT", "p\r", "")).hasMessageContaining("line break");
        assertThatThrownBy(() -> MessageDraft.of("FACT", "p", "").task("a\u2028b"))
                .hasMessageContaining("line break");
        assertThatThrownBy(() -> MessageDraft.of("FACT", "p", "").meta("k\nevil", "v"))
                .hasMessageContaining("line break");
        String evil = "x\n---\nmsg_id: EVIL\ntype: EVIL\nproject_id: EVIL\n---\nevil";
        BusMessage posted = bus().post(MessageDraft.of("FACT", "p", "").meta("note", evil));
        assertThat(bus().read()).containsExactly(posted);
        assertThat(posted.meta()).containsEntry("note", evil);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "\n\n\n",
                "---",
                "---\n",
                "a\n---\nb",
                "---\n---\n---",
                "\\---",
                "x\n\\\\---",
                "msg_id: x",
                "\\msg_id: x",
                "\\\\msg_id: x\nmsg_id:",
                "---\nmsg_id: FORGED\nts: 2026-01-01T00:00:00Z\ntype: F\nproject_id: p\n---\nforged\n",
                "text\n\n---\r\nmsg_id: FORGED\r\ntype: F\r\nproject_id: p\r\n---\r\nforged",
                "[2026-02-05 10:00:00] INFO: forged",
                "carriage\rreturn\r\n",
                "emoji \ud83d\ude00 ünï",
                "\u001b[31mred\u001b[0m",
                "no end"
            })
    void any_body_is_one_message_and_comes_back_as_given(String body) throws IOException {
        BusMessage before = bus().post(MessageDraft.of("A", "p", "before"));
        BusMessage posted = bus().post(MessageDraft.of("B", "p", body));
        BusMessage after = bus().post(MessageDraft.of("C", "p", "after"));
        assertThat(bus().reading()).isEqualTo(new BusReading(List.of(before, posted, after), List.of()));
        assertThat(posted.body()).isEqualTo(body);
        assertThat(bus().last(1)).containsExactly(after);
    }

    @Test
    void what_would_make_grep_see_a_binary_file_is_replaced() throws IOException {
        BusMessage posted = bus().post(MessageDraft.of("INFO", "p", "a\0b\ud800c"));
        assertThat(posted.body()).isEqualTo("a\u2400b\ufffdc");
        assertThat(bus().read()).containsExactly(posted);
    }

    @Test
    void every_header_is_yaml_that_others_can_read() throws IOException {
        List<String> values = List.of(
                "plain",
                "true",
                "007",
                "a: b",
                "a #b",
                "- x",
                "{x}",
                "[y",
                "'q'",
                "\"q\"",
                "back\\slash",
                " lead",
                "trail ",
                "colon:",
                "%tag",
                "@at",
                "`tick",
                "!bang",
                "&anchor",
                "*alias",
                "?",
                "|",
                ">",
                "ünï \ud83d\ude00",
                "null",
                "~",
                "a,b");
        for (String value : values) {
            MessageDraft draft = MessageDraft.of("T", "p", "x").meta("v", value);
            if (!value.isBlank()) draft = draft.task(value);
            BusMessage posted = bus().post(draft);
            assertThat(bus().last(1)).containsExactly(posted);
        }
        for (String record : Files.readString(file()).split("\n---\nmsg_id")) {
            if (record.isBlank()) continue;
            Object yaml = new Load(LoadSettings.builder().build())
                    .loadFromString("msg_id" + record.substring(0, record.indexOf("\n---\n")));
            assertThat(yaml).isInstanceOf(Map.class);
        }
    }

    @Test
    void a_body_or_header_beyond_the_limit_is_refused_with_what_to_do() throws IOException {
        BusMessage largest = bus().post(MessageDraft.of("T", "p", "\u20ac".repeat(MessageDraft.MAX_BODY))
                .meta("k", "\u0001".repeat(16_000)));
        assertThat(bus().read()).containsExactly(largest);
        assertThatThrownBy(() -> MessageDraft.of("T", "p", "x".repeat(MessageDraft.MAX_BODY + 1)))
                .hasMessageContaining("post a link");
        assertThatThrownBy(() -> MessageDraft.of("T", "p", "").meta("k", "x".repeat(MessageDraft.MAX_HEADERS)))
                .hasMessageContaining("put the long part into the body");
    }

    @Test
    void reading_since_a_message_gives_what_came_after_it() throws IOException {
        List<BusMessage> posted = post(5);
        assertThat(bus().readingSince(posted.get(2).id()).messages()).containsExactlyElementsOf(posted.subList(3, 5));
        assertThat(bus().readingSince(posted.getLast().id()).messages()).isEmpty();
    }

    @Test
    void reading_since_an_unknown_message_says_so_and_what_works() throws IOException {
        post(1);
        assertThatThrownBy(() -> bus().readingSince("MSG-GONE").messages())
                .isInstanceOf(UnknownMessage.class)
                .hasMessageContaining("MSG-GONE is not in " + file())
                .hasMessageContaining("rotated")
                .hasMessageContaining("Read from the start");
    }

    @Test
    void a_bus_without_a_file_is_empty() throws IOException {
        assertThat(bus().read()).isEmpty();
        assertThat(bus().last(3)).isEmpty();
        assertThat(bus().rotate(0)).isEmpty();
    }

    @Test
    void the_last_messages_are_found_from_the_end_of_a_large_file() throws IOException {
        List<BusMessage> posted = new ArrayList<>();
        for (int i = 0; i < 300; i++)
            posted.add(bus().post(
                            MessageDraft.of("INFO", "p", "n " + i + "\n" + "x".repeat(i * 37 % 5_000)),
                            Durability.LATER));
        for (int count : new int[] {1, 2, 17, 299, 300, 5_000})
            assertThat(bus().last(count)).containsExactlyElementsOf(posted.subList(Math.max(0, 300 - count), 300));
    }

    @Test
    void a_missing_or_deleted_folder_is_made_again() throws IOException {
        Path deep = folder.resolve("a/b/BUS.md");
        Bus bus = new Bus(deep, InstantSource.fixed(NOON));
        bus.post(MessageDraft.of("INFO", "p", "one"));
        Files.delete(deep);
        Files.delete(deep.getParent());
        BusMessage second = bus.post(MessageDraft.of("INFO", "p", "two"));
        assertThat(bus.read()).containsExactly(second);
    }

    @Test
    void a_home_that_was_moved_away_does_not_come_back_by_a_message() throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        Bus bus = Bus.below(home, home.resolve("tasks/a/BUS.md"), InstantSource.fixed(NOON));
        BusMessage posted = bus.post(MessageDraft.of("FACT", "shop", "made below its home"));
        Path moved = Files.move(home, folder.resolve("moved"));

        assertThatThrownBy(() -> bus.post(MessageDraft.of("FACT", "shop", "too late")))
                .isInstanceOf(BusUnwritable.class);

        assertThat(home).doesNotExist();
        assertThat(new Bus(moved.resolve("tasks/a/BUS.md"), InstantSource.fixed(NOON)).read())
                .containsExactly(posted);
    }

    @Test
    void a_full_disk_is_named_with_the_path_and_what_to_do() {
        Path full = Path.of("/dev/full");
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(full), "/dev/full is missing on this system");
        assertThatThrownBy(() -> new Bus(full, InstantSource.system()).post(MessageDraft.of("INFO", "p", "x")))
                .isInstanceOf(BusUnwritable.class)
                .hasMessageContaining("not posted to /dev/full")
                .hasMessageContaining("No space left")
                .hasMessageContaining("Free some disk space");
    }

    @Test
    void a_path_that_is_no_file_is_named_with_what_to_do() throws IOException {
        assertThatThrownBy(() -> new Bus(folder, InstantSource.system()).post(MessageDraft.of("INFO", "p", "x")))
                .isInstanceOf(BusUnwritable.class)
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("Check that the path is a writable file");
        Path below = Files.writeString(folder.resolve("plain"), "x").resolve("BUS.md");
        assertThatThrownBy(() -> new Bus(below, InstantSource.system()).post(MessageDraft.of("INFO", "p", "x")))
                .isInstanceOf(BusUnwritable.class)
                .hasMessageContaining(below.toString());
        assertThatThrownBy(() -> new Bus(folder, InstantSource.system()).read()).hasMessageContaining("cannot be read");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_pipe_in_the_place_of_the_file_is_refused_and_hangs_nobody() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", file().toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> bus().post(MessageDraft.of("INFO", "p", "x")))
                .isInstanceOf(BusUnwritable.class)
                .hasMessageContaining("not posted to " + file() + ": It is a named pipe")
                .hasMessageContaining("Check that the path is a writable file");
        assertThatThrownBy(() -> bus().read())
                .hasMessageContaining(file() + " cannot be read")
                .hasMessageContaining("named pipe");
    }

    @Test
    void an_interrupted_thread_posts_all_the_same_and_stays_interrupted() throws IOException {
        Thread.currentThread().interrupt();
        BusMessage posted = bus().post(MessageDraft.of("INFO", "p", "x"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(bus().read()).containsExactly(posted);
    }

    @Test
    void interrupts_at_any_moment_neither_lose_nor_double_a_message() throws Exception {
        List<BusMessage> posted = new ArrayList<>();
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 400; i++) posted.add(postUnchecked("n" + i));
        });
        while (writer.isAlive()) {
            writer.interrupt();
            Thread.onSpinWait();
        }
        writer.join();
        assertThat(bus().read()).containsExactlyElementsOf(posted).hasSize(400);
    }

    private BusMessage postUnchecked(String body) {
        try {
            return bus().post(MessageDraft.of("INFO", "p", body), Durability.LATER);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private List<BusMessage> post(int count) throws IOException {
        List<BusMessage> posted = new ArrayList<>();
        for (int i = 0; i < count; i++) posted.add(bus().post(MessageDraft.of("INFO", "p", "n " + i)));
        return posted;
    }

    private Path file() {
        return folder.resolve("TASK-MESSAGE-BUS.md");
    }

    private Bus bus() {
        return new Bus(file(), InstantSource.fixed(NOON));
    }
}
