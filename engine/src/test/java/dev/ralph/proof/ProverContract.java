package dev.ralph.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.engine.GitScratchProject;
import dev.ralph.engine.ScratchProject;
import dev.ralph.verify.Check;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What every layer of proof promises, as [Prover] says it. A layer extends this.
abstract class ProverContract {
    @TempDir
    Path project;

    GitScratchProject git;

    @BeforeEach
    final void repository() throws Exception {
        git = GitScratchProject.in(project);
        prepare();
    }

    abstract Check check();

    /// What the project has before the loop begins.
    void prepare() throws Exception {}

    /// What an honest agent does.
    abstract void work() throws Exception;

    /// What one does that does not deserve to be believed.
    abstract void cheat() throws Exception;

    /// A check of the same kind that takes for ever, once it wrote its pid to the file `pid`; null for one that runs
    /// nothing.
    @Nullable
    Check endless() {
        return null;
    }

    @Test
    final void honest_work_passes_without_a_reason_and_passes_again() throws Exception {
        try (ProofFixture scene = ProofFixture.begin(project, check())) {
            work();
            scene.end();
            for (int time = 1; time <= 2; time++) {
                ProofResult result = scene.prove(check());
                assertThat(result.passed()).as(result.reason()).isTrue();
                assertThat(result.reason()).isNull();
            }
        }
    }

    @Test
    final void what_does_not_hold_is_refused_with_a_reason_and_with_the_same_again() throws Exception {
        try (ProofFixture scene = ProofFixture.begin(project, check())) {
            cheat();
            scene.end();
            ProofResult first = scene.prove(check());
            assertThat(first.passed()).isFalse();
            assertThat(first.reason()).isNotBlank();
            assertThat(scene.prove(check()).reason()).isEqualTo(first.reason());
        }
    }

    @Test
    final void what_it_looks_at_stays_as_it_was() throws Exception {
        try (ProofFixture scene = ProofFixture.begin(project, check())) {
            work();
            scene.end();
            String before = git.run("status", "--porcelain") + git.run("rev-parse", "HEAD");
            scene.prove(check());
            assertThat(git.run("status", "--porcelain") + git.run("rev-parse", "HEAD"))
                    .isEqualTo(before);
        }
    }

    @Test
    final void interrupted_it_ends_what_it_started_and_says_so() throws Exception {
        Check endless = endless();
        if (endless == null) {
            return; // it starts nothing
        }
        try (ProofFixture scene = ProofFixture.begin(project, endless)) {
            scene.end();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread layer = Thread.ofPlatform().start(() -> {
                try {
                    scene.prove(endless);
                } catch (Throwable end) {
                    thrown.set(end);
                }
            });
            Path pid = project.resolve("pid");
            ScratchProject.until("it runs", () -> pid.toFile().length() > 0);
            layer.interrupt();
            layer.join();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
            assertThat(ScratchProject.alive(Long.parseLong(Files.readString(pid).strip())))
                    .isFalse();
        }
    }
}
