package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.loop.Event.StopKind;
import dev.ralph.machine.IllegalEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StopTest {
    private static final Policy FULL = POLICY.withChecks(List.of("test")).with(Policy.Keep.COMMIT);

    /// Every window in which no attempt runs and the outcome is still open.
    private static Map<String, LoopState> windows() {
        Map<String, LoopState> windows = new LinkedHashMap<>();
        windows.put("before the start", after(FULL));
        windows.put("held", after(FULL, hold()));
        windows.put("delay", after(FULL, started(1), exited(1, 1)));
        windows.put("child wait", after(FULL, started(1), leftDone(1)));
        windows.put("checks", windows.get("child wait").after(childrenEnded()));
        windows.put("refusal", windows.get("checks").after(checked(FULL, 1)));
        windows.put("keep", windows.get("checks").after(checked(FULL, 0)));
        windows.put("exhausted", after(atMost(0)));
        return windows;
    }

    @Test
    void stop_wins_in_every_window() {
        windows()
                .forEach((name, state) -> assertThat(
                                state.after(stop(StopKind.STOP)).decision())
                        .as(name)
                        .isEqualTo(finish(new Reason.StoppedBy(StopKind.STOP, "ann"))));
    }

    @Test
    void cancel_wins_in_every_window() {
        windows()
                .forEach((name, state) -> assertThat(
                                state.after(stop(StopKind.CANCEL)).decision())
                        .as(name)
                        .isEqualTo(finish(new Reason.StoppedBy(StopKind.CANCEL, "ann"))));
    }

    @Test
    void stop_after_the_attempt_stops_at_once_where_none_runs() {
        windows()
                .forEach((name, state) -> assertThat(
                                state.after(stop(StopKind.AFTER_ATTEMPT)).decision())
                        .as(name)
                        .isEqualTo(finish(new Reason.StoppedBy(StopKind.AFTER_ATTEMPT, "ann"))));
    }

    @Test
    void a_stop_while_an_attempt_runs_ends_it_first() {
        LoopState stopping = after(FULL, started(1), stop(StopKind.CANCEL));

        assertThat(stopping.decision()).isEqualTo(new Decision.EndAttempt(1, StopKind.CANCEL));
        for (Event end : List.of(ended(1, AttemptReport.How.STOPPED, -1, null), lost(1), leftDone(1))) {
            assertThat(stopping.after(end).decision()).isEqualTo(finish(new Reason.StoppedBy(StopKind.CANCEL, "ann")));
        }
    }

    @Test
    void stop_after_the_attempt_lets_it_finish_and_starts_no_other() {
        LoopState leaving = after(FULL, started(1), stop(StopKind.AFTER_ATTEMPT));

        assertThat(leaving.decision()).isEqualTo(new Decision.AttendAttempt(1));
        assertThat(leaving.after(exited(1, 1)).decision())
                .isEqualTo(finish(new Reason.StoppedBy(StopKind.AFTER_ATTEMPT, "ann")));
        assertThat(leaving.after(lost(1)).decision())
                .isEqualTo(finish(new Reason.StoppedBy(StopKind.AFTER_ATTEMPT, "ann")));
    }

    @Test
    void who_cannot_wait_for_the_attempt_may_still_stop_or_cancel_at_once() {
        LoopState leaving = after(FULL, started(1), stop(StopKind.AFTER_ATTEMPT));

        assertThat(leaving.after(stop(StopKind.CANCEL)).decision())
                .isEqualTo(new Decision.EndAttempt(1, StopKind.CANCEL));
    }

    @Test
    void a_second_stop_request_changes_nothing() {
        LoopState stopping = after(FULL, started(1), stop(StopKind.STOP));
        LoopState finishing = after(FULL, stop(StopKind.STOP));
        LoopState ended = finishing.after(over(Outcome.STOPPED));

        for (StopKind kind : StopKind.values()) {
            for (LoopState state : List.of(stopping, finishing, ended)) {
                assertThat(state.after(stop(kind))).isEqualTo(state);
            }
        }
    }

    @Test
    void a_held_loop_finishes_its_attempt_and_starts_no_other_until_it_is_released() {
        LoopState held = after(POLICY, started(1), hold(), exited(1, 1), rested());

        assertThat(held.decision()).isEqualTo(new Decision.Hold());
        assertThatThrownBy(() -> held.after(started(2))).isInstanceOf(IllegalEvent.class);
        assertThat(held.after(release()).decision()).isEqualTo(start(2));
    }

    @Test
    void a_held_loop_looks_for_no_signal() {
        assertThatThrownBy(() -> after(POLICY, hold(), seen(Signal.DONE))).isInstanceOf(IllegalEvent.class);
    }

    @Test
    void trouble_ends_the_loop_in_every_window() {
        windows()
                .forEach(
                        (name, state) -> assertThat(state.after(new Event.TroubleFound(new Reason.DoneIsFolder("DONE")))
                                        .decision())
                                .as(name)
                                .isEqualTo(finish(new Reason.DoneIsFolder("DONE"))));
    }
}
