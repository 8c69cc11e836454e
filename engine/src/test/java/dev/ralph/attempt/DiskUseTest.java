package dev.ralph.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Reason;
import java.math.BigDecimal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// When an attempt takes too much of the disk, and when it only looks like that.
class DiskUseTest {
    private static final long MB = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong free = new AtomicLong(1000 * MB);
    private final AtomicLong written = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger searched = new AtomicInteger();
    private final AtomicLong clock = new AtomicLong();
    private CountDownLatch searching = new CountDownLatch(0);

    private final DiskUse.Disk disk = new DiskUse.Disk() {
        @Override
        public long free() {
            return free.get();
        }

        @Override
        public long leastFree() {
            asked.incrementAndGet();
            return free.get();
        }

        @Override
        public long written(long enough) {
            searched.incrementAndGet();
            try {
                assertThat(searching.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException nobodyDoes) {
                throw new IllegalStateException(nobodyDoes);
            }
            return Math.min(enough, written.get());
        }
    };

    @Test
    void an_attempt_that_writes_more_into_the_project_than_it_may_is_over() throws Exception {
        DiskUse use = use(100 * MB, 10 * MB);
        take(90 * MB);
        assertThat(look(use)).isNull();
        assertThat(searched).as("nothing is wrong yet").hasValue(0);

        take(20 * MB);

        assertThat(lookUntilFound(use))
                .isEqualTo(new AttemptFailure.OverCap(Reason.Cap.DISK, BigDecimal.valueOf(100 * MB)));
    }

    @Test
    void what_others_write_is_not_the_attempts() throws Exception {
        DiskUse use = use(100 * MB, 10 * MB);
        take(30 * MB);
        free.addAndGet(-200 * MB);

        lookOften(use, 50);

        assertThat(use.over()).isNull();
        assertThat(searched)
                .as("searched once: it could add 70 MB before it matters")
                .hasValue(1);
        take(80 * MB);
        assertThat(lookUntilFound(use)).isNotNull();
        assertThat(searched).hasValue(2);
    }

    @Test
    void hardly_any_space_left_ends_it_whoever_took_it() {
        DiskUse use = use(null, 10 * MB);
        assertThat(look(use)).isNull();

        free.set(9 * MB);

        assertThat(look(use)).isEqualTo(new AttemptFailure.DiskFull(10 * MB));
        assertThat(DiskUse.tooLittle(disk, 10 * MB)).isNotNull();
        assertThat(DiskUse.tooLittle(disk, null)).isNull();
    }

    @Test
    void looking_is_cheap_however_often_somebody_asks() {
        DiskUse use = use(100 * MB, 10 * MB);
        for (int i = 0; i < 1000; i++) {
            use.over();
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void a_search_that_takes_long_keeps_nobody_waiting_and_is_not_begun_twice() throws Exception {
        searching = new CountDownLatch(1);
        DiskUse use = use(100 * MB, 10 * MB);
        take(150 * MB);

        for (int i = 0; i < 20; i++) {
            assertThat(look(use)).isNull();
        }
        searching.countDown();

        assertThat(lookUntilFound(use)).isNotNull();
        assertThat(searched).hasValue(1);
    }

    @Test
    void what_it_took_is_never_more_than_the_disk_lost() {
        DiskUse use = use(null, null);
        written.set(900 * MB);
        free.addAndGet(-300 * MB);
        assertThat(use.taken()).isEqualTo(300 * MB);

        free.set(2000 * MB);
        assertThat(use.taken()).as("somebody made room").isZero();
    }

    @Test
    void a_disk_that_says_nothing_is_no_reason_to_stop() {
        free.set(Long.MAX_VALUE);
        DiskUse use = use(1L, 10 * MB);

        assertThat(look(use)).isNull();
        assertThat(use.taken()).isZero();
    }

    private DiskUse use(@Nullable Long most, @Nullable Long leastFree) {
        return new DiskUse(disk, new Caps.Budget(null, null, null, most), leastFree, clock::get);
    }

    private void take(long bytes) {
        free.addAndGet(-bytes);
        written.addAndGet(bytes);
    }

    private @Nullable AttemptFailure look(DiskUse use) {
        clock.addAndGet(SECOND);
        return use.over();
    }

    private void lookOften(DiskUse use, int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            look(use);
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private @Nullable AttemptFailure lookUntilFound(DiskUse use) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (look(use) == null && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        return use.over();
    }
}
