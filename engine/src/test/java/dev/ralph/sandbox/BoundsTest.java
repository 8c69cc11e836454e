package dev.ralph.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.process.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// How much a confined program may use; each bound with the run that shows that it would use more.
class BoundsTest {
    private static final String PROCESSES =
            "i=0; while [ $i -lt 60 ]; do sleep 5 & i=$((i+1)); done; echo all; kill $(jobs -p)";
    private static final String MEMORY = "perl -e '$x = \"x\" x (300 << 20); print length($x), \"\\n\"'";

    @TempDir
    Path folder;

    private Yard yard;

    @BeforeEach
    void build() {
        yard = new Yard(folder);
    }

    @AfterEach
    void clear() {
        yard.close();
    }

    private Yard.Ran run(Sandbox sandbox, Bounds bounds, String script) {
        View view = yard.view(null);
        return yard.confined(
                sandbox,
                new View(
                        view.project(),
                        null,
                        view.readWrite(),
                        view.readOnly(),
                        view.tools(),
                        view.home(),
                        view.network(),
                        bounds,
                        view.nesting()),
                script,
                Map.of());
    }

    private static Bounds of(
            @Nullable Duration cpu, @Nullable Long memory, @Nullable Integer processes, @Nullable Long file) {
        return new Bounds(cpu, memory, processes, file);
    }

    @Test
    void a_file_does_not_grow_beyond_its_bound() throws IOException {
        String script = "head -c 5000000 /dev/zero > big; echo $?";
        assertThat(run(yard.namespaces(), Bounds.NONE, script).stdout()).isEqualTo("0\n");
        assertThat(Files.size(yard.project.resolve("big"))).isEqualTo(5_000_000);
        run(yard.namespaces(), of(null, null, null, 1_000_000L), script);
        assertThat(Files.size(yard.project.resolve("big"))).isEqualTo(1_000_000);
        run(Yard.landlock(), of(null, null, null, 2_000_000L), script);
        assertThat(Files.size(yard.project.resolve("big"))).isEqualTo(2_000_000);
    }

    @Test
    void a_process_does_not_compute_beyond_its_bound() {
        Yard.Ran ran = run(yard.namespaces(), of(Duration.ofSeconds(1), null, null, null), "while :; do :; done");
        assertThat(ran.exit().status()).isInstanceOf(Status.Signaled.class);
        assertThat(ran.exit().took()).isLessThan(Duration.ofSeconds(50));
    }

    @Test
    void no_more_processes_than_allowed() {
        assertThat(run(yard.namespaces(), Bounds.NONE, PROCESSES).stdout()).contains("all");
        Bounds bounds = of(null, null, 30, null);
        try (Cgroup group = Cgroup.make(bounds, 1_000_001).orElse(null)) {
            if (Yard.isRoot() && (group == null || !group.boundsProcesses())) {
                throw new TestAbortedException(
                        "not run: root is bounded only by a control group, and none can be made");
            }
        }
        Yard.Ran ran = run(yard.namespaces(), bounds, PROCESSES);
        assertThat(ran.stdout()).doesNotContain("all");
        assertThat(ran.stderr()).containsIgnoringCase("cannot fork");
    }

    @Test
    void no_more_memory_than_allowed() {
        assertThat(run(yard.namespaces(), Bounds.NONE, MEMORY).stdout()).isEqualTo("314572800\n");
        assertThat(run(yard.namespaces(), of(null, 128L << 20, null, null), MEMORY)
                        .stdout())
                .isEmpty();
        assertThat(run(Yard.landlock(), Bounds.NONE, MEMORY).stdout()).isEqualTo("314572800\n");
        assertThat(run(Yard.landlock(), of(null, 128L << 20, null, null), MEMORY)
                        .stdout())
                .isEmpty();
    }

    @Test
    void a_control_group_bounds_all_processes_together_and_is_gone_afterwards() {
        Bounds bounds = of(null, 128L << 20, null, null);
        Optional<Cgroup> group = Cgroup.make(bounds, 1_000_002);
        if (group.isEmpty() || !group.get().boundsMemory()) {
            throw new TestAbortedException("not run: no control group that bounds memory can be made here");
        }
        group.get().close();
        String several =
                "for i in 1 2 3 4; do perl -e '$x = \"x\" x (60 << 20); sleep 2; print \"had\\n\"' & done; wait";
        assertThat(run(yard.namespaces(), Bounds.NONE, several).stdout()).isEqualTo("had\n".repeat(4));
        assertThat(run(yard.namespaces(), bounds, several).stdout()).isNotEqualTo("had\n".repeat(4));
        String left = yard.freely(
                        "find /sys/fs/cgroup -name 'ralph-"
                                + ProcessHandle.current().pid() + "-*'",
                        Map.of())
                .stdout();
        assertThat(left).isEmpty();
    }

    @Test
    void no_core_is_dumped() {
        assertThat(run(yard.namespaces(), Bounds.NONE, "ulimit -c").stdout()).isEqualTo("0\n");
    }

    @Test
    void what_cannot_be_bounded_is_said() {
        Bounds all = of(Duration.ofMinutes(1), 1L << 30, 50, 1L << 30);
        assertThat(all.applied(Bounds.Counting.OWN, null).notes())
                .containsExactly(
                        "memory is bounded for each process, not for all together: no control group can be made");
        assertThat(all.applied(Bounds.Counting.OWN, null).words()).contains("--nproc=50", "--cpu=60", "--core=0");
        assertThat(all.applied(Bounds.Counting.SHARED, null).notes())
                .contains("the number of processes is not bounded: no control group can be made");
        assertThatThrownBy(() -> of(null, 0L, null, null)).hasMessageContaining("memory must be at least 1");
    }
}
