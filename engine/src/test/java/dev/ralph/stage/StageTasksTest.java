package dev.ralph.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.backlog.BacklogFiles;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.ListedTasks;
import dev.ralph.backlog.TaskFile;
import dev.ralph.config.Configuration;
import dev.ralph.config.ConfiguredStage;
import dev.ralph.config.FlagValues;
import dev.ralph.config.SettingKeys;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.TaskFacts;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Reason;
import dev.ralph.paths.RequestRefused;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StageTasksTest {
    @TempDir
    Path project;

    private final List<String> warned = new ArrayList<>();

    private void list(String... tasks) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (String task : tasks) {
            lines.append("{\"op\":\"create\",\"task\":{").append(task).append("}}\n");
        }
        Files.writeString(project.resolve("tasks.jsonl"), lines);
    }

    private static String task(String id, String more) {
        return "\"id\":\"" + id + "\",\"title\":\"Make " + id + "\",\"status\":\"pending\"" + more;
    }

    private ListedTasks listed() {
        return new ListedTasks(
                BacklogFiles.of(project),
                (_, _, _) -> {},
                UnaryOperator.identity(),
                InstantSource.fixed(Instant.parse("2024-01-15T10:30:00Z")));
    }

    private StageTasks tasks(String yaml, String... only) throws IOException {
        Files.createDirectories(project.resolve(".ralph"));
        Files.writeString(project.resolve(".ralph/config.yaml"), yaml);
        var settings = new Configuration(project, project, Map.of())
                .load(FlagValues.none().with(SettingKeys.PROFILE, "stage"));
        StageTasks tasks = new StageTasks(
                listed(),
                ConfiguredStage.of(settings),
                reason -> reason instanceof TaskReason.PipelineFailed ? "it failed" : "otherwise",
                settings.value(SettingKeys.ADAPTIVE_LIMITS),
                null,
                List.of(only),
                file -> !file.endsWith(".env"));
        tasks.warnings(warned::add);
        tasks.begins("flow-1");
        return tasks;
    }

    private BacklogTask now(String id) throws IOException {
        return listed().known(id);
    }

    private static TaskReason exhausted(String role) {
        return new TaskReason.PipelineFailed(
                "pipeline-1", new PipelineReason.StageFailed(role, "loop-1", new Reason.AttemptsUsed(2)));
    }

    @Test
    void a_task_that_used_its_iterations_is_to_be_done_again_but_not_in_the_same_flow() throws Exception {
        list(task("A", ",\"description\":\"d\",\"metadata\":{\"mine\":1}"));
        StageTasks tasks = tasks("agents: [claude]");
        Path folder = project.resolve(".ralph/tasks/A");
        Files.createDirectories(folder.resolve("stages/coder/runs/run-2"));
        Files.writeString(
                folder.resolve("execution.jsonl"),
                "{\"stage\":\"coder\",\"ralph_iteration\":2,\"ralph_max\":2,\"loop\":\"loop-1\"}\n");
        Files.writeString(folder.resolve("stages/coder/runs/run-2/output.md"), "still at it\n");
        TaskFacts facts = new TaskFacts(2, Duration.ZERO, null, 0, 0, 0, false, List.of(folder), null);

        assertThat(tasks.pick(List.of())).isEqualTo(new FlowEvent.TaskPicked("A", 0));
        tasks.record("A", exhausted("coder"), facts);

        assertThat(now("A").status().word()).isEqualTo("pending");
        assertThat(now("A").metadata().get("mine")).isEqualTo(1L);
        assertThat(now("A").metadata().get("ralph_failure"))
                .isEqualTo(Map.of(
                        "stage", "coder",
                        "iterations_used", 2L,
                        "last_output", "still at it\n",
                        "reason", "Max iterations reached without completion promise"));
        assertThat(tasks.pick(List.of())).isEqualTo(new FlowEvent.NoneReady(FlowEvent.Until.FOR_GOOD));
        assertThat(tasks("agents: [claude]").pick(List.of()))
                .as("after a crash of the same flow")
                .isEqualTo(new FlowEvent.NoneReady(FlowEvent.Until.FOR_GOOD));
        StageTasks later = tasks("agents: [claude]");
        later.begins("flow-2");
        assertThat(later.pick(List.of())).isEqualTo(new FlowEvent.TaskPicked("A", 0));
        assertThat(listed().look().problems()).isEmpty();

        later.completing("A", "pipeline-2", facts);
        assertThat(now("A").metadata()).isEqualTo(Map.of("mine", 1L));
    }

    @Test
    void the_same_failure_in_every_iteration_used_them_all_and_a_single_pass_has_its_own_reason() throws Exception {
        list(task("A", ""));
        StageTasks tasks = tasks("agents: [claude]");
        Path folder = Files.createDirectories(project.resolve(".ralph/tasks/A"));
        TaskFacts facts = new TaskFacts(2, Duration.ZERO, null, 0, 0, 0, false, List.of(folder), null);
        Files.writeString(
                folder.resolve("execution.jsonl"),
                "{\"stage\":\"qa\",\"ralph_iteration\":5,\"ralph_max\":5,\"loop\":\"loop-1\"}\n");
        AttemptFailure failure = new AttemptFailure.Lost();

        tasks.record("A", failed(new Reason.SameFailure(failure, 5)), facts);
        assertThat(now("A").metadata().toString()).contains("reason=Max iterations reached without completion promise");

        tasks.record("A", failed(new Reason.AttemptFailed(failure)), facts);
        assertThat(now("A").metadata().toString()).contains("reason=it failed");
    }

    private static TaskReason failed(Reason reason) {
        return new TaskReason.PipelineFailed("p", new PipelineReason.StageFailed("qa", "loop-1", reason));
    }

    @Test
    void a_cancelled_task_is_to_be_done_again_without_a_failure() throws Exception {
        list(task("A", ""), task("B", ",\"blockedBy\":[\"A\"]"));
        StageTasks tasks = tasks("agents: [claude]");
        tasks.pick(List.of());

        List<String> told = tasks.record(
                "A",
                new TaskReason.PipelineFailed("p", new PipelineReason.StoppedBy(StopKind.CANCEL, "me")),
                TaskFacts.NOTHING);

        assertThat(told).containsExactly("task B waits for A, which is not done");
        assertThat(now("A").status().word()).isEqualTo("pending");
        assertThat(now("A").metadata()).isEmpty();
        assertThat(tasks.pick(List.of())).isEqualTo(new FlowEvent.NoneReady(FlowEvent.Until.SOMETHING_ENDS));
    }

    @Test
    void a_task_that_somebody_set_to_pending_meanwhile_is_not_taken_again_by_the_flow_that_failed_it()
            throws Exception {
        list(task("A", ""));
        StageTasks tasks = tasks("agents: [claude]");
        tasks.pick(List.of());
        new TaskFile(project.resolve("tasks.jsonl"))
                .update("A", Map.of("status", "pending"), "manual", "2024-01-15T10:31:00Z");

        tasks.record("A", exhausted("coder"), TaskFacts.NOTHING);
        String once = Files.readString(project.resolve("tasks.jsonl"));
        tasks.record("A", exhausted("coder"), TaskFacts.NOTHING);

        assertThat(now("A").metadata()).containsKey("ralph_failure");
        assertThat(tasks.pick(List.of())).isEqualTo(new FlowEvent.NoneReady(FlowEvent.Until.FOR_GOOD));
        assertThat(project.resolve("tasks.jsonl")).hasContent(once);
    }

    @Test
    void who_waits_for_a_task_that_failed_is_named_and_not_begun() throws Exception {
        list(task("A", ""), task("B", ",\"blockedBy\":[\"A\"]"), task("C", ""));
        StageTasks tasks = tasks("agents: [claude]");
        tasks.pick(List.of());

        assertThat(tasks.record("A", exhausted("coder"), TaskFacts.NOTHING))
                .contains("task B waits for A, which is not done");
        assertThat(tasks.pick(List.of())).isEqualTo(new FlowEvent.TaskPicked("C", 0));
        assertThat(tasks.pick(List.of("C"))).isEqualTo(new FlowEvent.NoneReady(FlowEvent.Until.SOMETHING_ENDS));
    }

    @Test
    void a_stopped_task_stays_in_progress() throws Exception {
        list(task("A", ""));
        StageTasks tasks = tasks("agents: [claude]");
        tasks.pick(List.of());

        tasks.record("A", new TaskReason.FlowStopped(StopKind.STOP), TaskFacts.NOTHING);

        assertThat(now("A").status().word()).isEqualTo("in_progress");
    }

    @Test
    void tasks_that_are_added_meanwhile_are_picked_while_others_work() throws Exception {
        list(task("A", ""));
        StageTasks tasks = tasks("agents: [claude]");

        assertThat(tasks.pick(List.of())).isEqualTo(new FlowEvent.TaskPicked("A", 0));
        assertThat(tasks.pick(List.of("A"))).isEqualTo(new FlowEvent.NoneReady(FlowEvent.Until.SOMETHING_ENDS));
    }

    @Test
    void only_the_named_tasks_are_picked() throws Exception {
        list(task("A", ""), task("B", ""));

        assertThat(tasks("agents: [claude]", "B").pick(List.of())).isEqualTo(new FlowEvent.TaskPicked("B", 0));
    }

    @Test
    void named_tasks_that_cannot_be_worked_on_are_refused_with_what_to_do() throws Exception {
        assertRefused("no task list", "X");
        list(
                task("TASK-001", ""),
                task("TASK-002", ",\"blockedBy\":[\"TASK-001\"]"),
                task("TASK-003", ",\"blockedBy\":[\"TASK-004\"]"),
                task("TASK-004", ",\"blockedBy\":[\"TASK-003\"]"),
                task("TASK-005", ",\"blockedBy\":[\"NOBODY\"]"),
                task("TASK-006", "").replace("pending", "done"));

        assertRefused("no task TASK-01 in ", "TASK-01");
        assertRefused("did you mean 'TASK-001'?", "TASK-01");
        assertRefused("task TASK-002 waits for TASK-001, which is not done: name both", "TASK-002");
        assertRefused("wait for each other", "TASK-003", "TASK-004");
        assertRefused("tasks TASK-003, TASK-004 wait for each other: correct blockedBy", "TASK-003");
        assertRefused("task TASK-005 waits for unknown task NOBODY", "TASK-005");
        assertRefused("task TASK-006 is done. Reopen it: ralph task unblock TASK-006", "TASK-006");
        tasks("agents: [claude]", "TASK-001", "TASK-002").require();
    }

    private void assertRefused(String words, String... only) throws IOException {
        StageTasks tasks = tasks("agents: [claude]", only);
        assertThatThrownBy(tasks::require).isInstanceOf(RequestRefused.class).hasMessageContaining(words);
    }

    @Test
    void a_stage_without_an_agent_is_refused_before_anything_begins() throws Exception {
        list(task("A", ""));

        assertThatThrownBy(tasks("stages: {coder: {command: x}, qa: }")::require)
                .isInstanceOf(RequestRefused.class)
                .hasMessageStartingWith("stage qa has no agent: ");
    }

    @Test
    void a_task_is_told_with_its_description_and_its_specification_quoted() throws Exception {
        Files.createDirectories(project.resolve("specs"));
        Files.writeString(project.resolve("specs/a.md"), "# A\n\nAll of it.\n");
        list(task("A", ",\"description\":\"Do it.\",\"spec\":\"specs/a.md\""));

        assertThat(tasks("agents: [claude]\nstages: {coder: {prompt: In Rust.}, qa: }")
                        .text("A", "qa"))
                .isEqualTo("A: Make A\n\n> Do it.\n>\n> # A\n>\n> All of it.\n");
        assertThat(tasks("agents: [claude]\nstages: {coder: {prompt: In Rust.}, qa: }")
                        .text("A", "coder"))
                .endsWith("> All of it.\n\n## Instructions\n\nIn Rust.\n");
    }

    @Test
    void a_task_without_description_and_spec_is_worked_on_with_a_warning() throws Exception {
        list(task("A", ""));

        assertThat(tasks("agents: [claude]").pick(List.of())).isEqualTo(new FlowEvent.TaskPicked("A", 0));

        assertThat(warned)
                .containsExactly("task A has neither a description nor a spec: its agents know its title alone");
    }

    @Test
    void iterations_follow_what_tasks_of_the_type_needed_where_that_is_wanted() throws Exception {
        StringBuilder history = new StringBuilder();
        for (int i = 1; i <= 5; i++) {
            history.append("{\"type\":\"task_completed\",\"taskId\":\"T-")
                    .append(i)
                    .append("\",\"iterations\":2,\"actual\":60,\"taskType\":\"bug\",\"success\":true,\"run\":\"p-")
                    .append(i)
                    .append("\"}\n");
        }
        Files.writeString(project.resolve("learning.jsonl"), history);
        list(task("A", ",\"type\":\"bug\""), task("B", ",\"type\":\"docs\""));

        StageTasks adaptive = tasks("adaptive_limits: on\nagents: [claude]\nstages: {coder: }");

        assertThat(attempts(adaptive, "A")).isEqualTo(2);
        assertThat(attempts(adaptive, "B")).as("nothing is known of docs").isEqualTo(15);
        assertThat(attempts(tasks("agents: [claude]\nstages: {coder: }"), "A")).isEqualTo(15);
    }

    private static int attempts(StageTasks tasks, String task) throws IOException {
        return tasks.plan(task).stages().getFirst().policy().limits().attempts();
    }

    @Test
    void a_specification_outside_the_project_behind_a_link_or_not_committed_blocks_the_task() throws Exception {
        Path secret = Files.writeString(project.resolveSibling("secret-" + project.getFileName()), "secret");
        Files.createSymbolicLink(project.resolve("link.md"), secret);
        list(
                task("A", ",\"spec\":\"../" + secret.getFileName() + "\""),
                task("B", ",\"spec\":\"link.md\""),
                task("C", ",\"spec\":\"missing.md\""),
                task("D", ""),
                task("E", ",\"spec\":\".env\",\"priority\":9"));
        Files.writeString(project.resolve(".env"), "KEY=1");

        assertThat(tasks("agents: [claude]").pick(List.of())).isEqualTo(new FlowEvent.TaskPicked("D", 0));

        assertThat(now("A").reason()).contains("lies outside the project");
        assertThat(now("B").reason()).contains("is a link");
        assertThat(now("C").reason()).contains("is not a file");
        assertThat(now("E").reason()).contains("is not committed: commit it");
        assertThat(warned).last().asString().contains("task D has neither a description nor a spec");
        Files.delete(secret);
    }

    @Test
    void later_stages_may_send_the_work_back_to_the_coder() throws Exception {
        list(task("A", ",\"completion\":{\"path\":\"made\",\"type\":\"file_exists\"}"));

        PipelinePlan plan =
                tasks("agents: [claude]\nstages: {plan: , coder: , reviewer: }").plan("A");

        assertThat(plan.stages()).extracting(PipelinePlan.Stage::role).containsExactly("plan", "coder", "reviewer");
        assertThat(plan.stages())
                .extracting(PipelinePlan.Stage::rejection)
                .containsExactly(null, new PipelinePlan.Rejection("plan", 10), new PipelinePlan.Rejection("coder", 10));
        assertThat(plan.usedUp()).isEqualTo(PipelinePlan.UsedUp.ASK);
        assertThat(plan.stages())
                .extracting(stage -> stage.policy().conversation().mayReject())
                .containsExactly(false, true, true);
        assertThat(plan.stages().get(1).policy().checks()).anyMatch(check -> check.contains("\"stage\":\"coder\""));
        assertThat(plan.stages().get(1).policy().checks()).noneMatch(check -> check.contains("file_exists"));
        assertThat(plan.stages().get(2).policy().checks()).anyMatch(check -> check.contains("file_exists"));
        assertThat(plan.stages().get(2).policy().limits().caps().sameTrees()).isZero();
    }

    @Test
    void two_stages_with_the_same_promise_are_warned_of_once() throws Exception {
        list(task("A", ",\"description\":\"d\""), task("B", ",\"description\":\"d\""));
        StageTasks tasks = tasks("stages: {a: {command: x}, b: {command: x}}");

        tasks.pick(List.of());
        tasks.pick(List.of("A"));

        assertThat(warned).hasSize(1).first().asString().contains("have the same promise");
    }
}
