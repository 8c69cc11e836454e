package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ralph.process.Landlock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// `ralph run --sandbox` on a machine without user namespaces, and on one without bubblewrap.
class LandlockLoopTest {
    private static final String DONE = "touch \"$TASK_FOLDER/DONE\"";

    @TempDir
    Path base;

    private Path project;
    private Shell shell;

    @BeforeEach
    void open() throws Exception {
        if (Landlock.abi() < 4) {
            throw new TestAbortedException("not run: this kernel has no Landlock that knows of networks");
        }
        project = Files.createDirectory(base.resolve("project"));
        Files.createDirectory(base.resolve("home"));
        shell = new Shell(project);
    }

    /// As in a container that lets nobody make namespaces.
    private static List<String> withoutNamespaces(List<String> program) {
        String id = Shell.isRoot() ? "0" : "1000";
        List<String> words = new ArrayList<>(List.of("bwrap", "--unshare-user", "--disable-userns", "--uid", id));
        words.addAll(List.of("--gid", id, "--cap-drop", "ALL", "--dev-bind", "/", "/", "--proc", "/proc", "--"));
        words.addAll(program);
        return words;
    }

    private List<String> ralph(String... arguments) {
        List<String> words = Shell.java(Main.class.getName(), "--dir", project.toString());
        words.addAll(List.of(arguments));
        return words;
    }

    private Shell.Said said(String path, List<String> words) throws Exception {
        return Shell.other(
                project,
                Map.of(
                        "XDG_STATE_HOME", base.resolve("state").toString(),
                        "HOME", base.resolve("home").toString(),
                        "PATH", path),
                words);
    }

