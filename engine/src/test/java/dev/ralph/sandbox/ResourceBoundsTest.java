package dev.ralph.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.process.ExitStatus;
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
class ResourceBoundsTest {
    private static final String PROCESSES =
            "i=0; while [ $i -lt 60 ]; do sleep 5 & i=$((i+1)); done; echo all; kill $(jobs -p)";
    private static final String MEMORY = "perl -e '$x = \"x\" x (300 << 20); print length($x), \"\\n\"'";

    @TempDir
    Path folder;

    private SandboxFixture fixture;

    @BeforeEach
    void build() {
        fixture = new SandboxFixture(folder);
    }

    @AfterEach
    void clear() {
        fixture.close();
    }

    private SandboxFixture.Ran run(Sandbox sandbox, ResourceBounds bounds, String script) {
        SandboxView view = fixture.view(null);
        return fixture.confined(
                sandbox,
                new SandboxView(
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

    private static ResourceBounds of(
            @Nullable Duration cpu, @Nullable Long memory, @Nullable Integer processes, @Nullable Long file) {
        return new ResourceBounds(cpu, memory, processes, file);
    }

    @Test
    void a_file_does_not_grow_beyond_its_bound() throws IOException {
        String script = "head -c 5000000 /dev/zero > big; echo $?";
        assertThat(run(fixture.namespaces(), ResourceBounds.NONE, script).stdout())
                .isEqualTo("0\n");
        assertThat(Files.size(fixture.project.resolve("big"))).isEqualTo(5_000_000);
        run(fixture.namespaces(), of(null, null, null, 1_000_000L), script);
        assertThat(Files.size(fixture.project.resolve("big"))).isEqualTo(1_000_000);
        run(SandboxFixture.landlock(), of(null, null, null, 2_000_000L), script);
        assertThat(Files.size(fixture.project.resolve("big"))).isEqualTo(2_000_000);
    }

    @Test
    void a_process_does_not_compute_beyond_its_bound() {
        SandboxFixture.Ran ran =
                run(fixture.namespaces(), of(Duration.ofSeconds(1), null, null, null), "while :; do :; done");
        assertThat(ran.exit().status()).isInstanceOf(ExitStatus.Signaled.class);
        assertThat(ran.exit().took()).isLessThan(Duration.ofSeconds(50));
    }

    @Test
    void no_more_processes_than_allowed() {
        assertThat(run(fixture.namespaces(), ResourceBounds.NONE, PROCESSES).stdout())
                .contains("all");
        ResourceBounds bounds = of(null, null, 30, null);
        try (Cgroup group = Cgroup.make(bounds, 1_000_001).orElse(null)) {
            if (SandboxFixture.isRoot() && (group == null || !group.boundsProcesses())) {
                throw new TestAbortedException(
                        "not run: root is bounded only by a control group, and none can be made");
            }
        }
        SandboxFixture.Ran ran = run(fixture.namespaces(), bounds, PROCESSES);
        assertThat(ran.stdout()).doesNotContain("all");
        assertThat(ran.stderr()).containsIgnoringCase("cannot fork");
    }

    @Test
    void no_more_memory_than_allowed() {
        assertThat(run(fixture.namespaces(), ResourceBounds.NONE, MEMORY).stdout())
                .isEqualTo("314572800\n");
        assertThat(run(fixture.namespaces(), of(null, 128L << 20, null, null), MEMORY)
                        .stdout())
                .isEmpty();
        assertThat(run(SandboxFixture.landlock(), ResourceBounds.NONE, MEMORY).stdout())
                .isEqualTo("314572800\n");
        assertThat(run(SandboxFixture.landlock(), of(null, 128L << 20, null, null), MEMORY)
                        .stdout())
                .isEmpty();
    }

    @Test
    void a_control_group_bounds_all_processes_together_and_is_gone_afterwards() {
        ResourceBounds bounds = of(null, 128L << 20, null, null);
        Optional<Cgroup> group = Cgroup.make(bounds, 1_000_002);
        if (group.isEmpty() || !group.get().boundsMemory()) {
            throw new TestAbortedException("not run: no control group that bounds memory can be made here");
        }
        group.get().close();
        String several =
                "for i in 1 2 3 4; do perl -e '$x = \"x\" x (60 << 20); sleep 2; print \"had\\n\"' & done; wait";
        assertThat(run(fixture.namespaces(), ResourceBounds.NONE, several).stdout())
                .isEqualTo("had\n".repeat(4));
        assertThat(run(fixture.namespaces(), bounds, several).stdout()).isNotEqualTo("had\n".repeat(4));
        String left = fixture.freely(
                        "find /sys/fs/cgroup -name 'ralph-"
                                + ProcessHandle.current().pid() + "-*'",
                        Map.of())
                .stdout();
        assertThat(left).isEmpty();
    }

    @Test
    void no_core_is_dumped() {
        assertThat(run(fixture.namespaces(), ResourceBounds.NONE, "ulimit -c").stdout())
                .isEqualTo("0\n");
    }

    @Test
    void what_cannot_be_bounded_is_said() {
        ResourceBounds all = of(Duration.ofMinutes(1), 1L << 30, 50, 1L << 30);
        assertThat(all.applied(ResourceBounds.Counting.OWN, null).notes())
                .containsExactly(
                        "memory is bounded for each process, not for all together: no control group can be made");
        assertThat(all.applied(ResourceBounds.Counting.OWN, null).words())
                .contains("--nproc=50", "--cpu=60", "--core=0");
        assertThat(all.applied(ResourceBounds.Counting.SHARED, null).notes())
                .contains("the number of processes is not bounded: no control group can be made");
        assertThatThrownBy(() -> of(null, 0L, null, null)).hasMessageContaining("memory must be at least 1");
    }
}
