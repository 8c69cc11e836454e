package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.bus.Bus;
import dev.ralph.bus.BusMessage;
import dev.ralph.bus.MessageDraft;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BusCommandsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void a_task() throws Exception {
        Files.createDirectories(folder.resolve(".ralph/tasks/fix-1"));
    }

    @Test
    void a_posted_message_is_read_back_with_its_id() {
        TypedCommand post =
                TypedCommand.in(folder, "bus", "post", "--task", "fix-1", "half of it → done\n---\nmsg_id: x");

        assertThat(post.code()).isZero();
        assertThat(post.out().strip()).startsWith("MSG-");
        TypedCommand read = TypedCommand.in(folder, "bus", "read", "--task", "fix-1");
        assertThat(read.out())
                .contains(" INFO " + post.out().strip() + " task fix-1\nhalf of it → done\n---\nmsg_id: x\n");
        assertThat(folder.resolve(".ralph/tasks/fix-1/TASK-MESSAGE-BUS.md")).exists();
    }

    @Test
    void without_a_name_the_bus_and_the_ids_come_from_the_environment() {
        Path bus = folder.resolve("elsewhere/TASK-MESSAGE-BUS.md");
        Map<String, String> inside = Map.of(
                "MESSAGE_BUS", bus.toString(), "JRUN_PROJECT_ID", "shop", "JRUN_TASK_ID", "t-7", "JRUN_ID", "run-9");

        TypedCommand post =
                TypedCommand.anywhere(folder, inside, "bus", "post", "--type", "FACT", "--json", "it works");

        assertThat(post.err()).isEmpty();
        assertThat(post.out())
                .contains("\"bus\":\"" + bus + "\"", "\"type\":\"FACT\"", "\"project_id\":\"shop\"")
                .contains("\"task_id\":\"t-7\"", "\"run_id\":\"run-9\"", "\"found_by\":\"the variable MESSAGE_BUS\"");
        assertThat(bus).content().contains("it works");
    }

    @Test
    void a_folder_that_is_named_counts_more_than_the_environment() {
        Map<String, String> inside =
                Map.of("MESSAGE_BUS", folder.resolve("other.md").toString());

        assertThat(TypedCommand.in(folder, inside, "bus", "post", "here").code())
                .isZero();

        assertThat(folder.resolve("other.md")).doesNotExist();
        assertThat(folder.resolve(".ralph/PROJECT-MESSAGE-BUS.md")).content().contains("here");
    }

    @Test
    void since_last_and_type_choose_what_is_read() {
        String first = post("INFO", "one");
        post("FACT", "two");
        post("INFO", "three");
        post("fact", "four");

        assertThat(bodies("--since", first)).containsExactly("two", "three", "four");
        assertThat(bodies("--last", "2")).containsExactly("three", "four");
        assertThat(bodies("--type", "FACT")).containsExactly("two", "four");
        assertThat(bodies("--type", "INFO", "--last", "1")).containsExactly("three");
        assertThat(bodies("--since", first, "--type", "FACT", "--last", "1")).containsExactly("four");
        assertThat(TypedCommand.in(folder, "bus", "read", "--project-bus").out())
                .isEmpty();
    }

    @Test
    void mistakes_are_named_and_end_with_2() throws Exception {
        post("INFO", "one");

        wrong("--since: Message MSG-none is not in", "read", "--task", "fix-1", "--since", "MSG-none");
        wrong("--since: Message MSG-none is not in", "tail", "--task", "fix-1", "--since", "MSG-none", "--for", "1s");
        wrong("No task typo in", "post", "--task", "typo", "x");
        wrong("task id \"../x\" is not usable", "post", "--task", "../x", "x");
        wrong("nothing to post", "post", "--task", "fix-1");
        wrong("given twice", "post", "--task", "fix-1", "--file", "f", "x");
        wrong(
                "cannot read",
                "post",
                "--task",
                "fix-1",
                "--file",
                folder.resolve("none").toString());
        wrong("--task and --project-bus exclude each other", "read", "--task", "fix-1", "--project-bus");
        wrong("--last: found 0", "read", "--task", "fix-1", "--last", "0");
        wrong("type of a message", "post", "--task", "fix-1", "--type", "A\nB", "x");
        Path big = folder.resolve("big");
        Files.write(big, new byte[(4 << 20) + 10]);
        wrong("write it to a file and post a link", "post", "--task", "fix-1", "--file", big.toString());
        assertThat(folder.resolve(".ralph/tasks/typo")).doesNotExist();
        Path nowhere = Files.createDirectory(folder.resolve("empty"));
        assertThat(TypedCommand.in(nowhere, "bus", "read", "--project-bus").err())
                .contains("there is no project bus");
    }

    @Test
    void a_file_that_is_no_utf8_is_posted_all_the_same() throws Exception {
        Path file = folder.resolve("output.bin");
        Files.write(file, new byte[] {'o', 'k', (byte) 0xff, 0, '\n'});

        assertThat(TypedCommand.in(folder, "bus", "post", "--task", "fix-1", "--file", file.toString())
                        .code())
                .isZero();
        assertThat(bodies()).containsExactly("ok\ufffd\u2400\n");
    }

    @Test
    void what_another_program_prints_can_be_posted_from_its_pipe() throws Exception {
        String post = "echo 12 passed | '" + Shell.program(folder) + "' bus post --task fix-1 --file /dev/stdin";

        Shell.Said said = Shell.other(folder, Map.of(), List.of("sh", "-c", post));

        assertThat(said.err()).isEmpty();
        assertThat(bodies()).containsExactly("12 passed\n");
    }

    @Test
    void damage_is_stepped_over_and_told_on_stderr() throws Exception {
        post("INFO", "before");
        Path bus = folder.resolve(".ralph/tasks/fix-1/TASK-MESSAGE-BUS.md");
        Files.writeString(bus, "\n---\nmsg_id: MSG-torn\nbody_bytes: 99\n", StandardOpenOption.APPEND);
        String after = post("INFO", "after");

        TypedCommand read = TypedCommand.in(folder, "bus", "read", "--task", "fix-1");
        assertThat(read.code()).isZero();
        assertThat(read.out()).contains("before", "after");
        assertThat(read.err()).contains("ralph: stepped over a damaged part of " + bus);
        assertThat(TypedCommand.in(folder, "bus", "read", "--task", "fix-1", "--last", "2")
                        .err())
                .contains("damaged");
        assertThat(TypedCommand.in(folder, "bus", "tail", "--task", "fix-1", "--for", "1ms")
                        .out())
                .contains(after);
    }

    @Test
    void a_tail_shows_what_is_there_and_what_comes_and_ends_in_time() throws Exception {
        String first = post("INFO", "one");
        post("INFO", "two");

        assertThat(TypedCommand.in(folder, "bus", "tail", "--task", "fix-1", "--since", first, "--for", "1ms", "--json")
                        .out())
                .contains("\"body\":\"two\"")
                .doesNotContain("\"body\":\"one\"");
        assertThat(TypedCommand.in(folder, "bus", "tail", "--task", "fix-1", "--last", "0", "--for", "1ms")
                        .out())
                .isEmpty();
    }

    @Test
    void a_tail_shows_what_comes_while_it_waits() throws Exception {
        String first = post("INFO", "one");
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        String[] words = {"--dir", folder.toString(), "bus", "tail", "--task", "fix-1", "--since", first, "--for", "60s"
        };
        Thread tail = Thread.ofPlatform().start(() -> Main.run(words, out, out, Map.of()));

        post("INFO", "two");
        Waiting.until(() -> shown.toString(StandardCharsets.UTF_8).contains("two"));
        post("INFO", "three");
        Waiting.until(() -> shown.toString(StandardCharsets.UTF_8).contains("three"));

        tail.interrupt();
        tail.join();
    }

    /// Whatever is shown is answered at once, so there is always one message more.
    @Test
    void a_tail_ends_in_time_also_where_messages_never_cease() throws Exception {
        Bus bus = new Bus(folder.resolve(".ralph/tasks/fix-1/TASK-MESSAGE-BUS.md"), InstantSource.system());
        AtomicBoolean over = new AtomicBoolean();
        OutputStream answering = new OutputStream() {
            @Override
            public void write(int each) {}

            @Override
            public void write(byte[] bytes, int from, int length) {
                boolean endOfAMessage = length == 1;
                if (endOfAMessage && !over.get()) {
                    post(bus);
                }
            }
        };
        post(bus);
        String[] words = {"--dir", folder.toString(), "bus", "tail", "--task", "fix-1", "--for", "200ms"};
        PrintStream out = new PrintStream(answering);
        Thread tail = Thread.ofPlatform().start(() -> Main.run(words, out, out, Map.of()));
        try {
            assertThat(tail.join(Duration.ofSeconds(20))).isTrue();
        } finally {
            over.set(true);
            tail.join();
        }
    }

    private static void post(Bus bus) {
        try {
            bus.post(MessageDraft.of("INFO", "p", "on and on"));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    @Test
    void on_a_terminal_a_body_cannot_control_it() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        Console console = new Console(new PrintStream(shown), new PrintStream(shown), false, false, false);
        BusMessage message = new BusMessage(
                "MSG-1",
                Instant.EPOCH,
                "INFO",
                "p",
                null,
                null,
                List.of(),
                List.of(),
                Map.of(),
                "a\u001b]0;x\u0007\r\nb");

        new MessageView(console, Set.of(), true).show(message);
        assertThat(shown.toString(StandardCharsets.UTF_8)).contains("\na\ufffd]0;x\ufffd\nb\n");
        shown.reset();
        new MessageView(console, Set.of(), false).show(message);
        assertThat(shown.toString(StandardCharsets.UTF_8)).contains("\na\u001b]0;x\u0007\r\nb\n");
    }

    private String post(String type, String text) {
        return TypedCommand.in(folder, "bus", "post", "--task", "fix-1", "--type", type, text)
                .out()
                .strip();
    }

    private List<String> bodies(String... options) {
        TypedCommand read = TypedCommand.in(folder, List.of("bus", "read", "--task", "fix-1", "--json"), options);
        assertThat(read.err()).isEmpty();
        return read.out()
                .lines()
                .map(line -> line.substring(line.indexOf("\"body\":\"") + 8, line.length() - 2)
                        .replace("\\n", "\n"))
                .toList();
    }

    private void wrong(String message, String... words) {
        TypedCommand typed = TypedCommand.in(folder, List.of("bus"), words);
        assertThat(typed.err()).contains(message);
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.out()).isEmpty();
    }
}
