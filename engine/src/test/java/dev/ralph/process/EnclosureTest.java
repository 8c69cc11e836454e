package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;

/// An enclosure that could not be made is told apart from a program that failed, and never left out.
class EnclosureTest {
    private static final List<String> PLAIN =
            List.of("--unshare-user", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc");

    @TempDir
    Path folder;

    private Scene scene() {
        Scene scene = new Scene(folder, Containment.NAMESPACE);
        if (!scene.supervisor.tier().how().endsWith("bwrap")) {
            scene.close();
            throw new TestAbortedException("not run: bubblewrap does not work here");
        }
        return scene;
    }

    private static Exit run(Scene scene, Enclosure enclosure, String script) {
        return Scene.exit(
                scene.start(scene.launch(Limits.none(), "sh", "-c", script).in(enclosure)));
    }

    @Test
    void a_program_that_fails_inside_has_failed_itself_whatever_its_exit_code() {
        try (Scene scene = scene()) {
            for (int code : new int[] {0, 1, 125, 126, 127, 255}) {
                Exit exit = run(scene, new Enclosure.Namespaces(null, PLAIN), "exit " + code);
                assertThat(exit.ending()).isEqualTo(Ending.OWN_EXIT);
                assertThat(exit.status()).isEqualTo(new Status.Exited(code));
                assertThat(exit.proof()).isEqualTo(Proof.NAMESPACE_GONE);
            }
            Exit killed = run(scene, new Enclosure.Namespaces(null, PLAIN), "kill -9 $$");
            assertThat(killed.ending()).isEqualTo(Ending.OWN_EXIT);
            assertThat(killed.status()).isEqualTo(new Status.Signaled(9));
        }
    }

    @Test
    void a_view_that_bubblewrap_cannot_make_is_no_failure_of_the_program() {
        try (Scene scene = scene()) {
            List<String> arguments = new ArrayList<>(PLAIN);
            arguments.addAll(List.of("--bind", "/no/such/folder", "/tmp"));
            Exit exit = run(scene, new Enclosure.Namespaces(null, arguments), "echo began");
            assertThat(exit.ending()).isEqualTo(Ending.NOT_ENCLOSED);
            assertThat(Scene.text(scene.stdout())).isEmpty();
            assertThat(Scene.text(scene.stderr())).contains("/no/such/folder");

            Exit unknown = run(scene, new Enclosure.Namespaces(null, List.of("--no-such-option")), "echo began");
            assertThat(unknown.ending()).isEqualTo(Ending.NOT_ENCLOSED);
        }
    }

    @Test
    void an_overlay_that_cannot_be_mounted_is_no_failure_of_the_program() throws IOException {
        try (Scene scene = scene()) {
            Path overlay = Files.createDirectories(folder.resolve("overlay"));
            Exit exit = run(scene, new Enclosure.Namespaces(overlay, PLAIN), "echo began");
            assertThat(exit.ending()).isEqualTo(Ending.NOT_ENCLOSED);
            assertThat(Scene.text(scene.stderr())).contains("mount");
            Exit missing = run(scene, new Enclosure.Namespaces(folder.resolve("none"), PLAIN), "echo began");
            assertThat(missing.ending()).isEqualTo(Ending.NOT_ENCLOSED);
        }
    }

    @Test
    void what_stands_before_bubblewrap_and_inside_it_is_run() {
        try (Scene scene = scene()) {
            Exit exit = run(
                    scene,
                    new Enclosure.Namespaces(
                            null, List.of("/usr/bin/env", "BEFORE=1"), PLAIN, List.of("/usr/bin/env", "INSIDE=2")),
                    "echo $BEFORE $INSIDE $PWD [$OLDPWD]; exit 7");
            assertThat(exit.status()).isEqualTo(new Status.Exited(7));
            assertThat(Scene.text(scene.stdout()))
                    .isEqualTo("1 2 " + scene.stdout().getParent() + " []\n");
        }
    }

    @Test
    void a_program_that_floods_the_report_of_its_init_has_begun_all_the_same() {
        try (Scene scene = scene()) {
            Exit exit = run(scene, new Enclosure.Namespaces(null, PLAIN), """
                    for fd in /proc/1/fd/*; do
                      case $(readlink $fd) in pipe:*) head -c 1000000 /dev/zero > "$fd" ;; esac
                    done
                    exit 3
                    """);
            assertThat(exit.ending()).isEqualTo(Ending.OWN_EXIT);
            assertThat(exit.status()).isEqualTo(new Status.Exited(3));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SUBREAPER", "GROUP", "BASIC"})
    void without_bubblewrap_nothing_is_started(Containment containment) {
        try (Scene scene = new Scene(folder, containment)) {
            assertRefused(scene, new Enclosure.Namespaces(null, PLAIN), "bubblewrap");
        }
    }

    @Test
    void where_only_unshare_makes_the_namespace_nothing_is_started() {
        Path setpriv = Probe.onPath("setpriv");
        Path unshare = Probe.onPath("unshare");
        if (setpriv == null || unshare == null) {
            throw new TestAbortedException("not run: 'setpriv' and 'unshare' of util-linux are missing");
        }
        Tier tier = new Tier(Containment.NAMESPACE, "unshare", List.of());
        Unshare wrapper = new Unshare(setpriv, unshare);
        try (Scene scene = new Scene(
                folder,
                leases -> new Supervisor(tier, new NativeSupervision(Containment.NAMESPACE, wrapper, leases)))) {
            assertRefused(scene, new Enclosure.Namespaces(null, PLAIN), "bubblewrap");
        }
    }

    @Test
    void landlock_is_not_tried_where_it_would_forbid_the_namespace() {
        try (Scene scene = scene()) {
            assertRefused(scene, new Enclosure.Rules(List.of(), List.of(), null, List.of()), "Landlock");
        }
    }

    private static void assertRefused(Scene scene, Enclosure enclosure, String need) {
        Launch launch = scene.launch(Limits.none(), "sh", "-c", "echo began").in(enclosure);
        CannotStart trouble = catchThrowableOfType(CannotStart.class, () -> scene.supervisor.start(launch));
        assertThat(trouble.kind()).isEqualTo(CannotStart.Kind.NOT_ENCLOSED);
        assertThat(trouble).hasMessageContaining(need);
        assertThat(Files.exists(scene.stdout())).isFalse();
    }
}
