package dev.ralph.loop;

import static dev.ralph.loop.EventsForTests.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.Event.StopKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What becomes of work that is not accepted.
class DiscardingTest {
    private static final Policy DISCARDS = POLICY.withChecks(List.of("test"))
            .with(Policy.OnRefusal.DISCARD)
            .with(POLICY.limits().withAttempts(9));
    private static final Event DISCARDED = new Event.WorkDiscarded("refs/ralph/loop/1");

    @Test
    void a_failed_attempt_is_discarded_before_the_rest_and_a_good_one_is_not() {
        assertThat(after(DISCARDS, started(1), exited(1, 1)).decision()).isEqualTo(new Decision.DiscardWork(1, 0));
        assertThat(after(DISCARDS, started(1), exited(1, 1), DISCARDED).decision())
                .isInstanceOf(Decision.Rest.class);
        assertThat(after(DISCARDS, started(1), exited(1, 0)).decision()).isInstanceOf(Decision.Rest.class);
        assertThat(after(POLICY, started(1), exited(1, 1)).decision()).isInstanceOf(Decision.Rest.class);
    }

    @Test
    void a_refused_and_a_lost_attempt_are_discarded() {
        Event refuses = checked(DISCARDS, 1);

        assertThat(after(DISCARDS, started(1), leftDone(1), childrenEnded(), refuses, refused(1))
                        .decision())
                .isEqualTo(new Decision.DiscardWork(1, 0));
        assertThat(after(DISCARDS, started(1), lost(1)).decision()).isEqualTo(new Decision.DiscardWork(1, 0));
    }

    @Test
    void it_goes_back_to_the_last_attempt_whose_work_stayed() {
        LoopState third = after(
                DISCARDS,
                started(1),
                exited(1, 0),
                rested(),
                started(2),
                exited(2, 1),
                DISCARDED,
                rested(),
                started(3),
                exited(3, 1));

        assertThat(third.decision()).isEqualTo(new Decision.DiscardWork(3, 1));
    }

    @Test
    void a_stop_lets_it_come_to_its_end() {
        LoopState stopped = after(DISCARDS, started(1), exited(1, 1), stop(StopKind.STOP));

        assertThat(stopped.decision()).isEqualTo(new Decision.DiscardWork(1, 0));
        assertThat(stopped.after(DISCARDED).decision())
                .isEqualTo(finish(
                        new Reason.StoppedBy(StopKind.STOP, stop(StopKind.STOP).by())));
    }

    @Test
    void what_could_not_be_discarded_is_discarded_first_when_the_loop_is_resumed_unless_its_work_is_to_be_kept() {
        Reason.NotDiscarded why = new Reason.NotDiscarded("main moved");
        LoopState blocked =
                after(DISCARDS, started(1), exited(1, 1), new Event.TroubleFound(why), new Event.LoopEnded(why));

        assertThat(blocked.after(resumed(DISCARDS)).decision()).isEqualTo(new Decision.DiscardWork(1, 0));
        assertThat(blocked.after(resumed(DISCARDS)).after(DISCARDED).decision())
                .isInstanceOf(Decision.StartAttempt.class);
        assertThat(blocked.after(resumed(DISCARDS.with(Policy.OnRefusal.KEEP))).decision())
                .isInstanceOf(Decision.StartAttempt.class);
    }

    @Test
    void what_somebody_stopped_is_left_as_it_is() {
        assertThat(after(DISCARDS, started(1), stop(StopKind.AFTER_ATTEMPT), exited(1, 1))
                        .decision())
                .isInstanceOf(Decision.Finish.class);
    }
}
