package dev.ralph.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.process.Containment;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.process.ExitStatus;
import dev.ralph.process.RunningProcess;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a program sees and may do inside.
class SandboxViewTest {
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

    private static SandboxView with(SandboxView view, List<Path> readWrite, List<Path> readOnly, List<Path> tools) {
        return new SandboxView(
                view.project(),
                view.overlay(),
                readWrite,
                readOnly,
                tools,
                view.home(),
                view.network(),
                view.bounds(),
                view.nesting());
    }

    private static SandboxView with(SandboxView view, SandboxView.Network network, SandboxView.Nesting nesting) {
        return new SandboxView(
                view.project(),
                view.overlay(),
                view.readWrite(),
                view.readOnly(),
                view.tools(),
                view.home(),
                network,
                view.bounds(),
                nesting);
    }

    @Test
    void work_on_an_overlay_is_seen_at_the_projects_own_path_and_lands_beside_it() throws IOException {
        Files.writeString(fixture.project.resolve("old"), "old");
        Files.writeString(fixture.project.resolve("gone"), "gone");
        Path overlay = fixture.overlay("one");
        SandboxFixture.Ran ran = fixture.confined(
                fixture.namespaces(),
                fixture.view(overlay),
                "pwd; echo new > new; echo more >> old; rm gone; ls; id -u; id -g",
                Map.of());
        RunAsUser self = RunAsUser.self();
        assertThat(ran.stdout()).isEqualTo(fixture.project + "\nnew\nold\n" + self.uid() + "\n" + self.gid() + "\n");
        assertThat(ran.exit().status()).isEqualTo(new ExitStatus.Exited(0));
        assertThat(fixture.project.resolve("new")).doesNotExist();
        assertThat(fixture.project.resolve("old")).hasContent("old");
        assertThat(fixture.project.resolve("gone")).exists();
        assertThat(overlay.resolve("upper/new")).hasContent("new");
        assertThat(overlay.resolve("upper/old")).hasContent("oldmore");
    }

    @Test
    void temporary_files_run_and_home_are_private_and_the_home_lasts() throws IOException {
        Files.writeString(folder.resolve("temporary"), "somebody's");
        Files.writeString(fixture.home.resolve("secret"), "the user's");
        SandboxView view = fixture.view(fixture.overlay("one"));
        SandboxFixture.Ran ran = fixture.confined(
                fixture.namespaces(),
                view,
                "ls -A /run | grep -v ralph; cat " + folder
                        + "/temporary ~/secret; echo mine > ~/mine; echo x > /tmp/$NAME; echo $HOME",
                Map.of("HOME", fixture.home.toString(), "NAME", folder.getFileName() + "-private"));
        assertThat(ran.stdout()).isEqualTo(fixture.home + "\n");
        assertThat(view.home().folder().resolve("mine")).hasContent("mine");
        assertThat(fixture.home.resolve("mine")).doesNotExist();
        assertThat(Path.of("/tmp", folder.getFileName() + "-private")).doesNotExist();
    }

    @Test
    void what_is_named_is_readable_or_writable_also_inside_each_other() throws IOException {
        Path state = SandboxFixture.made(fixture.project.resolve(".ralph"));
        Files.writeString(state.resolve("journal"), "journal");
        Path task = SandboxFixture.made(state.resolve("tasks/one"));
        Path tool = SandboxFixture.made(fixture.home.resolve("bin"));
        Files.writeString(tool.resolve("tool"), "#!/bin/sh\necho a tool\n");
        assertThat(tool.resolve("tool").toFile().setExecutable(true)).isTrue();
        Path overlay = fixture.overlay("one");
        SandboxView view =
                with(fixture.view(overlay), List.of(task), List.of(state), List.of(tool, fixture.home.resolve("none")));
        SandboxFixture.Ran ran = fixture.confined(
                fixture.namespaces(),
                view,
                "cat .ralph/journal; echo x >> .ralph/journal; echo done > .ralph/tasks/one/DONE; " + tool
                        + "/tool; echo x > " + tool + "/tool",
                Map.of());
        assertThat(ran.stdout()).isEqualTo("journala tool\n");
        assertThat(ran.stderr()).contains("Read-only file system");
        assertThat(task.resolve("DONE")).hasContent("done");
        assertThat(state.resolve("journal")).hasContent("journal");
        assertThat(overlay.resolve("upper/.ralph"))
                .as("it does not pass through the overlay")
                .doesNotExist();
    }

