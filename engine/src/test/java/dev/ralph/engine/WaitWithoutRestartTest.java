package dev.ralph.engine;

import static dev.ralph.engine.ScratchProject.COUNT;
import static dev.ralph.engine.ScratchProject.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.ScratchLoop;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An agent that waits for something outside is left alone.
class WaitWithoutRestartTest extends InScratchProject {
    private static final String POST =
            "printf -- '---\\nmsg_id: MSG-%s\\nts: %s\\ntype: %s\\nproject_id: scratch\\n---\\n"
                    + "Waiting for user input\\n' $$ \"$(date -u +%Y-%m-%dT%H:%M:%SZ)\" WORD >> \"$MESSAGE_BUS\"";

    @Test
    void exit_code_42_stops_the_loop_without_a_restart() throws Exception {
        ScratchLoop.Ended result = project.loop(COUNT + "exit 42").run();

        assertWaiting(result, "exit code 42");
        assertThat(project.info(0).number("exit_code")).isEqualTo(42);
    }

    @Test
    void signal_number_42_is_no_exit_code() throws Exception {
        ScratchLoop.Ended result =
                project.loop(COUNT + "kill -42 $$").maxRestarts(2).run();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
        assertThat(project.executions()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait_without_restart", "WAIT_WITHOUT_RESTART", "Wait_Without_Restart"})
    void a_bus_message_of_that_type_in_any_case_stops_the_loop_without_a_restart(String type) throws Exception {
        ScratchLoop.Ended result =
                project.loop(COUNT + POST.replace("WORD", type)).run();

        assertWaiting(result, "bus message wait_without_restart");
    }

    @Test
    void a_message_of_yesterday_stops_nothing() throws Exception {
        project.put(
                project.task().bus(),
                "---\nmsg_id: MSG-1\nts: 2020-01-01T00:00:00Z\ntype: wait_without_restart\nproject_id: scratch\n---\nold\n");

        ScratchLoop.Ended result = project.loop(COUNT + "exit 1").maxRestarts(2).run();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
    }

    @Test
    void the_marker_file_stops_the_loop_without_a_restart() throws Exception {
        ScratchLoop.Ended result = project.loop(COUNT + "touch \"$TASK_FOLDER/WAIT_WITHOUT_RESTART\"; exit 1")
                .run();

        assertWaiting(result, "WAIT_WITHOUT_RESTART file");
    }

    @Test
    void a_marker_that_was_there_before_the_start_means_the_agent_is_never_run() throws Exception {
        project.put(project.task().waitMarker(), "");

        ScratchLoop.Ended result = project.loop(COUNT).run();

        assertThat(result.outcome()).isEqualTo(Outcome.WAITING);
        assertThat(project.executions()).isZero();
    }

    @Test
    void done_counts_more_than_a_wish_to_wait() throws Exception {
        ScratchLoop.Ended result = project.loop(DONE + "exit 42").run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void resuming_clears_the_marker_and_goes_on_with_what_was_spent() throws Exception {
        project.loop(COUNT + "touch \"$TASK_FOLDER/WAIT_WITHOUT_RESTART\"").run();

        ScratchLoop.Ended result = project.loop(COUNT + DONE).resume();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.attempts()).isEqualTo(2);
        assertThat(project.task().waitMarker()).doesNotExist();
    }

    @Test
    void a_message_that_was_obeyed_does_not_stop_the_resumed_loop_again() throws Exception {
        project.loop(COUNT + POST.replace("WORD", "wait_without_restart")).run();

        ScratchLoop.Ended result = project.loop(COUNT + "exit 1").maxRestarts(2).resume();

        assertThat(result.outcome()).isEqualTo(Outcome.EXHAUSTED);
    }

    private void assertWaiting(ScratchLoop.Ended result, String signal) throws Exception {
        assertThat(result.reason()).isInstanceOf(Reason.AgentWaits.class);
        assertThat(result.sentence()).isEqualTo("wait-without-restart by " + signal);
        assertThat(result.outcome().exitCode()).isEqualTo(5);
        assertThat(project.executions()).isEqualTo(1);
        assertThat(project.info(0).get("status")).contains("stopped");
        assertThat(project.told()).noneMatch(line -> line.startsWith("WARNING"));
        assertThat(project.told())
                .last()
                .asString()
                .startsWith("INFO Wait-without-restart signal detected")
                .contains(signal);
    }
}
