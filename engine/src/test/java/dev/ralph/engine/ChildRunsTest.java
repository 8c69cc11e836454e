package dev.ralph.engine;

import static dev.ralph.engine.ScratchProject.COUNT;
import static dev.ralph.engine.ScratchProject.DONE;
import static dev.ralph.engine.ScratchProject.TASK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.TaskId;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Runs that other tools started from inside an agent, found by their run-info.
class ChildRunsTest extends InScratchProject {
    private Process child;

    @BeforeEach
    void startChild() throws Exception {
        child = ScratchProject.group("20");
    }

    @AfterEach
    void end() {
        child.destroyForcibly();
    }

    private interface Act {
        void perform() throws Exception;
    }

    /// Does something as soon as the loop says that it waits.
    private void whileItWaits(Act act) {
        Thread.ofVirtual().start(() -> {
            try {
                ScratchProject.until("the loop says that it waits", () -> project.hasTold("waiting for"));
                act.perform();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
    }

    @Test
    void done_with_a_live_child_is_waited_for_and_the_agent_is_not_run() throws Exception {
        project.foreignRun(TASK, "child-1", "parent-1", child.pid());
        project.put(project.task().done(), "");
        whileItWaits(child::destroyForcibly);

        ScratchLoop.Ended result = project.loop(COUNT).run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(project.executions()).isZero();
        assertThat(child.isAlive()).isFalse();
        assertThat(project.told())
                .containsExactly(
                        "INFO waiting for 1 children to complete: [child-1]",
                        "INFO task completed (all children finished)");
    }

    @Test
    void a_child_longer_than_the_wait_is_a_warning_and_success() throws Exception {
        project.foreignRun(TASK, "child-1", "parent-1", child.pid());
        project.put(project.task().done(), "");

        ScratchLoop.Ended result =
                project.loop(COUNT).waitTimeout(Duration.ofMillis(300)).run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(child.isAlive()).isTrue();
        assertThat(project.told()).contains("WARNING timeout waiting for children after 300ms: [child-1]");
    }

    @Test
    void a_child_in_another_task_and_its_own_child_are_found_by_their_parents() throws Exception {
        project.put(
                folder.resolve("spawn"),
                "mkdir -p \"$TASK_FOLDER/../task-002/runs/run-b\" \"$TASK_FOLDER/../task-003/runs/run-c\"\n"
                        + "printf 'run_id: run-b\\ntask_id: task-002\\nparent_run_id: %s\\nend_time: \"2026-01-01T00:00:00Z\"\\n' "
                        + "$JRUN_ID > \"$TASK_FOLDER/../task-002/runs/run-b/run-info.yaml\"\n"
                        + "printf 'run_id: run-c\\ntask_id: task-003\\nparent_run_id: run-b\\npgid: " + child.pid()
                        + "\\n' > \"$TASK_FOLDER/../task-003/runs/run-c/run-info.yaml\"\n");
        whileItWaits(child::destroyForcibly);

        ScratchLoop.Ended result = project.loop(". ./spawn; " + DONE).run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(project.told()).contains("INFO waiting for 1 children to complete: [run-c]");
    }

    @Test
    void a_run_that_belongs_to_somebody_else_a_dead_one_and_a_finished_one_are_not_waited_for() throws Exception {
        project.foreignRun("task-009", "stranger", "somebody-else", child.pid());
        project.foreignRun(TASK, "dead", "parent-1", 4_000_000);
        project.foreignRun(TASK, "no-process", "parent-1", 0);
        project.put(project.task().done(), "");

        project.loop(COUNT).run();

        assertThat(project.told()).containsExactly("INFO task completed (DONE marker present, no active children)");
    }

    @Test
    void tasks_that_are_older_than_the_loop_are_not_searched() throws Exception {
        project.put(
                folder.resolve("spawn"),
                "runs=\"$TASK_FOLDER/../task-002/runs\"; mkdir -p \"$runs/run-b\"\n"
                        + "printf 'run_id: run-b\\ntask_id: task-002\\nparent_run_id: %s\\npgid: " + child.pid()
                        + "\\n' $JRUN_ID > \"$runs/run-b/run-info.yaml\"\n"
                        + "touch -d '1 hour ago' \"$runs\"\n");

        project.loop(". ./spawn; " + DONE).run();

        assertThat(project.told()).contains("INFO task completed (DONE marker present, no active children)");
    }

    @Test
    void a_stage_of_a_list_searches_no_task_but_its_own() throws Exception {
        project.foreignRun(TASK, "ours", "somebody", 4_000_000);
        project.foreignRun(TASK, "child-1", "ours", child.pid());
        project.foreignRun("task-002", "child-2", "ours", child.pid());

        assertThat(children(StreamHead.loop("loop", "p", TASK, "restart"))).containsExactly("child-1", "child-2");
        assertThat(children(new StreamHead("loop", StreamHead.Kind.LOOP, "pipeline", "p", TASK, "coder", "stage")))
                .containsExactly("child-1");
    }

    private List<String> children(StreamHead head) throws IOException {
        LoopPaths paths = new LoopPaths(project.layout(), folder, head);
        return new ChildRuns(paths, List::of, Supervisor::groupAlive, Instant.EPOCH).active();
    }

    @Test
    void a_stop_ends_the_wait_for_children() throws Exception {
        project.foreignRun(TASK, "child-1", "parent-1", child.pid());
        project.put(project.task().done(), "");
        ScratchLoop loop = project.loop(COUNT);
        whileItWaits(loop::stop);

        assertThat(loop.run().outcome()).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void a_file_that_asks_to_stop_ends_the_wait_for_children() throws Exception {
        project.foreignRun(TASK, "child-1", "parent-1", child.pid());
        project.put(project.task().done(), "");
        whileItWaits(() -> project.put(project.task().path().resolve("STOP-REQUESTED"), ""));

        assertThat(project.loop(COUNT).run().outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(child.isAlive()).isTrue();
    }

    @Test
    void a_run_of_the_same_name_that_ended_in_another_task_hides_no_child() throws Exception {
        project.put(
                project.layout().task(new TaskId("task-000")).run("child-1").info(),
                "run_id: child-1\ntask_id: task-000\nend_time: \"2026-01-01T00:00:00Z\"\n");
        project.foreignRun(TASK, "child-1", "parent-1", child.pid());
        project.put(project.task().done(), "");
        whileItWaits(child::destroyForcibly);

        project.loop(COUNT).run();

        assertThat(project.told()).contains("INFO waiting for 1 children to complete: [child-1]");
    }
}