    private String[] run(String script, String... more) {
        List<String> words = new ArrayList<>(List.of("run", "--task", "task-001", "--prompt", "Do the thing"));
        words.addAll(List.of("--sandbox", "required", "--command", script));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    @Test
    void without_namespaces_an_agent_is_held_to_its_project_and_to_the_proxy_and_the_rest_is_said() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 6);
            exchange.getResponseBody().write("reache".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            exchange.close();
        });
        server.start();
        String host = "127.0.0.1:" + server.getAddress().getPort();
        Path outside = base.resolve("outside");
        String script = SandboxLoopTest.FETCH + "echo work > work; echo escaped > " + outside + "; fetch "
                + "\"${HTTP_PROXY#http://}\" http://" + host + "/; echo directly; fetch " + host + " /; " + DONE;
        try {
            Shell.Said said = said(
                    "/usr/bin:/bin",
                    withoutNamespaces(List.of(ralph(run(script, "--network", "allow-list", "--allow", host))
                            .toArray(String[]::new))));
            assertThat(said.out()).as(said.err()).contains("sandbox L2 (Landlock", "COMPLETED after ");
        } finally {
            server.stop(0);
        }
        assertThat(project.resolve("work")).exists();
        assertThat(outside).doesNotExist();
        String out = SandboxLoopTest.stored(shell, "agent-stdout.txt");
        assertThat(out.substring(0, out.indexOf("directly"))).contains("reache");
        assertThat(out.substring(out.indexOf("directly"))).contains("no connection");
        assertThat(shell.bus("task-001"))
                .contains("sandbox: not confined: unix sockets", "sandbox: not confined: changes of Ralph's own files")
                .contains("sandbox: the port of the proxy can be called on any host")
                .contains("network: " + host + " was called");
    }

    @Test
    void without_namespaces_an_overlay_is_refused_and_a_worktree_is_named() throws Exception {
        for (String sandbox : List.of("auto", "off")) {
            List<String> words = ralph("run", "--task", "task-001", "--prompt", "Do the thing", "--sandbox", sandbox);
            words.addAll(List.of("--workspace", "overlay", "--command", "touch ran; " + DONE));

            Shell.Said said = said("/usr/bin:/bin", withoutNamespaces(words));

            assertThat(said.code()).as(said.out()).isEqualTo(2);
            assertThat(said.err()).contains("no overlay can be mounted in ", "Use --workspace worktree");
            assertThat(project.resolve("ran")).doesNotExist();
            assertThat(shell.ralph("status").out()).doesNotContain("task-001");
        }
    }

    @Test
    void without_namespaces_one_line_names_the_worktree_instead_of_a_plan_that_cannot_be_run() throws Exception {
        Path tools = Files.createDirectory(base.resolve("tools"));
        Path claude = Files.writeString(tools.resolve("claude"), "#!/bin/sh\ntouch " + base.resolve("ran") + "\n");
        assertThat(claude.toFile().setExecutable(true)).isTrue();
        Shell.other(project, Map.of(), List.of("git", "init", "-q", "-b", "main"));
        List<String> git = new ArrayList<>(List.of("git", "-c", "user.name=me", "-c", "user.email=me@example.com"));
        git.addAll(List.of("commit", "-q", "--allow-empty", "-m", "first"));
        Shell.other(project, Map.of(), git);

        for (String more : List.of("--plan", "--json")) {
            Shell.Said said = oneLine(tools, more);

            assertThat(said.code()).as(said.out()).isEqualTo(2);
            assertThat(said.out()).doesNotContain("overlay", "place");
            assertThat(said.err()).contains("no overlay can be mounted in ", "Use --workspace worktree");
        }
        Shell.Said off = oneLine(tools, "--sandbox=off", "--plan");
        assertThat(off.code()).as(off.err()).isZero();
        assertThat(off.out()).contains("a worktree, as no overlay can be mounted here; no sandbox");
        Shell.Said held = oneLine(tools, "--containment=group");
        assertThat(held.err()).contains("no overlay can be mounted with containment `group`", "--workspace worktree");
        Shell.Said plan = oneLine(tools, "--workspace=worktree", "--plan");
        assertThat(plan.code()).as(plan.err()).isZero();
        assertThat(plan.out()).contains("a worktree; sandbox L2");
        assertThat(base.resolve("ran")).doesNotExist();
    }

    private Shell.Said oneLine(Path tools, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("env", "ANTHROPIC_API_KEY=sk-nobody"));
        words.addAll(ralph("Make add add", "--check", "true"));
        words.addAll(List.of(more));
        return said(tools + ":/usr/bin:/bin", withoutNamespaces(words));
    }

    @Test
    void without_namespaces_the_doctor_says_what_would_help() throws Exception {
        Shell.Said doctor = said("/usr/bin:/bin", withoutNamespaces(ralph("doctor")));
        assertThat(doctor.out())
                .as(doctor.err())
                .contains("warning  sandbox L2", "Allow user namespaces", "not confined: unix sockets");
    }

    @Test
    void without_bubblewrap_landlock_is_used_though_namespaces_could_be_made() throws Exception {
        Path tools = Files.createDirectory(base.resolve("tools"));
        for (String tool : List.of("sh", "touch", "unshare", "setpriv", "git")) {
            Path found = Path.of("/usr/bin", tool);
            if (Files.exists(found)) {
                Files.createSymbolicLink(tools.resolve(tool), found);
            }
        }
        Shell.Said said = said(tools.toString(), ralph(run("echo x > " + base.resolve("outside") + "; " + DONE)));
        assertThat(said.out()).as(said.err()).contains("sandbox L2 (Landlock", "COMPLETED after ");
        assertThat(base.resolve("outside")).doesNotExist();
    }

    @Test
    void a_link_in_the_place_of_the_task_folder_opens_nothing_to_the_next_attempt() throws Exception {
        Path other = Files.createDirectory(base.resolve("other"));
        // Ralph may make the folder anew between the two steps, so they are tried until the link stands.
        String link = "mv \"$TASK_FOLDER\" \"$TASK_FOLDER-moved-$i\" && ln -sT " + other
                + " \"$TASK_FOLDER\" && touch \"$TASK_FOLDER-linked\" && break";
        String script = "echo escaped > " + other + "/escaped; test -e \"$TASK_FOLDER-linked\" ||"
                + " for i in $(seq 100); do " + link + "; done; exit 1";

        Shell.Said said = said(
                "/usr/bin:/bin",
                withoutNamespaces(ralph(run(script, "--max-restarts", "2", "--restart-delay", "10ms"))));

        assertThat(said.out()).as(said.err()).contains("sandbox L2 (Landlock", "Attempt 1: Agent failed (exit 1)");
        assertThat(project.resolve(".ralph/tasks/task-001-linked"))
                .as("control")
                .exists();
        assertThat(other.resolve("escaped")).doesNotExist();
    }
}
