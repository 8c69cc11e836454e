package dev.ralph.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What stands in the list after a foreign file was brought in, and once more.
class TaskMergeTest {
    private static final String NOW = "2026-01-01T00:00:00Z";

    @TempDir
    Path base;

    private Path project = Path.of("");
    private TaskFile list = new TaskFile(project);

    @BeforeEach
    void list() throws Exception {
        project = Files.createDirectory(base.resolve("project"));
        list = new TaskFile(project.resolve("tasks.jsonl"));
    }

    private TaskMerge.Result merge(Path file, String text) throws Exception {
        List<ImportedTask> tasks = TaskImport.read(file.toString(), text).tasks();
        return new TaskMerge(list, project, file, NOW).of(tasks);
    }

    private List<String> titles() throws Exception {
        return list.look().all().stream().map(BacklogTask::title).toList();
    }

    @Test
    void a_file_is_the_same_however_it_is_spelled() throws Exception {
        String text = "- [ ] First\n- [ ] Second\n";
        Files.createDirectory(project.resolve("docs"));
        Path linked = Files.createSymbolicLink(base.resolve("linked"), project);

        assertThat(merge(Path.of("TODO.md"), text)).isEqualTo(new TaskMerge.Result(2, 0, 0));
        for (Path same : List.of(
                Path.of("./TODO.md"),
                Path.of("docs/../TODO.md"),
                project.resolve("TODO.md"),
                linked.resolve("TODO.md"))) {
            assertThat(merge(same, text)).as(same.toString()).isEqualTo(new TaskMerge.Result(0, 0, 2));
        }
        assertThat(merge(Path.of("docs/TODO.md"), text)).as("another file").isEqualTo(new TaskMerge.Result(2, 0, 0));
        assertThat(Files.readString(list.path())).contains("\"path\":\"TODO.md\"", "\"path\":\"docs/TODO.md\"");
    }

    @Test
    void an_issue_is_the_same_in_whatever_file_it_stands_and_where_a_tracker_brought_it() throws Exception {
        list.create(Map.of("id", "GH-7", "title", "Old title", "status", "pending"), NOW);
        list.link("GH-7", "7", "https://github.com/o/r/issues/7", NOW);
        String issues = """
                [{"number":7,"title":"New title","body":"","url":"https://github.com/o/r/issues/7"},
                 {"number":8,"title":"Another","body":"","url":"https://github.com/o/r/issues/8"}]
                """;

        assertThat(merge(Path.of("issues.json"), issues)).isEqualTo(new TaskMerge.Result(1, 1, 0));
        assertThat(merge(Path.of("later.json"), issues)).isEqualTo(new TaskMerge.Result(0, 0, 2));
        assertThat(titles()).containsExactly("New title", "Another");
    }

    @Test
    void a_task_gets_the_id_of_no_other_also_where_the_last_line_has_no_end() throws Exception {
        Files.writeString(
                list.path(),
                "{\"op\":\"create\",\"task\":{\"id\":\"RALPH-001\",\"title\":\"There\",\"status\":\"pending\"}}");

        assertThat(merge(Path.of("TODO.md"), "- [ ] First\n")).isEqualTo(new TaskMerge.Result(1, 0, 0));

        assertThat(titles()).containsExactly("There", "First");
        assertThat(list.look().problems()).isEmpty();
    }

    @Test
    void imports_at_the_same_moment_lose_nothing_and_what_belongs_together_stays_so() throws Exception {
        int files = 4;
        List<Thread> threads = new ArrayList<>();
        List<TaskMerge.Result> results = new CopyOnWriteArrayList<>();
        CountDownLatch all = new CountDownLatch(files);
        for (int i = 0; i < files; i++) {
            String name = "file-" + i;
            String text = IntStream.range(0, 10)
                    .mapToObj(task -> "- [ ] " + name + " task " + task + "\n  - [ ] " + name + " part " + task + "\n")
                    .collect(Collectors.joining());
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    List<ImportedTask> tasks =
                            TaskImport.read(name + ".md", text).tasks();
                    TaskMerge merge = new TaskMerge(new TaskFile(list.path()), project, Path.of(name + ".md"), NOW);
                    all.countDown();
                    all.await();
                    results.add(merge.of(tasks));
                } catch (IOException | InterruptedException failed) {
                    throw new IllegalStateException(failed);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(results).hasSize(files).containsOnly(new TaskMerge.Result(20, 0, 0));
        assertThat(titles()).hasSize(20 * files).doesNotHaveDuplicates();
        TaskList now = list.look();
        for (BacklogTask task : now.all()) {
            if (task.title().contains(" part ")) {
                assertThat(now.task(String.valueOf(task.parent())).orElseThrow().title())
                        .isEqualTo(task.title().replace(" part ", " task "));
            }
        }
    }
}
