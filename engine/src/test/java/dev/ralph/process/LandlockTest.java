package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// Landlock confines what is started and nothing else of this process.
class LandlockTest {
    private static final List<Path> SYSTEM = Stream.of("/usr", "/bin", "/lib", "/lib64", "/etc", "/proc")
            .map(Path::of)
            .toList();

    @TempDir
    Path folder;

    @BeforeEach
    void require() {
        if (Landlock.abi() == 0) {
            throw new TestAbortedException("not run: this kernel has no Landlock");
        }
    }

    private Exit run(SupervisorFixture fixture, @Nullable Set<Integer> ports, String script) throws IOException {
        Path work = Files.createDirectories(folder.resolve("work"));
        Launch launch = fixture.launch(RunLimits.none(), "sh", "-c", script);
        Enclosure rules = new Enclosure.Rules(List.of(work, Path.of("/dev/null")), SYSTEM, ports, List.of());
        return SupervisorFixture.exit(fixture.start(launch.at(work).in(rules)));
    }

    @Test
    void only_the_program_is_confined_and_its_streams_are_open() throws IOException {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.SUBREAPER)) {
            Exit exit = run(fixture, null, """
                    cat; echo in > in; mkdir a b; mv in a/in; mv a/in b/in
                    echo out > ../out; cat ../run-1/prompt.md ../run-1/stdout.txt; exit 5
                    """);
            assertThat(exit.status())
                    .as(SupervisorFixture.text(fixture.stderr()))
                    .isEqualTo(new ExitStatus.Exited(5));
            assertThat(exit.proof()).isEqualTo(ProofOfEnd.NO_CHILDREN_LEFT);
            assertThat(SupervisorFixture.text(fixture.stdout())).startsWith("the prompt of run 1\n");
            assertThat(folder.resolve("work/b/in")).hasContent("in");
            assertThat(folder.resolve("out")).doesNotExist();
            assertThat(Files.writeString(folder.resolve("out"), "this process may"))
                    .exists();
            Exit next = SupervisorFixture.exit(fixture.shell(RunLimits.none(), "echo next > ../next"));
            assertThat(next.status()).isEqualTo(new ExitStatus.Exited(0));
            assertThat(folder.resolve("next")).hasContent("next");
        }
    }

    @Test
    void a_program_of_root_has_none_of_roots_powers() throws IOException {
        if (!SystemCalls.isRoot()) {
            throw new TestAbortedException("not run: this user has no powers anyway");
        }
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP)) {
            Exit free = SupervisorFixture.exit(
                    fixture.shell(RunLimits.none(), "grep CapEff:.*000000000000 /proc/self/status"));
            assertThat(free.status()).as("without").isEqualTo(new ExitStatus.Exited(1));
            Exit exit = run(fixture, null, "grep CapEff:.*0000000000000000 /proc/self/status");
            assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(0));
        }
    }

    @Test
    void only_the_ports_named_can_be_connected_to() throws IOException {
        if (Landlock.abi() < 4) {
            throw new TestAbortedException("not run: Landlock 4 holds TCP back, this is " + Landlock.abi());
        }
        try (SupervisorFixture fixture = new SupervisorFixture(folder, Containment.GROUP);
                ServerSocket named = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                ServerSocket other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String script = connect(named) + connect(other);
            run(fixture, null, script);
            assertThat(SupervisorFixture.text(fixture.stdout())).as("all open").isEqualTo("ok\nok\n");
            run(fixture, Set.of(named.getLocalPort()), script);
            assertThat(SupervisorFixture.text(fixture.stdout())).isEqualTo("ok\nno\n");
        }
    }

    private static String connect(ServerSocket server) {
        return "perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(PeerAddr=>\"127.0.0.1:" + server.getLocalPort()
                + "\",Timeout=>5) ? \"ok\\n\" : \"no\\n\"'\n";
    }

    @Test
    void what_an_older_kernel_cannot_hold_back_is_said() {
        assertThat(Landlock.gaps(7)).isEmpty();
        assertThat(Landlock.gaps(5)).hasSize(1).first().asString().contains("signals");
        assertThat(Landlock.gaps(3)).hasSize(2).first().asString().contains("TCP");
        assertThat(Landlock.gaps(1)).hasSize(4);
    }
}
