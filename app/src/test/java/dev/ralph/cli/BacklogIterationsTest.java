package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.Ralph;
import dev.ralph.RalphOptions;
import dev.ralph.RunningFlow;
import dev.ralph.Task;
import dev.ralph.backlog.Action;
import dev.ralph.backlog.Anomaly;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.IterationResult;
import dev.ralph.backlog.LoopHooks;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Outcome;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The iterations of a task of the list: what is remembered of each, what lasts from one to the next, and who hears of
/// them.
@Timeout(180)
class BacklogIterationsTest extends WithBacklog {
    private static final String HOOKS = """
            hooks:
              onTaskStart: cat >> ../heard
              onIterationStart: cat >> ../heard
              onAction: cat >> ../heard
              onIterationEnd: cat >> ../heard
              onTaskEnd: cat >> ../heard
              onAnomaly: cat >> ../heard
            """;

    private List<Map<String, @Nullable Object>> heard() throws Exception {
        return Files.readAllLines(base.resolve("heard")).stream()
                .map(JsonText::object)
                .toList();
    }

    private static List<Object> named(List<Map<String, @Nullable Object>> heard, String field) {
        return heard.stream().map(one -> Objects.requireNonNull(one.get(field))).toList();
    }

    @SuppressWarnings("unchecked") // objects of JSON have texts as keys
    private List<Map<String, @Nullable Object>> iterations(String task) throws Exception {
        Shell.Said shown = project.ralph("task", "show", task, "--json");
        JsonContractTest.isValid("task-show", shown.out());
        List<?> all = (List<?>) Objects.requireNonNull(
                ((Map<?, ?>) Objects.requireNonNull(JsonText.parse(shown.out()))).get("iterations"));
        return all.stream()
                .map(one -> (Map<String, @Nullable Object>) Objects.requireNonNull(one))
                .toList();
    }

    @Test
    void each_iteration_is_remembered_with_the_task_and_the_files_as_they_were_when_it_began() throws Exception {
        project.write("agent.sh", COUNTED + """
                echo $n >> made
                now=$(date -u +%Y-%m-%dT%H:%M:%S.%3NZ)
                [ $n = 1 ] && echo '{"op":"update","id":"RALPH-001","changes":{"priority":7},"timestamp":"'$now'"}' \\
                  >> "$RALPH_INSIDE_FOLDER/tasks.jsonl"
                [ $n = 2 ] && touch "$TASK_FOLDER/DONE"
                """ + STREAM);
        tasks(create("RALPH-001", ",\"priority\":1"));
        String begun = project.git("rev-parse", "HEAD^{tree}");

        Shell.Said run = run("--stream", "claude");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        List<Map<String, @Nullable Object>> all = iterations("RALPH-001");
        assertThat(named(all, "number")).isEqualTo(List.of(1L, 2L));
        assertThat(named(all, "taskState").stream()
                        .map(state -> (Map<?, ?>) state)
                        .map(state -> state.get("status") + " " + state.get("priority")))
                .containsExactly("in_progress 1", "in_progress 7");
        assertThat(status("RALPH-001")).as("the task as it is now").isEqualTo("done");
        assertThat(project.git("rev-parse", all.getFirst().get("filesystemState") + "^{tree}"))
                .isEqualTo(begun);
        assertThat(project.git("show", all.getLast().get("filesystemState") + ":made"))
                .isEqualTo("1\n");
        assertThat(named(all, "filesystemDelta"))
                .isEqualTo(List.of(
                        List.of(Map.of("path", "made", "change", "added")),
                        List.of(Map.of("path", "made", "change", "modified"))));
        List<?> actions = List.of(
                Map.of("kind", "bash", "tool", "Bash", "detail", "make all"),
                Map.of("kind", "write", "tool", "Write", "detail", "made"));
        assertThat(named(all, "actions")).isEqualTo(List.of(actions, actions));
        assertThat(named(all, "result"))
                .isEqualTo(List.of(
                        Map.of("status", "continue", "reason", "it ended without saying that the task is done"),
                        Map.of("status", "complete", "artifacts", List.of())));
    }

