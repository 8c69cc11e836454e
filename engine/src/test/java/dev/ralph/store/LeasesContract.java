package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.machine.StreamHead;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// What all leases must do. Run by those of files and by those in memory.
public abstract class LeasesContract {
    static final Instant SINCE = Instant.parse("2026-03-01T10:00:00Z");
    static final OwnerProcess ME = OwnerProcess.me(SINCE, "ralph run --task t");

    /// The same leases at every call.
    protected abstract Leases leases();

    @Test
    void what_nobody_holds_becomes_ours_and_can_be_given_back() {
        for (int n = 0; n < 2; n++) {
            assertThat(leases().whoHolds("task-t")).isEmpty();
            try (Leases.Lease mine = (Leases.Lease) leases().acquire("task-t", ME)) {
                assertThat(mine.holder()).isEqualTo(ME);
                assertThat(mine.intact()).isTrue();
                assertThat(leases().whoHolds("task-t")).contains(ME);
            }
        }
    }

    @Test
    void the_same_process_cannot_hold_it_twice() {
        try (Leases.Lease mine = (Leases.Lease) leases().acquire("task-t", ME)) {
            assertThat(leases().acquire("task-t", ME))
                    .isInstanceOfSatisfying(
                            Leases.HeldBy.class,
                            held -> assertThat(held.holder()).isEqualTo(ME));
            assertThat(mine.intact()).isTrue();
        }
    }

    @Test
    void somebody_who_holds_anything_is_found() throws IOException {
        assertThat(leases().anyHolder()).isEmpty();
        try (Leases.Lease _ = (Leases.Lease) leases().acquire("task-t", ME)) {
            assertThat(leases().anyHolder()).contains(ME);
        }
        assertThat(leases().anyHolder()).isEmpty();
    }

    @Test
    void keys_are_held_by_themselves() {
        try (Leases.Lease _ = (Leases.Lease) leases().acquire("task-t", ME);
                Leases.Lease other = (Leases.Lease) leases().acquire("task-u", ME)) {
            assertThat(other.intact()).isTrue();
        }
    }

    @Test
    void giving_back_twice_takes_it_from_nobody() {
        Leases.Lease first = (Leases.Lease) leases().acquire("task-t", ME);
        first.close();
        try (Leases.Lease second = (Leases.Lease) leases().acquire("task-t", ME)) {
            first.close();
            assertThat(second.intact()).isTrue();
            assertThat(leases().acquire("task-t", ME)).isInstanceOf(Leases.HeldBy.class);
        }
    }

    @Test
    void a_task_a_role_and_a_job_are_held_by_keys_of_their_own() {
        StreamHead only = StreamHead.loop("l1", "p", "t", "restart");
        assertThat(Leases.key(only)).isEqualTo("task-t");
        assertThat(Leases.key(only.in("coder"))).isEqualTo("task-t+coder");
        assertThat(Leases.key(only.in("job-l1"))).isEqualTo("job-l1");
    }
}
