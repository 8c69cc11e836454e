package dev.ralph.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;

/// Every way out is first shown to be one without the sandbox: otherwise that it is closed inside would say
/// nothing.
class EscapeTest {
    private static final Set<Escape> ONLY_ROOT =
            EnumSet.of(Escape.ROOT_CGROUP, Escape.CORE_PATTERN, Escape.READ_PASSWORDS);
    /// Said by the tier.
    private static final Set<Escape> GAPS_OF_LANDLOCK =
            EnumSet.of(Escape.UNIX_SOCKET_IN_A_PRIVATE_FOLDER, Escape.UNIX_SOCKET_ELSEWHERE);

    @TempDir
    Path folder;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Map<String, String> environment = new HashMap<>();
    private SandboxFixture fixture;
    private Process victim;

    @BeforeEach
    void build() throws Exception {
        fixture = new SandboxFixture(folder);
        Files.createDirectories(fixture.project.resolve(".git/hooks"));
        Files.writeString(fixture.project.resolve(".git/config"), "[core]\n");
        Files.writeString(folder.resolve("twin"), "untouched");
        Files.createLink(fixture.project.resolve("hard"), folder.resolve("twin"));
        Files.writeString(SandboxFixture.made(fixture.home.resolve(".ssh")).resolve("id"), "canary");
        Files.writeString(fixture.overlay("other").resolve("upper/secret"), "another attempt's");
        environment.put("OUT", fixture.outside.toString());
        environment.put("PLACE", fixture.home.toString());
        environment.put("OTHER", folder.toRealPath().resolve("workspaces/other").toString());
        environment.put("MOUNTING", SandboxFixture.isRoot() ? "-m" : "-Urm");
        listen();
        startVictim();
    }

    private void listen() throws IOException {
        ServerSocket tcp = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        open.push(tcp);
        environment.put("PORT", "" + tcp.getLocalPort());
        for (Path path : new Path[] {folder.resolve("s"), fixture.outside.resolve("socket")}) {
            ServerSocketChannel unix = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            unix.bind(UnixDomainSocketAddress.of(path), 50);
            open.push(unix);
        }
        environment.put("SOCKET", folder.resolve("s").toString());
        String name = "ralph-" + UUID.randomUUID();
        environment.put("ABSTRACT", name);
        Process abstractOne = new ProcessBuilder(
                        "perl",
                        "-MIO::Socket::UNIX",
                        "-e",
                        "$s = IO::Socket::UNIX->new(Local=>\"\\0$ARGV[0]\", Listen=>50) or die; $|=1; print \"up\\n\";"
                                + " sleep 120",
                        name)
                .start();
        open.push(abstractOne::destroyForcibly);
        try (BufferedReader said = abstractOne.inputReader()) {
            assertThat(said.readLine()).isEqualTo("up");
        } catch (IOException none) {
            throw new TestAbortedException("not run: perl is missing", none);
        }
    }

    /// A process of the same user to be harmed.
    private void startVictim() throws IOException {
        if (victim != null) {
            victim.destroyForcibly();
        }
        ProcessBuilder sleep = new ProcessBuilder("sleep", "120").directory(fixture.outside.toFile());
        sleep.environment().put("SECRET_OF_THE_VICTIM", "canary");
        victim = sleep.start();
        environment.put("VICTIM", "" + victim.pid());
    }

    @AfterEach
    void clear() throws Exception {
        victim.destroyForcibly().waitFor();
        for (AutoCloseable each : open) {
            each.close();
        }
        fixture.close();
    }

