package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaseFileTest {
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    Path folder;

    private LeaseFile write() throws CannotStart {
        return LeaseFile.write(folder, LeaseFile.Engine.self(), Containment.GROUP, "test-lease");
    }

    @Test
    void a_lease_that_finds_no_room_leaves_no_file_and_no_descriptor() throws Exception {
        fillTheNextOnes();

        assertThatThrownBy(this::write).isInstanceOf(CannotStart.class).hasMessageContaining("cannot be written");
        assertThat(leases()).hasSize(9);
        assertThat(open(FULL)).isZero();
    }

    @Test
    void an_agent_whose_pid_finds_no_room_is_supervised_all_the_same() throws Exception {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.BASIC)) {
            LeaseFile lease = new LeaseFile(folder.resolve("full"), new FileOutputStream(FULL.toFile()));
            JdkSupervisedProcess agent = JdkSupervisedProcess.start(
                    fixture.launch(RunLimits.none(), "sh", "-c", "exit 3"), "/bin/sh", lease, ended -> {});
            agent.watch();

            assertThat(SupervisorFixture.exit(new RunningProcess(agent)).status())
                    .isEqualTo(new ExitStatus.Exited(3));
        }
    }

    /// The next ten leases are on a disk that is full.
    private void fillTheNextOnes() throws Exception {
        LeaseFile known = write();
        String name = leases().getFirst();
        known.end();
        String end = name.substring(name.lastIndexOf('-') + 1, name.length() - LeaseFile.SUFFIX.length());
        for (int next = 1; next <= 10; next++) {
            String before = name.substring(0, name.lastIndexOf('-') + 1);
            Files.createSymbolicLink(folder.resolve(before + (Integer.parseInt(end) + next) + LeaseFile.SUFFIX), FULL);
        }
    }

    private List<String> leases() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static long open(Path file) throws IOException {
        try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(descriptor -> leadsTo(descriptor, file)).count();
        }
    }

    private static boolean leadsTo(Path descriptor, Path file) {
        try {
            return Files.readSymbolicLink(descriptor).equals(file);
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }
}