    @Test
    void a_home_stays_private_and_writable_below_a_folder_that_can_be_read() throws IOException {
        Files.writeString(fixture.home.resolve("secret"), "the user's");
        Files.writeString(fixture.folder.resolve("beside"), "can be read\n");
        for (Path above : List.of(fixture.home, fixture.folder)) {
            SandboxView view = with(
                    fixture.view(fixture.overlay("over-" + above.getFileName())), List.of(), List.of(above), List.of());
            SandboxFixture.Ran ran = fixture.confined(
                    fixture.namespaces(),
                    view,
                    "cat " + fixture.folder + "/beside ~/secret; echo mine > ~/mine && cat ~/mine",
                    Map.of("HOME", fixture.home.toString()));
            assertThat(ran.stdout()).isEqualTo((above.equals(fixture.home) ? "" : "can be read\n") + "mine\n");
        }
        assertThat(fixture.home.resolve("mine")).doesNotExist();
    }

    @Test
    void any_name_of_a_project_will_do() throws IOException {
        for (String name : List.of("with space", "a,b:c=d", "new\nline", "--bind", "\"quoted\" $HOME `x`")) {
            Path project = SandboxFixture.made(fixture.folder.resolve("odd").resolve(name));
            Path overlay = fixture.overlay("odd" + Integer.toHexString(name.hashCode()));
            Files.delete(overlay.resolve("lower"));
            Files.createSymbolicLink(overlay.resolve("lower"), project);
            SandboxView plain = fixture.view(null);
            SandboxView view = new SandboxView(
                    project,
                    overlay,
                    List.of(),
                    List.of(),
                    List.of(),
                    plain.home(),
                    plain.network(),
                    plain.bounds(),
                    plain.nesting());
            SandboxFixture.Ran ran = fixture.confined(fixture.namespaces(), view, "echo new > new", Map.of());
            assertThat(ran.exit().status()).as(name + ran.stderr()).isEqualTo(new ExitStatus.Exited(0));
            assertThat(overlay.resolve("upper/new")).hasContent("new");
        }
    }

    @Test
    void a_project_reached_by_a_link_is_found_by_both_names() throws IOException {
        Path link = Files.createSymbolicLink(fixture.folder.resolve("link"), fixture.project);
        SandboxView plain = fixture.view(null);
        SandboxView view = new SandboxView(
                link,
                null,
                List.of(),
                List.of(),
                List.of(),
                plain.home(),
                plain.network(),
                plain.bounds(),
                plain.nesting());
        SandboxFixture.Ran ran = fixture.confined(
                fixture.namespaces(), view, "echo a > " + link + "/a; echo b > " + fixture.project + "/b", Map.of());
        assertThat(ran.exit().status()).as(ran.stderr()).isEqualTo(new ExitStatus.Exited(0));
        assertThat(fixture.project.resolve("a")).exists();
        assertThat(fixture.project.resolve("b")).exists();
    }

