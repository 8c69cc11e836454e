package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Children: `ralph job` called inside an agent is handed to the engine that runs the agent, and lives on.
class JobInsideAgentTest extends WithShell {
    private static final String DONE = "touch \"$TASK_FOLDER/DONE\"";

    private String ralph;

    @BeforeEach
    void open() throws Exception {
        ralph = "'" + Shell.program(folder) + "'";
    }

    @Test
    void a_job_ordered_just_before_done_outlives_the_agent_and_is_waited_for() throws Exception {
        Shell.Said said = shell.run(
                "--command",
                ralph
                        + " job --detach --prompt sub -- sh -c 'echo \"$JRUN_PARENT_ID\" > parent; sleep 1; touch finished'; "
                        + "echo \"$JRUN_ID\" > me; " + DONE);

        assertThat(said.code()).isZero();
        assertThat(said.lines()).contains("All children finished");
        assertThat(folder.resolve("finished")).exists();
        assertThat(Files.readString(folder.resolve("parent"))).isEqualTo(Files.readString(folder.resolve("me")));
        assertThat(shell.bus("task-001"))
                .contains("\nwaiting for 1 children to complete: [")
                .contains("\ntask completed (all children finished)");
    }

    @Test
    void a_job_in_another_task_and_a_job_of_that_job_are_waited_for() throws Exception {
        Shell.Said said = shell.run(
                "--command",
                ralph + " job --detach --task task-002 --prompt sub -- sh -c \"" + ralph
                        + " job --detach --task task-003 --prompt subsub -- sh -c 'sleep 1; touch finished'\"; "
                        + DONE);

        assertThat(said.code()).isZero();
        assertThat(folder.resolve("finished")).exists();
        assertThat(shell.bus("task-003")).contains("RUN_STOP");
    }

    @Test
    void a_job_that_a_check_starts_is_run_by_the_check() throws Exception {
        Shell.Said said = shell.run(
                "--check",
                ralph + " job --prompt review -- sh -c 'touch reviewed'",
                "--check-timeout",
                "90s",
                "--max-restarts",
                "1",
                "--command",
                DONE);

        assertThat(said.code()).isZero();
        assertThat(folder.resolve("reviewed")).exists();
    }

    @Test
    void a_job_longer_than_the_wait_is_a_warning_and_success_and_does_not_outlive_ralph() throws Exception {
        Shell.Said said = shell.run(
                "--wait-timeout",
                "300ms",
                "--command",
                ralph
                        + " job --detach --task task-002 --prompt sub -- sh -c 'echo $$ > new; mv new pid; exec sleep 60';"
                        + " for i in $(seq 600); do [ -e pid ] && break; sleep 0.05; done; " + DONE);

        assertThat(said.code()).isZero();
        assertThat(shell.bus("task-001"))
                .contains("type: WARNING")
                .contains("\ntimeout waiting for children after 300ms: [");
        String pid = Files.readString(folder.resolve("pid")).strip();
        Path stat = Path.of("/proc/" + pid + "/stat");
        assertThat(Files.exists(stat) && !Files.readString(stat).contains(") Z "))
                .isFalse();
    }

    @Test
    void an_agent_can_wait_for_its_job_and_gets_its_exit_code() throws Exception {
        Shell.Said said = shell.run(
                "--command",
                ralph + " job --prompt sub -- sh -c 'exit 7'; echo $? > failed; " + ralph
                        + " job --prompt sub -- true; echo $? > succeeded; " + DONE);

        assertThat(said.code()).isZero();
        assertThat(folder.resolve("failed")).hasContent("1");
        assertThat(folder.resolve("succeeded")).hasContent("0");
    }

    /// Inside a PID namespace the engine cannot be seen by its pid.
    @ParameterizedTest
    @ValueSource(strings = {"namespace", "group"})
    void an_agent_may_look_at_its_loop_stop_it_and_run_another_without_harm(String containment) throws Exception {
        Shell.Said said = shell.runProgram(
                containment,
                "--command",
                ralph + " status > status.txt; " + ralph + " doctor > doctor.txt; " + ralph
                        + " run --task task-002 --prompt x --containment group --command 'exec touch \"$TASK_FOLDER/DONE\"'"
                        + " > nested.txt 2>&1; echo $? > nested-code.txt; " + ralph
                        + " run --task task-001 --prompt x --command true 2> second.txt; echo $? > second-code.txt; "
                        + ralph + " stop --no-wait; sleep 60");

        Assumptions.assumeFalse(said.code() == 2, containment + " does not work on this machine: " + said.err());
        assertThat(said.lines()).contains("Attempt 1: Agent stopped");
        assertThat(said.code()).isEqualTo(6);
        assertThat(folder.resolve("status.txt")).content().contains("task-001  running attempt 1");
        assertThat(folder.resolve("doctor.txt")).content().contains("running agents: 1");
        assertThat(folder.resolve("nested-code.txt")).hasContent("0\n");
        assertThat(folder.resolve("second-code.txt")).hasContent("7\n");
        assertThat(folder.resolve("second.txt")).content().contains("task task-001 is held by process ");
        assertThat(folder.resolve(".ralph/leases")).isEmptyDirectory();
    }
}