    @ParameterizedTest
    @EnumSource(Escape.class)
    void no_way_leads_out_of_the_namespaces_onto_an_overlay(Escape escape) throws Exception {
        Sandbox sandbox = fixture.namespaces();
        control(escape);
        SandboxView view = fixture.view(fixture.overlay("tried"));
        assertThat(escapes(escape, fixture.confined(sandbox, view, escape.script, inside())))
                .as("%s in %s", escape, sandbox.tier())
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(value = Escape.class, mode = EnumSource.Mode.EXCLUDE, names = "HARD_LINK")
    void no_way_leads_out_of_the_namespaces_onto_the_project_itself(Escape escape) throws Exception {
        Sandbox sandbox = fixture.namespaces();
        control(escape);
        assertThat(escapes(escape, fixture.confined(sandbox, fixture.view(null), escape.script, inside())))
                .as("%s in %s", escape, sandbox.tier())
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(Escape.class)
    void landlock_on_a_copy_closes_all_ways_but_those_it_names(Escape escape) throws Exception {
        Sandbox sandbox = SandboxFixture.landlock();
        control(escape);
        SandboxView view = copied();
        boolean out = escapes(escape, fixture.confined(sandbox, view, escape.script, inside()));
        assertThat(out).as("%s by Landlock", escape).isEqualTo(GAPS_OF_LANDLOCK.contains(escape));
    }

    /// As a copied workspace is: the same files, not the same hard links.
    private SandboxView copied() throws IOException {
        SandboxView view = fixture.view(null);
        Path copy = SandboxFixture.made(fixture.folder.resolve("copy"));
        Files.copy(fixture.project.resolve("hard"), copy.resolve("hard"), StandardCopyOption.REPLACE_EXISTING);
        Files.createDirectories(copy.resolve(".git/hooks"));
        Files.writeString(copy.resolve(".git/config"), "[core]\n");
        return new SandboxView(
                copy,
                null,
                view.readWrite(),
                view.readOnly(),
                view.tools(),
                view.home(),
                view.network(),
                view.bounds(),
                view.nesting());
    }

    /// It does lead out when nothing is done about it.
    private void control(Escape escape) throws Exception {
        if (ONLY_ROOT.contains(escape) && !SandboxFixture.isRoot()) {
            throw new TestAbortedException("not run: only root can get out by " + escape);
        }
        Map<String, String> all = new HashMap<>(environment);
        all.put("LEAK", "yes");
        all.put("MY_SECRET", "canary");
        all.put("AROUND", "unshare " + environment.get("MOUNTING"));
        SandboxFixture.Ran ran = fixture.freely(escape.script, all);
        if (!escapes(escape, ran)) {
            throw new TestAbortedException("not run: this machine does not let out by " + escape + " even without a"
                    + " sandbox: " + ran.stderr());
        }
        restore();
    }

    private void restore() throws IOException {
        Files.writeString(fixture.outside.resolve("file"), "untouched");
        Files.writeString(folder.resolve("twin"), "untouched");
        Files.writeString(fixture.project.resolve(".git/config"), "[core]\n");
        Files.deleteIfExists(fixture.project.resolve(".git/hooks/pre-commit"));
        Files.deleteIfExists(fixture.project.resolve("out"));
        startVictim();
    }

    /// What a confined program gets: names, but neither the secret nor a descriptor it should not have.
    private Map<String, String> inside() {
        Map<String, String> given = new HashMap<>(environment);
        given.put("OPEN", "" + inheritable(fixture.outside));
        return given;
    }

    /// A descriptor of this process that a child would get if nobody closed it.
    private static int inheritable(Path path) {
        try (Arena arena = Arena.ofConfined()) {
            Linker linker = Linker.nativeLinker();
            return (int) linker.downcallHandle(
                            linker.defaultLookup().find("open").orElseThrow(),
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                            Linker.Option.firstVariadicArg(2))
                    .invokeExact(arena.allocateFrom(path.toString()), 0);
        } catch (Throwable trouble) {
            throw new AssertionError(trouble);
        }
    }

    private boolean escapes(Escape escape, SandboxFixture.Ran ran) throws IOException {
        assertThat(ran.stdout()).as("%s: %s", escape, ran).endsWith("tried\n");
        return ran.stdout().contains("ESCAPED")
                || !SandboxFixture.text(fixture.outside.resolve("file")).equals("untouched")
                || !SandboxFixture.text(folder.resolve("twin")).equals("untouched")
                || !SandboxFixture.text(fixture.project.resolve(".git/config")).equals("[core]\n")
                || Files.exists(fixture.project.resolve(".git/hooks/pre-commit"));
    }
}
