package dev.ralph.backlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralph.flow.TaskFacts;
import dev.ralph.flow.TaskReason;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Reason;
import dev.ralph.pipeline.PipelineReason;
import java.io.BufferedWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LearningTest {
    private static final String NOW = "2026-03-01T10:00:00Z";

    @TempDir
    Path folder;

    private Path file = Path.of("");
    private Learning learning = new Learning(file);

    @BeforeEach
    void file() {
        file = folder.resolve("learning.jsonl");
        learning = new Learning(file);
    }

    private static BacklogTask task(String id, String status, Object... more) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", id);
        fields.put("status", status);
        fields.put("updatedAt", NOW);
        for (int i = 0; i < more.length; i += 2) {
            fields.put(String.valueOf(more[i]), more[i + 1]);
        }
        TaskList list = new TaskList();
        list.apply(JsonText.of(Map.of("op", "create", "task", fields)));
        return list.task(id).orElseThrow();
    }

    private TaskFacts facts(int iterations, double share, boolean better) {
        return new TaskFacts(
                iterations,
                Duration.ofSeconds(90),
                new BigDecimal("0.25"),
                share,
                2,
                30,
                better,
                List.of(folder),
                null);
    }

    private static TaskReason used(String pipeline) {
        return new TaskReason.PipelineFailed(
                pipeline, new PipelineReason.StageFailed("agent", "loop", new Reason.AttemptsUsed(3)));
    }

    private List<Anomaly> done(String id, int iterations) throws Exception {
        return learning.learn(
                task(id, "done", "type", "bug"),
                new TaskReason.Done("p-" + id),
                facts(iterations, 0.1, true),
                List.of(),
                Instant.parse(NOW));
    }

    private List<Anomaly> blocked(String id, double share, boolean better) throws Exception {
        return learning.learn(
                task(id, "blocked", "reason", "every iteration was used"),
                used("p-" + id),
                facts(3, share, better),
                List.of(),
                Instant.parse(NOW));
    }

    @Test
    void a_task_that_ended_is_one_line_of_the_documented_shape() throws Exception {
        learning.learn(
                task("RALPH-001", "done", "type", "bug", "estimate", 2L, "complexity", "low"),
                new TaskReason.Done("p-1"),
                facts(2, 0.1, true),
                List.of(),
                Instant.parse(NOW));
        blocked("RALPH-002", 0.1, false);

        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "{\"type\":\"task_completed\",\"taskId\":\"RALPH-001\",\"estimate\":2,\"actual\":90,\"iterations\":2,\"taskType\":\"bug\",\"complexity\":\"low\",\"filesChanged\":2,\"linesChanged\":30,\"success\":true,\"cost\":0.25,\"run\":\"p-1\",\"timestamp\":\""
                                + NOW + "\"}",
                        "{\"type\":\"task_completed\",\"taskId\":\"RALPH-002\",\"actual\":90,\"iterations\":3,\"taskType\":\"task\",\"filesChanged\":2,\"linesChanged\":30,\"success\":false,\"cost\":0.25,\"reason\":\"attempts_used\",\"blockers\":[\"every iteration was used\"],\"run\":\"p-RALPH-002\",\"timestamp\":\""
                                + NOW + "\"}");
    }

    @Test
    void asked_for_again_after_a_crash_at_any_byte_it_is_written_once() throws Exception {
        blocked("RALPH-001", 0.1, false);
        blocked("RALPH-002", 0.1, false);
        byte[] before = Files.readAllBytes(file);
        Files.writeString(
                folder.resolve("remembered.jsonl"),
                "{\"text\":\"use tabs\",\"timestamp\":\"" + NOW + "\",\"task\":\"RALPH-003\"}\nrubbish\n");
        assertThat(blocked("RALPH-003", 0.9, false))
                .extracting(Anomaly::kind)
                .containsExactly(Anomaly.Kind.FAILURE_MODE, Anomaly.Kind.NO_PROGRESS);
        byte[] after = Files.readAllBytes(file);
        List<String> whole = Files.readAllLines(file);
        assertThat(whole).hasSize(6);

        for (int cut = before.length; cut <= after.length; cut++) {
            Files.write(file, Arrays.copyOf(after, cut));
            blocked("RALPH-003", 0.9, false);
            blocked("RALPH-003", 0.9, false);

            assertThat(Files.readAllLines(file)).as("cut at %d", cut).containsAll(whole);
            for (String line : whole) {
                assertThat(Files.readAllLines(file)).filteredOn(line::equals).hasSize(1);
            }
        }
        assertThat(learning.history().remembered())
                .containsExactly(new TaskHistory.Remembered("RALPH-003", "use tabs", NOW));
    }

    @Test
    void another_end_of_the_same_task_is_another_line_and_what_was_remembered_before_is_not_said_again()
            throws Exception {
        Files.writeString(
                folder.resolve("remembered.jsonl"), "{\"text\":\"use tabs\",\"timestamp\":\"" + NOW + "\"}\n");
        blocked("RALPH-001", 0.1, false);
        learning.learn(
                task("RALPH-001", "done"),
                new TaskReason.Done("later"),
                facts(1, 0, true),
                List.of(),
                Instant.parse(NOW));
        learning.learn(
                task("RALPH-002", "blocked"),
                new TaskReason.NotAfforded(),
                TaskFacts.NOTHING,
                List.of(),
                Instant.parse(NOW));
        learning.learn(
                task("RALPH-002", "blocked"),
                new TaskReason.NotAfforded(),
                TaskFacts.NOTHING,
                List.of(),
                Instant.parse(NOW));

        assertThat(Files.readAllLines(file)).hasSize(4);
        assertThat(learning.history().tasks()).isEqualTo(3);
    }

    @Test
    void a_task_whose_work_could_not_be_merged_after_all_is_not_done() throws Exception {
        for (int i = 0; i < 4; i++) {
            done("RALPH-00" + i, 2);
        }
        done("RALPH-004", 9);
        learning.learn(
                task("RALPH-004", "blocked", "type", "bug"),
                new TaskReason.NotIntegrated("p-RALPH-004", "a change of yours is in the way"),
                facts(9, 0.1, true),
                List.of(),
                Instant.parse(NOW));

        TaskHistory refused = learning.history();
        assertThat(refused.tasks()).isEqualTo(5);
        assertThat(refused.types().getFirst().done()).isEqualTo(4);
        assertThat(refused.need("bug")).as("limits follow what was kept").isEmpty();
        assertThat(refused.failures()).extracting(TaskHistory.Failure::reason).containsExactly("not_integrated");
    }

    @Test
    void work_that_was_done_again_for_the_merge_counts_once_with_all_its_iterations() throws Exception {
        done("RALPH-001", 2);
        learning.learn(
                task("RALPH-001", "done", "type", "bug"),
                new TaskReason.Done("p-after-the-conflict"),
                facts(3, 0.1, true),
                List.of(),
                Instant.parse(NOW));

        TaskHistory.Type bugs = learning.history().types().getFirst();
        assertThat(bugs.done()).isEqualTo(1);
        assertThat(bugs.iterations().mean()).isEqualTo(3);
    }

    @Test
    void an_agent_cannot_have_other_files_read_as_what_it_remembered() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "{\"text\":\"key\",\"timestamp\":\"" + NOW + "\"}\n");
        Files.createSymbolicLink(folder.resolve("remembered.jsonl"), secret);

        done("RALPH-001", 1);

        assertThat(learning.history().remembered()).isEmpty();
    }

    @Test
    void a_secret_in_what_is_remembered_is_not_written() throws Exception {
        learning = new Learning(file, words -> words.replace("tok-1234567890", "[secret]"));
        Files.writeString(
                folder.resolve("remembered.jsonl"),
                "{\"text\":\"use tok-1234567890 for it\",\"timestamp\":\"tok-1234567890\"}\n");

        done("RALPH-001", 1);

        assertThat(Files.readString(file)).contains("use [secret] for it").doesNotContain("tok-1234567890");
    }

    @Test
    void iterations_are_odd_above_the_mean_and_two_deviations_once_five_tasks_are_known() throws Exception {
        int[] before = {1, 2, 3, 2};
        for (int i = 0; i < before.length; i++) {
            assertThat(done("RALPH-00" + i, before[i])).isEmpty();
        }
        assertThat(done("RALPH-004", 9)).as("four are known").isEmpty();

        List<Anomaly> odd = done("RALPH-005", 10); // mean 3.4, deviation 2.87: 9.15

        assertThat(odd)
                .containsExactly(new Anomaly(
                        Anomaly.Kind.ITERATION_ANOMALY,
                        Anomaly.Severity.LOW,
                        "RALPH-005",
                        "took 10 iterations; 5 tasks before it took 3.4 on average, with a deviation of 2.9"));
        assertThat(done("RALPH-006", 9)).as("within").isEmpty();
    }

    @Test
    void the_figures_are_those_that_a_look_at_all_values_finds() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            TaskHistory history = new TaskHistory();
            List<Integer> all = new ArrayList<>();
            for (int i = random.nextInt(40); i >= 0; i--) {
                all.add(random.nextInt(100));
                history.add("{\"type\":\"task_completed\",\"taskId\":\"T\",\"success\":true,\"iterations\":"
                        + all.getLast() + "}");
            }
            double mean = all.stream().mapToInt(Integer::intValue).average().orElseThrow();
            double deviation = Math.sqrt(all.stream()
                    .mapToDouble(value -> (value - mean) * (value - mean))
                    .average()
                    .orElseThrow());
            TaskHistory.Figures figures = history.types().getFirst().iterations();

            assertThat(figures.mean()).as("seed %d", seed).isCloseTo(mean, within(1e-9));
            assertThat(figures.deviation()).as("seed %d", seed).isCloseTo(deviation, within(1e-9));
            int most = all.stream().mapToInt(Integer::intValue).max().orElseThrow();
            assertThat(figures.most()).isEqualTo(most);
            for (int next = 0; next < 120; next += 7) {
                boolean odd = all.size() >= 5 && next > mean + 2 * deviation + 1e-9;
                assertThat(history.anomalies("X", null, facts(next, 0, true)).isEmpty())
                        .as("seed %d, %d", seed, next)
                        .isEqualTo(!odd);
            }
        }
    }

    @Test
    void the_same_reason_for_three_tasks_is_odd_and_the_same_task_counts_once() throws Exception {
        assertThat(blocked("RALPH-001", 0, false)).isEmpty();
        assertThat(learning.learn(
                        task("RALPH-001", "blocked"), used("again"), facts(3, 0, false), List.of(), Instant.parse(NOW)))
                .isEmpty();
        assertThat(blocked("RALPH-002", 0, false)).isEmpty();
        assertThat(learning.learn(
                        task("RALPH-009", "blocked"),
                        new TaskReason.PipelineFailed("p", new PipelineReason.StoppedBy(StopKind.CANCEL, "me")),
                        facts(1, 0, false),
                        List.of(),
                        Instant.parse(NOW)))
                .as("another reason")
                .isEmpty();

        assertThat(blocked("RALPH-003", 0, false))
                .containsExactly(new Anomaly(
                        Anomaly.Kind.FAILURE_MODE,
                        Anomaly.Severity.MEDIUM,
                        "RALPH-003",
                        "used all its iterations, as with 2 tasks before it"));
        assertThat(learning.history().failures().getFirst().tasks())
                .containsExactly("RALPH-001", "RALPH-002", "RALPH-003");
    }

    @Test
    void more_than_half_of_the_limit_without_one_more_test_that_passes_is_odd() throws Exception {
        assertThat(blocked("RALPH-001", 0.5, false)).isEmpty();
        assertThat(blocked("RALPH-002", 0.6, true)).isEmpty();

        TaskHistory fresh = new TaskHistory();
        assertThat(fresh.anomalies("T", "gave_up", facts(1, 0.6, false)))
                .containsExactly(new Anomaly(
                        Anomaly.Kind.NO_PROGRESS,
                        Anomaly.Severity.MEDIUM,
                        "T",
                        "used 60% of its limit without a new passing check or test"));
        assertThat(fresh.anomalies("T", null, facts(1, 0.9, false)))
                .as("it is done")
                .isEmpty();
    }

    @Test
    void tasks_in_progress_for_long_are_told_once_by_the_times_of_the_list() throws Exception {
        List<BacklogTask> others = List.of(
                task("OLD", "in_progress", "updatedAt", "2026-01-01T00:00:00Z", "startedAt", "2026-01-01T00:00:00Z"),
                task("FRESH", "in_progress", "updatedAt", "2026-02-28T00:00:00Z"),
                task("STALE", "in_progress", "updatedAt", "2026-02-10T00:00:00Z"),
                task("NEVER", "pending", "updatedAt", "2020-01-01T00:00:00Z"),
                task("ODD", "in_progress", "updatedAt", "yesterday"));
        List<Anomaly> odd = TaskHistory.lasting(others, Instant.parse(NOW));
        assertThat(odd)
                .extracting(anomaly -> anomaly.task() + " " + anomaly.kind() + " " + anomaly.severity())
                .containsExactly("OLD STALE HIGH", "OLD LONG_RUNNING MEDIUM", "STALE STALE MEDIUM");

        assertThat(learning.learn(
                        task("A", "done"), new TaskReason.Done("p-A"), facts(1, 0, true), others, Instant.parse(NOW)))
                .isEqualTo(odd);
        assertThat(learning.learn(
                        task("B", "done"), new TaskReason.Done("p-B"), facts(1, 0, true), others, Instant.parse(NOW)))
                .isEmpty();
    }

    @Test
    void lines_that_cannot_be_read_are_passed_over_and_named_and_windows_lines_are_read() throws Exception {
        Files.writeString(file, "\ufeff" + """
                        {"type":"task_completed","taskId":"A","iterations":1,"success":true}
                        {"type":"task_comp
                        <<<<<<< HEAD

                        [1]
                        {"a":1}
                        {"type":"task_completed","taskId":"A"}
                        {"type":"plan_review","status":"x"}
                        {"type":"task_completed","taskId":"A","iterations":-5}
                        {"type":"task_completed","taskId":"A","iterations":1e99999}
                        {"type":"task_completed","taskId":"B","iterations":3,"success":true}""".replace("\n", "\r\n"));

        TaskHistory history = learning.history();

        assertThat(history.tasks()).isEqualTo(2);
        assertThat(history.problems()).extracting(TaskList.Problem::line).containsExactly(2, 3, 5, 6, 7, 9, 10);
        assertThat(history.unreadable()).isEqualTo(7);
        assertThat(new Learning(folder.resolve("none")).history().tasks()).isZero();
    }

    @Test
    void a_million_lines_are_read_in_little_memory() throws Exception {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < 1_000_000; i++) {
                out.write("{\"type\":\"task_completed\",\"taskId\":\"T-" + i + "\",\"iterations\":" + i % 7
                        + ",\"taskType\":\"kind-" + i + "\",\"reason\":\"why-" + i % 5000
                        + "\",\"success\":false,\"timestamp\":\"" + NOW + "\"}\n");
            }
        }
        Files.writeString(file, "x".repeat(5 << 20) + "\n", StandardOpenOption.APPEND);
        System.gc();
        long before = used();
        TaskHistory history = learning.history();
        System.gc();

        assertThat(used() - before).isLessThan(20 << 20);
        assertThat(history.tasks()).isEqualTo(1_000_000);
        assertThat(history.types()).hasSize(101);
        assertThat(history.unreadable()).isEqualTo(1);
    }

    private static long used() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