    @Test
    void each_of_the_four_results_is_in_progress_jsonl_with_its_field() throws Exception {
        project.write("agent.sh", COUNTED + """
                if [ "$RALPH_TASK_ID" = RALPH-002 ]; then echo "no server" > "$RUN_FOLDER/BLOCKED"; exit 0; fi
                case $n in 1) exit 0;; 2) exit 3;; esac
                echo x > made
                echo '{"artifacts":["made"],"summary":"made it","blocker":null}' > "$TASK_FOLDER/DONE"
                """);
        tasks(create("RALPH-001", ",\"priority\":1"), create("RALPH-002", ""));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(named(lines("progress.jsonl", "iteration"), "result"))
                .isEqualTo(List.of(
                        Map.of("status", "continue", "reason", "it ended without saying that the task is done"),
                        Map.of("status", "failed", "error", "exit code 3"),
                        Map.of("status", "complete", "artifacts", List.of("made")),
                        Map.of("status", "blocked", "blocker", "no server")));
        assertThat(Files.readString(project.path("tasks.jsonl"))).contains("no server");
    }

    @Test
    void a_file_that_the_agent_declares_and_the_completion_names_is_one_artifact() throws Exception {
        project.write("agent.sh", """
                echo x > made
                echo '{"artifacts":["made"],"summary":"made it","blocker":null}' > "$TASK_FOLDER/DONE"
                """);
        tasks(create("RALPH-001", ",\"completion\":{\"type\":\"file_exists\",\"path\":\"./made\"}"));

        Shell.Said run = run();

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(named(lines("progress.jsonl", "iteration"), "result"))
                .isEqualTo(List.of(Map.of("status", "complete", "artifacts", List.of("made"))));
    }

    @Test
    void all_six_hooks_are_called_in_order_with_what_the_document_gives_them() throws Exception {
        project.write(".ralph/config.yaml", HOOKS);
        project.write("agent.sh", STREAM + "[ $RALPH_TASK_ID = RALPH-001 ] || exit 0\n" + WORKS);
        tasks(create("RALPH-001", ",\"priority\":1"), never("RALPH-002"), never("RALPH-003"), never("RALPH-004"));

        Shell.Said run = run("--stream", "claude", "--max-restarts", "1");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
        List<Map<String, @Nullable Object>> heard = heard();
        assertThat(named(heard.subList(0, 6), "hook"))
                .isEqualTo(List.of(
                        "onTaskStart", "onIterationStart", "onAction", "onAction", "onIterationEnd", "onTaskEnd"));
        assertThat(named(heard.subList(0, 2), "task").stream()
                        .map(task -> (Map<?, ?>) task)
                        .map(task -> task.get("id") + " " + task.get("title") + " " + task.get("status")))
                .containsOnly("RALPH-001 Make RALPH-001 in_progress");
        assertThat(heard.get(1)).containsEntry("iteration", 1L);
        assertThat(heard.get(2))
                .isEqualTo(Map.of(
                        "hook",
                        "onAction",
                        "taskId",
                        "RALPH-001",
                        "action",
                        Map.of("kind", "bash", "tool", "Bash", "detail", "make all")));
        assertThat(heard.get(3).get("action")).isEqualTo(Map.of("kind", "write", "tool", "Write", "detail", "made"));
        assertThat(heard.get(4))
                .containsEntry("iteration", 1L)
                .containsEntry("result", Map.of("status", "complete", "artifacts", List.of()));
        assertThat(heard.get(5)).containsEntry("success", true);
        List<Map<String, @Nullable Object>> odd = heard.stream()
                .filter(one -> "onAnomaly".equals(one.get("hook")))
                .toList();
        assertThat(odd).as(run.err()).hasSize(1);
        assertThat(odd.getFirst()).containsOnlyKeys("hook", "taskId", "anomaly").containsEntry("taskId", "RALPH-004");
        assertThat((Map<?, ?>) odd.getFirst().get("anomaly"))
                .isEqualTo(Map.of(
                        "kind",
                        "failure_mode",
                        "severity",
                        "medium",
                        "message",
                        "used all its iterations, as with 2 tasks before it"));
        assertThat(heard.getLast()).containsEntry("success", false);
    }

