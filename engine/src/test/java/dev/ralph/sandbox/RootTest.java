package dev.ralph.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.process.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// What is different when root starts agents.
class RootTest {
    private static final int SOMEBODY = 4711;

    @TempDir
    Path folder;

    private SandboxFixture fixture;

    @BeforeEach
    void build() {
        if (!SandboxFixture.isRoot()) {
            throw new TestAbortedException("not run: it is about root");
        }
        fixture = new SandboxFixture(folder);
    }

    @AfterEach
    void clear() {
        if (fixture != null) {
            fixture.close();
        }
    }

    private static void give(Path path) throws IOException {
        Files.setAttribute(path, "unix:uid", SOMEBODY);
        Files.setAttribute(path, "unix:gid", SOMEBODY);
    }

    private static void open(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void an_agent_in_somebody_elses_project_runs_as_that_person() throws IOException {
        open(folder);
        Files.writeString(fixture.project.resolve("old"), "old");
        give(fixture.project);
        give(fixture.project.resolve("old"));
        Path overlay = fixture.overlay("one");
        Sandbox sandbox = fixture.namespaces();
        SandboxView view = fixture.view(overlay);
        Files.writeString(view.home().folder().resolve("login"), "copied by root");
        try (Sandbox.Enclosed enclosed = sandbox.enclose(view)) {
            assertThat(enclosed.notes()).anyMatch(note -> note.contains("uid " + SOMEBODY + ", to whom the project"));
        }
        SandboxFixture.Ran ran = fixture.confined(
                sandbox,
                view,
                "id -u; grep -E '^(CapEff|CapBnd)' /proc/self/status; echo x >> old; echo y > new; echo z >> ~/login;"
                        + " cat /etc/shadow",
                Map.of("HOME", fixture.home.toString()));
        assertThat(ran.stdout())
                .as(ran.stderr())
                .isEqualTo(SOMEBODY + "\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000000\n");
        assertThat(overlay.resolve("upper/old")).hasContent("oldx");
        assertThat(Files.getAttribute(overlay.resolve("upper/new"), "unix:uid")).isEqualTo(SOMEBODY);
        assertThat(view.home().folder().resolve("login")).hasContent("copied by rootz");
        assertThat(fixture.project.resolve("old")).hasContent("old");
    }

    @Test
    void folders_in_folders_in_its_home_do_not_keep_the_next_program_from_starting() throws IOException {
        open(folder);
        give(fixture.project);
        SandboxView view = fixture.view(null);
        String name = "d".repeat(200);
        Path first = view.home().folder().resolve("first");
        Path last = Files.createDirectories(first.resolve((name + "/").repeat(14)));
        Path second = view.home().folder().resolve("second");
        Files.createDirectories(second.resolve((name + "/").repeat(14)));
        Files.move(second, last.resolve("second"));

        SandboxFixture.Ran ran = fixture.confined(fixture.namespaces(), view, "echo x > ~/made; id -u", Map.of());

        assertThat(ran.stdout()).as(ran.stderr()).isEqualTo(SOMEBODY + "\n");
        Files.move(last.resolve("second"), second); // so that it can be removed
    }

    @Test
    void where_that_person_cannot_reach_something_the_agent_keeps_uid_0_and_it_is_said_why() throws IOException {
        give(fixture.project);
        SandboxView view = fixture.view(null);
        Path closed = Files.createDirectories(folder.toRealPath().resolve("closed/open"));
        Files.setPosixFilePermissions(closed.getParent(), PosixFilePermissions.fromString("rwx------"));
        SandboxView barred = new SandboxView(
                view.project(),
                null,
                view.readWrite(),
                List.of(closed),
                view.tools(),
                view.home(),
                view.network(),
                view.bounds(),
                view.nesting());
        try (Sandbox.Enclosed enclosed = fixture.namespaces().enclose(barred)) {
            assertThat(enclosed.notes())
                    .anyMatch(note ->
                            note.contains("uid 0 without capabilities, because uid " + SOMEBODY + " cannot reach"));
        }
    }

    @Test
    void an_agent_in_roots_own_project_keeps_uid_0_without_its_powers() throws IOException {
        Path foreign = Files.writeString(fixture.project.resolve("foreign"), "somebody's");
        give(foreign);
        Files.setPosixFilePermissions(foreign, PosixFilePermissions.fromString("rw-r--r--"));
        SandboxView view = fixture.view(fixture.overlay("one"));
        try (Sandbox.Enclosed enclosed = fixture.namespaces().enclose(view)) {
            assertThat(enclosed.notes())
                    .anyMatch(note -> note.contains("uid 0 without capabilities, because the project belongs to root"));
        }
        SandboxFixture.Ran ran = fixture.confined(
                fixture.namespaces(),
                view,
                "id -u; grep CapEff /proc/self/status; cat foreign; echo x >> foreign || echo; ls -A /home /root",
                Map.of());
        assertThat(ran.stdout())
                .startsWith("0\nCapEff:\t0000000000000000\nsomebody's\n")
                .doesNotContain("tester", ".bashrc");
        assertThat(foreign).hasContent("somebody's");
    }

    @Test
    void nothing_of_the_kernel_can_be_written_through_proc_and_sys() {
        SandboxFixture.Ran ran = fixture.confined(fixture.namespaces(), fixture.view(null), """
                find /proc /sys -type f -writable 2>/dev/null | grep -v -E '^/proc/([0-9]+|self|thread-self|pressure)/' \
                  | while read -r f; do (exec 9>>"$f") 2>/dev/null && echo "$f"; done
                exit 0
                """, Map.of());
        assertThat(ran.exit().status()).isEqualTo(new ExitStatus.Exited(0));
        assertThat(ran.stdout().lines().filter(line -> !line.equals("/proc/kmsg")))
                .isEmpty();
    }

    @Test
    void keys_and_passwords_of_the_machine_are_hidden() throws IOException {
        SandboxFixture.Ran ran = fixture.confined(
                fixture.namespaces(),
                fixture.view(null),
                "cat /etc/shadow /etc/gshadow /etc/ssh/ssh_host_*_key 2>/dev/null; echo end",
                Map.of());
        assertThat(ran.stdout()).isEqualTo("end\n");
        try (Stream<Path> homes = Files.list(Path.of("/root"))) {
            assertThat(homes).as("while there is something to hide").isNotEmpty();
        }
    }
}
