package dev.ralph.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Random random = new Random(1);

    @Test
    void waits_double_up_to_the_cap_and_lie_in_the_upper_half() {
        Backoff backoff = new Backoff(Duration.ofSeconds(10), Duration.ofSeconds(100));
        long[] longest = {10, 20, 40, 80, 100, 100, 100};
        for (int time = 1; time <= longest.length; time++) {
            for (int i = 0; i < 200; i++) {
                Duration delay = backoff.delay(time, random);
                assertThat(delay)
                        .isBetween(
                                Duration.ofSeconds(longest[time - 1]).dividedBy(2),
                                Duration.ofSeconds(longest[time - 1]));
            }
        }
    }

    @Test
    void two_loops_do_not_come_back_together() {
        Set<Duration> waits = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            waits.add(Backoff.STANDARD.delay(5, random));
        }

        assertThat(waits).hasSizeGreaterThan(95);
    }

    @Test
    void it_never_overflows() {
        Backoff longest = new Backoff(Duration.ofNanos(1), Duration.ofDays(1000));

        assertThat(longest.delay(Integer.MAX_VALUE, random)).isBetween(Duration.ofDays(500), Duration.ofDays(1000));
        assertThat(longest.delay(1, random)).isLessThanOrEqualTo(Duration.ofNanos(1));
    }

    @Test
    void nonsense_is_refused() {
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessageContaining("makes no sense");
        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .hasMessageContaining("makes no sense");
        assertThatThrownBy(() -> Backoff.STANDARD.delay(0, random)).hasMessageContaining("counted from 1");
    }
}
