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

    /// The tag is written already, and enough to find the process.
    @Test
    void a_pid_that_finds_no_room_is_left_out_and_stops_nobody() throws Exception {
        Path file = folder.resolve("full");
        LeaseFile lease = new LeaseFile(file, new FileOutputStream(FULL.toFile()));

        lease.started(1, 1);
        lease.inside(2, 2);
        lease.end();

        assertThat(open(FULL)).isZero();
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