    @Test
    void only_the_socket_of_the_proxy_is_there_when_one_is_given() throws IOException {
        Path socket = folder.resolve("p");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket), 5);
            SandboxView view = with(
                    fixture.view(null),
                    new SandboxView.Network.Proxy(socket.toRealPath(), 3128, List.of("/bin/echo", "listening")),
                    SandboxView.Nesting.HELD_BACK);
            SandboxFixture.Ran ran = fixture.confined(
                    fixture.namespaces(),
                    view,
                    "perl -MIO::Socket::UNIX -e 'print IO::Socket::UNIX->new(Peer=>$ARGV[0]) ? \"yes\" : \"no\" '"
                            + " /run/ralph/proxy.sock; cat /proc/net/dev | grep -c :",
                    Map.of());
            assertThat(ran.stdout()).as(ran.stderr()).isEqualTo("yes1\n");
        }
    }

    @Test
    void the_bridge_is_not_taken_for_something_the_program_left_behind_and_without_it_nothing_starts()
            throws IOException {
        Path socket = folder.resolve("p");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket), 5);
            List<String> bridge = List.of("/bin/sh", "-c", "echo listening; exec sleep 60");
            SandboxView view = with(
                    fixture.view(null),
                    new SandboxView.Network.Proxy(socket.toRealPath(), 3128, bridge),
                    SandboxView.Nesting.HELD_BACK);
            SandboxFixture.Ran tidy =
                    fixture.confined(fixture.namespaces(), view, "echo $HTTPS_PROXY $NO_PROXY; ps ax", Map.of());
            assertThat(tidy.stdout())
                    .as(tidy.stderr())
                    .startsWith("http://127.0.0.1:3128\n")
                    .contains("sleep 60");
            assertThat(tidy.exit().leaked()).isFalse();

            SandboxView broken = with(
                    view,
                    new SandboxView.Network.Proxy(socket.toRealPath(), 3128, List.of("false")),
                    SandboxView.Nesting.HELD_BACK);
            SandboxFixture.Ran none = fixture.confined(fixture.namespaces(), broken, "echo started", Map.of());
            assertThat(none.exit().status()).isEqualTo(new ExitStatus.Exited(125));
            assertThat(none.stdout()).isEmpty();
            assertThat(none.stderr()).contains("the bridge to the sandbox's proxy did not start");
        }
    }

    @Test
    void an_open_network_and_nested_namespaces_are_given_when_they_are_asked_for() {
        String script = "unshare -U true && echo nested; readlink /proc/self/ns/net";
        String ours = fixture.freely("readlink /proc/self/ns/net", Map.of()).stdout();
        SandboxView closed = fixture.view(null);
        assertThat(fixture.confined(fixture.namespaces(), closed, script, Map.of())
                        .stdout())
                .doesNotContain("nested")
                .doesNotContain(ours);
        SandboxView open = with(closed, new SandboxView.Network.Open(), SandboxView.Nesting.ALLOWED);
        assertThat(fixture.confined(fixture.namespaces(), open, script, Map.of())
                        .stdout())
                .isEqualTo("nested\n" + ours);
    }

    @Test
    void two_attempts_at_the_same_time_do_not_see_each_other() throws Exception {
        Sandbox sandbox = fixture.namespaces();
        String script = """
                echo $$ $NAME > mark; i=0
                while [ $i -lt 100 ]; do cat mark; ls; ls -A /tmp; i=$((i+1)); touch /tmp/$NAME; done
                ls "$WORKSPACES"
                """;
        List<RunningProcess> running = new ArrayList<>();
        try (Supervisor supervisor = Supervisor.open(Containment.NAMESPACE, folder.resolve("leases"))) {
            for (String name : List.of("alpha", "beta")) {
                Sandbox.Enclosed enclosed = sandbox.enclose(fixture.view(fixture.overlay(name)));
                Map<String, String> environment = enclosed.environment(Map.of(
                        "NAME",
                        name,
                        "WORKSPACES",
                        fixture.folder.resolve("workspaces").toString()));
                running.add(supervisor.start(
                        fixture.launch(enclosed.enclosure().orElseThrow(), fixture.project, script, environment)));
            }
            for (RunningProcess each : running) {
                Exit exit = each.exit().join();
                assertThat(exit.ending()).isEqualTo(EndCause.OWN_EXIT);
            }
        }
        assertThat(SandboxFixture.text(fixture.folder.resolve("stdout-1")))
                .contains("alpha")
                .doesNotContain("beta");
        assertThat(SandboxFixture.text(fixture.folder.resolve("stdout-2")))
                .contains("beta")
                .doesNotContain("alpha");
        assertThat(fixture.project.resolve("mark")).doesNotExist();
    }

    @Test
    void what_is_missing_is_said_before_anything_starts() {
        Path none = fixture.folder.resolve("none");
        Sandbox sandbox = fixture.namespaces();
        assertThatThrownBy(() -> sandbox.enclose(with(fixture.view(null), List.of(none), List.of(), List.of())))
                .isInstanceOf(SandboxRefused.class)
                .hasMessageContaining(none.toString())
                .hasMessageContaining("moved or deleted");
        assertThatThrownBy(() -> SandboxFixture.landlock().enclose(fixture.view(fixture.overlay("one"))))
                .isInstanceOf(SandboxRefused.class)
                .hasMessageContaining("overlay");
    }

    @Test
    void a_view_that_makes_no_sense_cannot_be_built() {
        SandboxView view = fixture.view(null);
        assertThatThrownBy(() -> with(view, List.of(Path.of("relative")), List.of(), List.of()))
                .hasMessageContaining("relative");
        Path both = fixture.folder.resolve("both");
        assertThatThrownBy(() -> with(view, List.of(both), List.of(both), List.of()))
                .hasMessageContaining("both read-only and writable");
        assertThatThrownBy(() -> new SandboxView(
                        fixture.home,
                        null,
                        List.of(),
                        List.of(),
                        List.of(),
                        view.home(),
                        view.network(),
                        ResourceBounds.NONE,
                        view.nesting()))
                .hasMessageContaining("contains the home folder");
    }
}
