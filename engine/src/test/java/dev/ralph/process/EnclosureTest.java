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

    private SupervisorFixture fixture() {
        SupervisorFixture fixture = new SupervisorFixture(folder, Containment.NAMESPACE);
        if (!fixture.supervisor.tier().how().endsWith("bwrap")) {
            fixture.close();
            throw new TestAbortedException("not run: bubblewrap does not work here");
        }
        return fixture;
    }

    private static Exit run(SupervisorFixture fixture, Enclosure enclosure, String script) {
        return SupervisorFixture.exit(fixture.start(
                fixture.launch(RunLimits.none(), "sh", "-c", script).in(enclosure)));
    }

    @Test
    void a_program_that_fails_inside_has_failed_itself_whatever_its_exit_code() {
        try (SupervisorFixture fixture = fixture()) {
            for (int code : new int[] {0, 1, 125, 126, 127, 255}) {
                Exit exit = run(fixture, new Enclosure.Namespaces(null, PLAIN), "exit " + code);
                assertThat(exit.ending()).isEqualTo(EndCause.OWN_EXIT);
                assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(code));
                assertThat(exit.proof()).isEqualTo(ProofOfEnd.NAMESPACE_GONE);
            }
            Exit killed = run(fixture, new Enclosure.Namespaces(null, PLAIN), "kill -9 $$");
            assertThat(killed.ending()).isEqualTo(EndCause.OWN_EXIT);
            assertThat(killed.status()).isEqualTo(new ExitStatus.Signaled(9));
        }
    }

    @Test
    void a_view_that_bubblewrap_cannot_make_is_no_failure_of_the_program() {
        try (SupervisorFixture fixture = fixture()) {
            List<String> arguments = new ArrayList<>(PLAIN);
            arguments.addAll(List.of("--bind", "/no/such/folder", "/tmp"));
            Exit exit = run(fixture, new Enclosure.Namespaces(null, arguments), "echo began");
            assertThat(exit.ending()).isEqualTo(EndCause.NOT_ENCLOSED);
            assertThat(SupervisorFixture.text(fixture.stdout())).isEmpty();
            assertThat(SupervisorFixture.text(fixture.stderr())).contains("/no/such/folder");

            Exit unknown = run(fixture, new Enclosure.Namespaces(null, List.of("--no-such-option")), "echo began");
            assertThat(unknown.ending()).isEqualTo(EndCause.NOT_ENCLOSED);
        }
    }

    @Test
    void an_overlay_that_cannot_be_mounted_is_no_failure_of_the_program() throws IOException {
        try (SupervisorFixture fixture = fixture()) {
            Path overlay = Files.createDirectories(folder.resolve("overlay"));
            Exit exit = run(fixture, new Enclosure.Namespaces(overlay, PLAIN), "echo began");
            assertThat(exit.ending()).isEqualTo(EndCause.NOT_ENCLOSED);
            assertThat(SupervisorFixture.text(fixture.stderr())).contains("mount");
            Exit missing = run(fixture, new Enclosure.Namespaces(folder.resolve("none"), PLAIN), "echo began");
            assertThat(missing.ending()).isEqualTo(EndCause.NOT_ENCLOSED);
        }
    }

    @Test
    void what_stands_before_bubblewrap_and_inside_it_is_run() {
        try (SupervisorFixture fixture = fixture()) {
            Exit exit = run(
                    fixture,
                    new Enclosure.Namespaces(
                            null, List.of("/usr/bin/env", "BEFORE=1"), PLAIN, List.of("/usr/bin/env", "INSIDE=2")),
                    "echo $BEFORE $INSIDE $PWD [$OLDPWD]; exit 7");
            assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(7));
            assertThat(SupervisorFixture.text(fixture.stdout()))
                    .isEqualTo("1 2 " + fixture.stdout().getParent() + " []\n");
        }
    }

    @Test
    void a_program_that_floods_the_report_of_its_init_has_begun_all_the_same() {
        try (SupervisorFixture fixture = fixture()) {
            Exit exit = run(fixture, new Enclosure.Namespaces(null, PLAIN), """
                    for fd in /proc/1/fd/*; do
                      case $(readlink $fd) in pipe:*) head -c 1000000 /dev/zero > "$fd" ;; esac
                    done
                    exit 3
                    """);
            assertThat(exit.ending()).isEqualTo(EndCause.OWN_EXIT);
            assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(3));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SUBREAPER", "GROUP"})
    void without_bubblewrap_nothing_is_started(Containment containment) {
        try (SupervisorFixture fixture = new SupervisorFixture(folder, containment)) {
            assertRefused(fixture, new Enclosure.Namespaces(null, PLAIN), "bubblewrap");
        }
    }

    @Test
    void where_only_unshare_makes_the_namespace_nothing_is_started() {
        Path setpriv = ContainmentProbe.onPath("setpriv");
        Path unshare = ContainmentProbe.onPath("unshare");
        if (setpriv == null || unshare == null) {
            throw new TestAbortedException("not run: 'setpriv' and 'unshare' of util-linux are missing");
        }
        ContainmentTier tier = new ContainmentTier(Containment.NAMESPACE, "unshare", List.of());
        Unshare wrapper = new Unshare(setpriv, unshare);
        try (SupervisorFixture fixture =
                new SupervisorFixture(folder, leases -> new Supervisor(tier, wrapper, leases))) {
            assertRefused(fixture, new Enclosure.Namespaces(null, PLAIN), "bubblewrap");
        }
    }

    @Test
    void landlock_is_not_tried_where_it_would_forbid_the_namespace() {
        try (SupervisorFixture fixture = fixture()) {
            assertRefused(fixture, new Enclosure.Rules(List.of(), List.of(), null, List.of()), "Landlock");
        }
    }

    private static void assertRefused(SupervisorFixture fixture, Enclosure enclosure, String need) {
        Launch launch =
                fixture.launch(RunLimits.none(), "sh", "-c", "echo began").in(enclosure);
        CannotStart trouble = catchThrowableOfType(CannotStart.class, () -> fixture.supervisor.start(launch));
        assertThat(trouble.kind()).isEqualTo(CannotStart.Kind.NOT_ENCLOSED);
        assertThat(trouble).hasMessageContaining(need);
        assertThat(Files.exists(fixture.stdout())).isFalse();
    }
}
