package dev.ralph.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.process.Containment;
import dev.ralph.process.Landlock;
import dev.ralph.process.ProbeCache;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// What a tier says of itself, and what is demanded of it.
class SandboxTierTest {
    private static final SandboxTier NONE = new SandboxTier(
            SandboxTier.Level.L0,
            Set.of(),
            List.of(),
            List.of("Landlock: this kernel has none"),
            List.of("Get a newer kernel."));

    @TempDir
    Path folder;

    @Test
    void the_probe_finds_something_leaves_nothing_and_is_asked_once() {
        Path scratch = folder.resolve("scratch");
        SandboxTier tier = Sandbox.probed(scratch);
        assertThat(tier.explained()).isNotEmpty();
        assertThat(tier.explained().getFirst()).startsWith(tier.level().toString());
        assertThat(Sandbox.probed(scratch)).isSameAs(tier);
        assertThat(scratch).doesNotExist();
        boolean root = SandboxFixture.isRoot();
        assertThat(tier.level()).isNotEqualTo(root ? SandboxTier.Level.L1 : SandboxTier.Level.L3);
    }

    @Test
    void the_best_is_tried_once_since_the_machine_was_started_and_again_when_it_failed() {
        ProbeCache tried = new ProbeCache(folder.resolve("machine"));
        SandboxTier tier = Sandbox.probed(folder.resolve("one"), tried);
        if (!tier.refused().isEmpty() || (SandboxFixture.isRoot() && !tier.has(SandboxTier.Feature.OTHER_USER))) {
            throw new TestAbortedException("not run: what works here is not the best: " + tier.explained());
        }
        assertThat(folder.resolve("machine")).isNotEmptyDirectory();
        Path unused = folder.resolve("two");
        assertThat(Sandbox.probed(unused, tried)).isEqualTo(tier);

        Sandbox.forget(unused, tried);
        assertThat(folder.resolve("machine")).isEmptyDirectory();
        assertThat(Sandbox.probed(unused, tried)).isEqualTo(tier);
    }

    @Test
    void where_nothing_but_the_kernel_helps_landlock_is_found_and_the_rest_explained() throws Exception {
        if (Landlock.abi() == 0) {
            throw new TestAbortedException("not run: this kernel has no Landlock");
        }
        ProcessBuilder java = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                Objects.requireNonNull(System.getProperty("java.class.path")),
                SandboxTierTest.class.getName(),
                folder.resolve("scratch").toString());
        java.environment().put("PATH", folder.toString());
        Process process = java.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said)
                .startsWith("L2: Landlock")
                .contains("not confined: unix sockets")
                .contains("not available: namespaces", "bwrap is not installed")
                .contains("better: Install bubblewrap");
    }

    public static void main(String[] arguments) {
        Sandbox.open(SandboxRequest.REQUIRED, Path.of(arguments[0]))
                .tier()
                .explained()
                .forEach(System.out::println);
    }

    @Test
    void required_refuses_to_start_without_a_sandbox_and_says_what_helps() {
        assertThatThrownBy(() -> Sandbox.demanded(SandboxRequest.REQUIRED, NONE))
                .isInstanceOf(SandboxRefused.class)
                .hasMessageContaining("this kernel has none")
                .hasMessageContaining("Get a newer kernel.");
        assertThat(Sandbox.demanded(SandboxRequest.AUTO, NONE).tier()).isEqualTo(NONE);
        SandboxTier landlock = new SandboxTier(SandboxTier.Level.L2, Set.of(), List.of(), List.of(), List.of());
        assertThat(Sandbox.demanded(SandboxRequest.REQUIRED, landlock).tier()).isEqualTo(landlock);
    }

    @Test
    void without_a_sandbox_the_banner_is_loud_and_nothing_is_enclosed() {
        Sandbox off = Sandbox.open(SandboxRequest.OFF, folder);
        assertThat(off.tier().level()).isEqualTo(SandboxTier.Level.L0);
        assertThat(off.tier().banner()).anyMatch(line -> line.startsWith("NO SANDBOX"));
        assertThat(String.join(" ", off.tier().banner())).contains("switched off");
        try (SandboxFixture fixture = new SandboxFixture(folder);
                Sandbox.Enclosed enclosed = off.enclose(fixture.view(null))) {
            assertThat(enclosed.enclosure()).isEmpty();
            assertThat(enclosed.environment(java.util.Map.of("HOME", "/x"))).containsEntry("HOME", "/x");
        }
        SandboxTier landlock = new SandboxTier(SandboxTier.Level.L2, Set.of(), List.of(), List.of(), List.of());
        assertThat(landlock.banner()).isEmpty();
        assertThat(landlock.containment()).isEqualTo(Containment.SUBREAPER);
    }
}