    @Test
    void a_program_hears_the_same_and_one_that_throws_changes_nothing() throws Exception {
        project.write("agent.sh", STREAM + "[ $RALPH_TASK_ID = RALPH-001 ] || exit 0\n" + WORKS);
        tasks(create("RALPH-001", ",\"priority\":1"), never("RALPH-002"), never("RALPH-003"), never("RALPH-004"));
        List<String> heard = new CopyOnWriteArrayList<>();
        List<String> warnings = new CopyOnWriteArrayList<>();
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("XDG_STATE_HOME", project.state().toString());
        Task flow = Task.named("backlog").program("sh", "agent.sh").attempts(1);
        for (String setting : List.of(
                "profile=backlog",
                "workspace=worktree",
                "sandbox=off",
                "network=open",
                "containment=group",
                "stream=claude",
                "restart_delay=10ms")) {
            flow = flow.with(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }

        RunningFlow.Result result;
        try (Ralph ralph = Ralph.open(RalphOptions.of(project.folder()).with(environment))) {
            result = ralph.startFlow(flow, running -> {
                        running.warnings(warnings::add);
                        running.hooks(new Listening(heard));
                    })
                    .await();
        }

        assertThat(result.outcome()).as(warnings.toString()).isEqualTo(Outcome.BLOCKED);
        assertThat(heard)
                .startsWith(
                        "start RALPH-001",
                        "iteration RALPH-001 1",
                        "BASH make all",
                        "WRITE made",
                        "ended RALPH-001 1 Complete[artifacts=[]]",
                        "end RALPH-001 true")
                .contains("odd RALPH-004 FAILURE_MODE")
                .endsWith("end RALPH-004 false");
        assertThat(warnings).contains("a hook failed: java.lang.IllegalStateException: of the test");
        assertThat(status("RALPH-001")).isEqualTo("done");
    }

    /// Throws where nobody else hears it.
    private record Listening(List<String> heard) implements LoopHooks {
        @Override
        public void onTaskStart(BacklogTask task) {
            heard.add("start " + task.id());
            throw new IllegalStateException("of the test");
        }

        @Override
        public void onIterationStart(BacklogTask task, int iteration) {
            heard.add("iteration " + task.id() + " " + iteration);
        }

        @Override
        public void onAction(Action action) {
            heard.add(action.kind() + " " + action.detail());
        }

        @Override
        public void onIterationEnd(BacklogTask task, int iteration, IterationResult result) {
            heard.add("ended " + task.id() + " " + iteration + " " + result);
        }

        @Override
        public void onTaskEnd(BacklogTask task, boolean success) {
            heard.add("end " + task.id() + " " + success);
        }

        @Override
        public void onAnomaly(Anomaly anomaly) {
            heard.add("odd " + anomaly.task() + " " + anomaly.kind());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"worktree", "overlay"})
    void work_temporary_files_and_logs_last_from_one_iteration_to_the_next(String workspace) throws Exception {
        project.write(".gitignore", "tmp/\n");
        project.write("agent.sh", COUNTED + """
                echo "this is iteration $n"
                case $n in
                1) echo half > work; mkdir tmp; echo cached > tmp/cache;;
                2) test -e work && test -e tmp/cache && echo more >> work;;
                3) rm work; echo x > wrong; exit 3;;
                *) ls > seen; test ! -e wrong && touch "$TASK_FOLDER/DONE";;
                esac
                """);
        tasks(create("RALPH-001", ",\"completion\":{\"type\":\"file_exists\",\"path\":\"seen\"}"));

        Shell.Said run = project.ralph(words(workspace, "--max-restarts", "4"));

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(project.path("work")).hasContent("half\nmore\n");
        assertThat(project.path("wrong")).doesNotExist();
        assertThat(project.path("tmp")).as("what git ignores is no work").doesNotExist();
        for (int n = 1; n <= 4; n++) {
            assertThat(project.ralph("logs", "RALPH-001", "--attempt", Integer.toString(n))
                            .out())
                    .contains("this is iteration " + n);
        }
        assertThat(named(lines("progress.jsonl", "iteration"), "iteration")).isEqualTo(List.of(1L, 2L, 3L, 4L));
    }
}
