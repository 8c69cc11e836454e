package dev.ralph.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.process.Containment;
import dev.ralph.process.Ending;
import dev.ralph.process.Exit;
import dev.ralph.process.Running;
import dev.ralph.process.Status;
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
class ViewTest {
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

    private static View with(View view, List<Path> readWrite, List<Path> readOnly, List<Path> tools) {
        return new View(
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

    private static View with(View view, View.Network network, View.Nesting nesting) {
        return new View(
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
        Files.writeString(yard.project.resolve("old"), "old");
        Files.writeString(yard.project.resolve("gone"), "gone");
        Path overlay = yard.overlay("one");
        Yard.Ran ran = yard.confined(
                yard.namespaces(),
                yard.view(overlay),
                "pwd; echo new > new; echo more >> old; rm gone; ls; id -u; id -g",
                Map.of());
        Person self = Person.self();
        assertThat(ran.stdout()).isEqualTo(yard.project + "\nnew\nold\n" + self.uid() + "\n" + self.gid() + "\n");
        assertThat(ran.exit().status()).isEqualTo(new Status.Exited(0));
        assertThat(yard.project.resolve("new")).doesNotExist();
        assertThat(yard.project.resolve("old")).hasContent("old");
        assertThat(yard.project.resolve("gone")).exists();
        assertThat(overlay.resolve("upper/new")).hasContent("new");
        assertThat(overlay.resolve("upper/old")).hasContent("oldmore");
    }

    @Test
    void temporary_files_run_and_home_are_private_and_the_home_lasts() throws IOException {
        Files.writeString(folder.resolve("temporary"), "somebody's");
        Files.writeString(yard.home.resolve("secret"), "the user's");
        View view = yard.view(yard.overlay("one"));
        Yard.Ran ran = yard.confined(
                yard.namespaces(),
                view,
                "ls -A /run | grep -v ralph; cat " + folder
                        + "/temporary ~/secret; echo mine > ~/mine; echo x > /tmp/$NAME; echo $HOME",
                Map.of("HOME", yard.home.toString(), "NAME", folder.getFileName() + "-private"));
        assertThat(ran.stdout()).isEqualTo(yard.home + "\n");
        assertThat(view.home().folder().resolve("mine")).hasContent("mine");
        assertThat(yard.home.resolve("mine")).doesNotExist();
        assertThat(Path.of("/tmp", folder.getFileName() + "-private")).doesNotExist();
    }

    @Test
    void what_is_named_is_readable_or_writable_also_inside_each_other() throws IOException {
        Path state = Yard.made(yard.project.resolve(".ralph"));
        Files.writeString(state.resolve("journal"), "journal");
        Path task = Yard.made(state.resolve("tasks/one"));
        Path tool = Yard.made(yard.home.resolve("bin"));
        Files.writeString(tool.resolve("tool"), "#!/bin/sh\necho a tool\n");
        assertThat(tool.resolve("tool").toFile().setExecutable(true)).isTrue();
        Path overlay = yard.overlay("one");
        View view = with(yard.view(overlay), List.of(task), List.of(state), List.of(tool, yard.home.resolve("none")));
        Yard.Ran ran = yard.confined(
                yard.namespaces(),
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
        Files.writeString(yard.home.resolve("secret"), "the user's");
        Files.writeString(yard.folder.resolve("beside"), "can be read\n");
        for (Path above : List.of(yard.home, yard.folder)) {
            View view =
                    with(yard.view(yard.overlay("over-" + above.getFileName())), List.of(), List.of(above), List.of());
            Yard.Ran ran = yard.confined(
                    yard.namespaces(),
                    view,
                    "cat " + yard.folder + "/beside ~/secret; echo mine > ~/mine && cat ~/mine",
                    Map.of("HOME", yard.home.toString()));
            assertThat(ran.stdout()).isEqualTo((above.equals(yard.home) ? "" : "can be read\n") + "mine\n");
        }
        assertThat(yard.home.resolve("mine")).doesNotExist();
    }

    @Test
    void any_name_of_a_project_will_do() throws IOException {
        for (String name : List.of("with space", "a,b:c=d", "new\nline", "--bind", "\"quoted\" $HOME `x`")) {
            Path project = Yard.made(yard.folder.resolve("odd").resolve(name));
            Path overlay = yard.overlay("odd" + Integer.toHexString(name.hashCode()));
            Files.delete(overlay.resolve("lower"));
            Files.createSymbolicLink(overlay.resolve("lower"), project);
            View plain = yard.view(null);
            View view = new View(
                    project,
                    overlay,
                    List.of(),
                    List.of(),
                    List.of(),
                    plain.home(),
                    plain.network(),
                    plain.bounds(),
                    plain.nesting());
            Yard.Ran ran = yard.confined(yard.namespaces(), view, "echo new > new", Map.of());
            assertThat(ran.exit().status()).as(name + ran.stderr()).isEqualTo(new Status.Exited(0));
            assertThat(overlay.resolve("upper/new")).hasContent("new");
        }
    }

    @Test
    void a_project_reached_by_a_link_is_found_by_both_names() throws IOException {
        Path link = Files.createSymbolicLink(yard.folder.resolve("link"), yard.project);
        View plain = yard.view(null);
        View view = new View(
                link,
                null,
                List.of(),
                List.of(),
                List.of(),
                plain.home(),
                plain.network(),
                plain.bounds(),
                plain.nesting());
        Yard.Ran ran = yard.confined(
                yard.namespaces(), view, "echo a > " + link + "/a; echo b > " + yard.project + "/b", Map.of());
        assertThat(ran.exit().status()).as(ran.stderr()).isEqualTo(new Status.Exited(0));
        assertThat(yard.project.resolve("a")).exists();
        assertThat(yard.project.resolve("b")).exists();
    }

    @Test
    void only_the_socket_of_the_proxy_is_there_when_one_is_given() throws IOException {
        Path socket = folder.resolve("p");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket), 5);
            View view = with(
                    yard.view(null),
                    new View.Network.Proxy(socket.toRealPath(), 3128, List.of("/bin/echo", "listening")),
                    View.Nesting.HELD_BACK);
            Yard.Ran ran = yard.confined(
                    yard.namespaces(),
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
            View view = with(
                    yard.view(null), new View.Network.Proxy(socket.toRealPath(), 3128, bridge), View.Nesting.HELD_BACK);
            Yard.Ran tidy = yard.confined(yard.namespaces(), view, "echo $HTTPS_PROXY $NO_PROXY; ps ax", Map.of());
            assertThat(tidy.stdout())
                    .as(tidy.stderr())
                    .startsWith("http://127.0.0.1:3128\n")
                    .contains("sleep 60");
            assertThat(tidy.exit().leaked()).isFalse();

            View broken = with(
                    view, new View.Network.Proxy(socket.toRealPath(), 3128, List.of("false")), View.Nesting.HELD_BACK);
            Yard.Ran none = yard.confined(yard.namespaces(), broken, "echo started", Map.of());
            assertThat(none.exit().status()).isEqualTo(new Status.Exited(125));
            assertThat(none.stdout()).isEmpty();
            assertThat(none.stderr()).contains("the bridge to the sandbox's proxy did not start");
        }
    }

    @Test
    void an_open_network_and_nested_namespaces_are_given_when_they_are_asked_for() {
        String script = "unshare -U true && echo nested; readlink /proc/self/ns/net";
        String ours = yard.freely("readlink /proc/self/ns/net", Map.of()).stdout();
        View closed = yard.view(null);
        assertThat(yard.confined(yard.namespaces(), closed, script, Map.of()).stdout())
                .doesNotContain("nested")
                .doesNotContain(ours);
        View open = with(closed, new View.Network.Open(), View.Nesting.ALLOWED);
        assertThat(yard.confined(yard.namespaces(), open, script, Map.of()).stdout())
                .isEqualTo("nested\n" + ours);
    }

    @Test
    void two_attempts_at_the_same_time_do_not_see_each_other() throws Exception {
        Sandbox sandbox = yard.namespaces();
        String script = """
                echo $$ $NAME > mark; i=0
                while [ $i -lt 100 ]; do cat mark; ls; ls -A /tmp; i=$((i+1)); touch /tmp/$NAME; done
                ls "$WORKSPACES"
                """;
        List<Running> running = new ArrayList<>();
        try (Supervisor supervisor = Supervisor.open(Containment.NAMESPACE, folder.resolve("leases"))) {
            for (String name : List.of("alpha", "beta")) {
                Sandbox.Enclosed enclosed = sandbox.enclose(yard.view(yard.overlay(name)));
                Map<String, String> environment = enclosed.environment(Map.of(
                        "NAME",
                        name,
                        "WORKSPACES",
                        yard.folder.resolve("workspaces").toString()));
                running.add(supervisor.start(
                        yard.launch(enclosed.enclosure().orElseThrow(), yard.project, script, environment)));
            }
            for (Running each : running) {
                Exit exit = each.exit().join();
                assertThat(exit.ending()).isEqualTo(Ending.OWN_EXIT);
            }
        }
        assertThat(Yard.text(yard.folder.resolve("stdout-1"))).contains("alpha").doesNotContain("beta");
        assertThat(Yard.text(yard.folder.resolve("stdout-2"))).contains("beta").doesNotContain("alpha");
        assertThat(yard.project.resolve("mark")).doesNotExist();
    }

    @Test
    void what_is_missing_is_said_before_anything_starts() {
        Path none = yard.folder.resolve("none");
        Sandbox sandbox = yard.namespaces();
        assertThatThrownBy(() -> sandbox.enclose(with(yard.view(null), List.of(none), List.of(), List.of())))
                .isInstanceOf(SandboxRefused.class)
                .hasMessageContaining(none.toString())
                .hasMessageContaining("moved or deleted");
        assertThatThrownBy(() -> Yard.landlock().enclose(yard.view(yard.overlay("one"))))
                .isInstanceOf(SandboxRefused.class)
                .hasMessageContaining("overlay");
    }

    @Test
    void a_view_that_makes_no_sense_cannot_be_built() {
        View view = yard.view(null);
        assertThatThrownBy(() -> with(view, List.of(Path.of("relative")), List.of(), List.of()))
                .hasMessageContaining("relative");
        Path both = yard.folder.resolve("both");
        assertThatThrownBy(() -> with(view, List.of(both), List.of(both), List.of()))
                .hasMessageContaining("both read-only and writable");
        assertThatThrownBy(() -> new View(
                        yard.home,
                        null,
                        List.of(),
                        List.of(),
                        List.of(),
                        view.home(),
                        view.network(),
                        Bounds.NONE,
                        view.nesting()))
                .hasMessageContaining("contains the home folder");
    }
}
