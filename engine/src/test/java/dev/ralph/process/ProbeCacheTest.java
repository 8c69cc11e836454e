package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What worked is believed for as long as the machine and the programs are the same.
class ProbeCacheTest {
    @TempDir
    Path folder;

    private Path program(String text) throws IOException {
        Path program = Files.writeString(folder.resolve("program"), text);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program;
    }

    @Test
    void what_worked_is_remembered_until_a_program_changes_or_it_is_forgotten() throws Exception {
        ProbeCache tried = new ProbeCache(folder.resolve("machine"));
        List<Path> programs = List.of(program("one"));
        assertThat(tried.hasWorked("sandbox", programs)).isFalse();

        tried.remember("sandbox", programs);
        assertThat(tried.hasWorked("sandbox", programs)).isTrue();
        assertThat(tried.hasWorked("other", programs)).isFalse();
        assertThat(tried.hasWorked("sandbox", List.of())).isFalse();

        program("another");
        assertThat(tried.hasWorked("sandbox", programs)).isFalse();

        tried.remember("sandbox", programs);
        tried.forget("sandbox");
        assertThat(tried.hasWorked("sandbox", programs)).isFalse();
    }

    @Test
    void another_boot_counts_for_nothing() throws Exception {
        ProbeCache tried = new ProbeCache(folder.resolve("machine"));
        tried.remember("sandbox", List.of());
        Path file = folder.resolve("machine/sandbox");
        Files.writeString(file, Files.readString(file).replace(ProcFiles.bootId(), "another boot"));

        assertThat(tried.hasWorked("sandbox", List.of())).isFalse();
    }

    @Test
    void where_nothing_is_remembered_or_nothing_can_be_written_everything_is_tried() throws Exception {
        ProbeCache.NOTHING.remember("sandbox", List.of());
        assertThat(ProbeCache.NOTHING.hasWorked("sandbox", List.of())).isFalse();

        ProbeCache nowhere =
                new ProbeCache(Files.writeString(folder.resolve("file"), "").resolve("machine"));
        nowhere.remember("sandbox", List.of());
        assertThat(nowhere.hasWorked("sandbox", List.of())).isFalse();
    }

    /// The file says that it works: who believes that wrongly finds out, and forgets it.
    @Test
    void a_namespace_that_works_no_more_is_forgotten() throws Exception {
        ProbeCache tried = new ProbeCache(folder.resolve("machine"));
        Path broken = program("#!/bin/sh\necho 'no namespaces today' >&2\nexit 1\n");
        Bubblewrap wrapper = new Bubblewrap(broken, tried);
        wrapper.works();
        assertThat(wrapper.hasWorked()).isTrue();
        ContainmentTier tier = new ContainmentTier(Containment.NAMESPACE, "broken", List.of());
        try (SupervisorFixture fixture =
                new SupervisorFixture(folder, leases -> new Supervisor(tier, wrapper, leases))) {
            SupervisorFixture.exit(fixture.supervisor.start(fixture.launch(RunLimits.none(), "true")));
        }

        assertThat(wrapper.hasWorked()).isFalse();
    }
}
