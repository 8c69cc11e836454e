package dev.ralph.backlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskFileTest {
    private static final String NOW = "2026-01-01T00:00:00Z";

    @TempDir
    Path folder;

    private Path path = Path.of("");
    private TaskFile file = new TaskFile(path);

    @BeforeEach
    void file() {
        path = folder.resolve("tasks.jsonl");
        file = new TaskFile(path);
    }

    private static String line(String id) {
        return "{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"status\":\"pending\"},\"timestamp\":\"" + NOW
                + "\"}";
    }

    private @Nullable String next() throws IOException {
        return file.look().next(Set.of()).map(BacklogTask::id).orElse(null);
    }

    private List<String> ids() throws IOException {
        return file.look().all().stream().map(BacklogTask::id).toList();
    }

    @Test
    void what_is_appended_is_one_line_of_the_documented_shape() throws Exception {
        file.create(Map.of("id", "RALPH-001"), NOW);
        file.update("RALPH-001", Map.of("status", "in_progress"), "agent", NOW);
        file.create(Map.of("id", "RALPH-002"), NOW);
        file.relate("RALPH-002", "blockedBy", "RALPH-001", NOW);

        assertThat(Files.readAllLines(path))
                .containsExactly(
                        "{\"op\":\"create\",\"task\":{\"id\":\"RALPH-001\"},\"timestamp\":\"" + NOW + "\"}",
                        "{\"op\":\"update\",\"id\":\"RALPH-001\",\"changes\":{\"status\":\"in_progress\"},\"source\":\"agent\",\"timestamp\":\""
                                + NOW + "\"}",
                        "{\"op\":\"create\",\"task\":{\"id\":\"RALPH-002\"},\"timestamp\":\"" + NOW + "\"}",
                        "{\"op\":\"relate\",\"id\":\"RALPH-002\",\"relation\":\"blockedBy\",\"targetId\":\"RALPH-001\",\"timestamp\":\""
                                + NOW + "\"}");
        assertThat(next()).isEqualTo("RALPH-001");
    }

    @Test
    void nothing_is_written_through_a_link_that_stands_in_the_place_of_the_list() throws Exception {
        Path secret = Files.writeString(path.resolveSibling("secret"), "secret\n");
        Files.createSymbolicLink(path, secret);

        assertThatThrownBy(() -> file.create(Map.of("id", "a"), NOW)).hasMessageContaining("is a link, not a file");

        assertThat(secret).hasContent("secret\n");
    }

    @Test
    void without_a_file_there_is_no_task() throws Exception {
        assertThat(next()).isNull();
        Files.writeString(path, line("a") + "\n");
        assertThat(next()).isEqualTo("a");
        Files.delete(path);
        assertThat(next()).isNull();
    }

    @Test
    void what_others_append_is_known_at_the_next_look() throws Exception {
        Files.writeString(path, line("a") + "\n");
        assertThat(ids()).containsExactly("a");
        Files.writeString(path, line("b") + "\r\n\n", StandardOpenOption.APPEND);
        assertThat(ids()).containsExactly("a", "b");
        assertThat(file.look().problems()).isEmpty();
    }

    @Test
    void a_line_that_is_being_written_waits_for_its_end_and_one_that_never_got_it_spoils_no_other() throws Exception {
        Files.writeString(path, line("a") + "\n" + line("b").substring(0, 20));
        assertThat(ids()).containsExactly("a");

        file.create(Map.of("id", "c"), NOW);

        assertThat(ids()).containsExactly("a", "c");
        assertThat(file.look().problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.line()).isEqualTo(2));
    }

    @Test
    void a_last_line_that_is_whole_counts_without_its_end_and_what_follows_begins_a_new_one() throws Exception {
        Files.writeString(path, line("RALPH-001") + "\n" + line("RALPH-002"));

        assertThat(ids()).containsExactly("RALPH-001", "RALPH-002");
        assertThat(file.look().problems()).isEmpty();
        assertThat(file.add(Map.of("title", "Third"), NOW)).isEqualTo("RALPH-003");

        assertThat(ids()).containsExactly("RALPH-001", "RALPH-002", "RALPH-003");
        assertThat(file.look().problems()).isEmpty();
        assertThat(Files.readAllLines(path)).hasSize(3);
    }

    @Test
    void a_last_line_that_is_not_whole_is_named_until_its_rest_is_there() throws Exception {
        String whole = line("b");
        Files.writeString(path, line("a") + "\n\n" + whole.substring(0, 20));

        assertThat(ids()).containsExactly("a");
        assertThat(file.look().problems())
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem.line() + ": " + problem.words()).startsWith("3: is not finished"));

        Files.writeString(path, whole.substring(20) + "\n", StandardOpenOption.APPEND);
        assertThat(ids()).containsExactly("a", "b");
        assertThat(file.look().problems()).isEmpty();
    }

    @Test
    void an_unfinished_last_line_of_a_large_file_is_taken_once() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            lines.add(line("task-" + i));
        }
        Files.writeString(path, String.join("\n", lines));
        assertThat(ids()).hasSize(30_000);
        assertThat(ids()).hasSize(30_000);

        file.create(Map.of("id", "last"), NOW);

        assertThat(ids()).hasSize(30_001).endsWith("task-29999", "last");
        assertThat(file.look().problems()).isEmpty();
    }

    @Test
    void an_edit_in_a_large_file_that_keeps_its_length_and_its_end_is_seen() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 10_000; i < 40_000; i++) {
            lines.add(line("task-" + i));
        }
        Files.write(path, lines);
        assertThat(Files.size(path)).isGreaterThan(2L << 20);
        assertThat(file.look().task("task-10000")).isPresent();
        FileTime before = Files.getLastModifiedTime(path);

        try (RandomAccessFile edited = new RandomAccessFile(path.toFile(), "rw")) {
            edited.write(line("else-10000").getBytes(StandardCharsets.UTF_8));
        }
        Files.setLastModifiedTime(path, FileTime.from(before.toInstant().plusNanos(1_000_000)));

        assertThat(file.look().task("else-10000")).isPresent();
        assertThat(file.look().task("task-10000")).isEmpty();
    }

    @Test
    void a_file_that_was_edited_replaced_or_truncated_is_read_anew() throws Exception {
        Files.writeString(path, line("a") + "\n" + line("b") + "\n");
        assertThat(ids()).containsExactly("a", "b");

        Files.writeString(path, line("x") + "\n" + line("b") + "\n");
        assertThat(ids()).as("edited in place, as long as before").containsExactly("x", "b");
        Files.writeString(path, line("b") + "\n");
        assertThat(ids()).as("truncated").containsExactly("b");
        Files.move(
                Files.writeString(folder.resolve("new"), line("n") + "\n" + line("b") + "\n"),
                path,
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(ids()).as("replaced").containsExactly("n", "b");
    }

    @Test
    void a_file_with_a_byte_order_mark_and_a_huge_line_is_read() throws Exception {
        String huge = "{\"op\":\"create\",\"task\":{\"id\":\"" + "x".repeat(5 << 20) + "\"}}";
        Files.writeString(path, "\ufeff" + line("a") + "\r\n" + huge + "\n" + line("b") + "\n");

        assertThat(ids()).containsExactly("a", "b");
        assertThat(file.look().problems()).hasSize(1);
    }

    @Test
    void of_a_large_file_only_what_was_appended_is_read_and_a_replaced_one_anew() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            lines.add(line("task-" + i));
        }
        Files.write(path, lines);
        assertThat(Files.size(path)).isGreaterThan(3 << 20);
        TaskList before = file.look();
        file.create(Map.of("id", "last"), NOW);

        assertThat(file.look()).isSameAs(before);
        assertThat(before.task("last")).isPresent();
        lines.set(39_999, line("other-9999"));
        lines.add(line("more"));
        Files.write(path, lines);
        assertThat(file.look()).isNotSameAs(before);
        assertThat(file.look().task("other-9999")).isPresent();
    }

    @Test
    void a_folder_in_its_place_is_named() throws Exception {
        Files.createDirectory(path);

        assertThatThrownBy(() -> file.look())
                .hasMessageContaining("tasks.jsonl")
                .hasMessageContaining("is not a file");
    }

    @Test
    void many_processes_append_at_once_and_no_line_is_lost_or_torn() throws Exception {
        List<Process> others = new ArrayList<>();
        for (String name : List.of("p", "q", "r")) {
            String script = "i=0; while [ $i -lt 200 ]; do printf '%s\\n' '"
                    + line("NAME-$i").replace("NAME", name).replace("$i", "'$i'")
                    + "' >> tasks.jsonl; i=$((i + 1)); done";
            others.add(new ProcessBuilder("sh", "-c", script)
                    .directory(folder.toFile())
                    .start());
        }
        List<Thread> threads = new ArrayList<>();
        for (String name : List.of("s", "t")) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 200; i++) {
                    try {
                        new TaskFile(path).create(Map.of("id", name + "-" + i), NOW);
                    } catch (IOException failed) {
                        throw new IllegalStateException(failed);
                    }
                }
            }));
        }
        for (Process other : others) {
            assertThat(other.waitFor()).isZero();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(file.look().problems()).isEmpty();
        assertThat(ids()).hasSize(1_000).doesNotHaveDuplicates();
    }
}
