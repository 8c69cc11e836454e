package dev.ralph.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.store.JournalUnusable;
import dev.ralph.store.JournalView;
import dev.ralph.store.SqliteJournal;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProverGuardTest {
    private static final Check CHECK = new Check.FileExists("a");

    @TempDir
    Path folder;

    private ProofResult prove(Prover broken) throws Exception {
        try (ProofFixture scene = ProofFixture.begin(folder, CHECK)) {
            scene.end();
            return new ProverGuard(CHECK, _ -> broken).prove(scene.work());
        }
    }

    @Test
    void a_fault_inside_a_layer_refuses_with_what_and_where_it_was() throws Exception {
        ProofResult found = prove(_ -> {
            throw new IllegalStateException("no such thing");
        });

        assertThat(found.passed()).isFalse();
        assertThat(found.reason())
                .startsWith("check `file a exists` crashed on attempt 1: "
                        + "IllegalStateException (no such thing) at dev.ralph.proof.ProverGuardTest.")
                .contains("`ralph resume` with other checks");
    }

    @Test
    void work_that_is_nested_too_deep_for_a_layer_refuses() throws Exception {
        assertThat(prove(work -> deep(work, Integer.MAX_VALUE)).reason()).contains("StackOverflowError");
    }

    @Test
    void work_that_does_not_fit_into_memory_for_a_layer_refuses() throws Exception {
        ProofResult found = prove(_ -> {
            throw new OutOfMemoryError("Java heap space");
        });

        assertThat(found.passed()).isFalse();
        assertThat(found.reason()).contains("OutOfMemoryError (Java heap space)");
    }

    private static ProofResult deep(WorkUnderProof work, int levels) {
        return levels == 0 ? ProofResult.passed(Duration.ZERO, List.of()) : deep(work.inside(1), levels - 1);
    }

    @Test
    void a_layer_that_cannot_even_be_put_together_refuses() throws Exception {
        try (ProofFixture scene = ProofFixture.begin(folder, CHECK)) {
            scene.end();
            Prover prover = new ProverGuard(CHECK, _ -> List.<Prover>of().getFirst());

            assertThat(prover.prove(scene.work()).passed()).isFalse();
        }
    }

    @Test
    void trouble_with_files_stays_trouble_with_files() {
        assertThatThrownBy(() -> prove(_ -> {
                    throw new UncheckedIOException(new NoSuchFileException("gone"));
                }))
                .isExactlyInstanceOf(NoSuchFileException.class)
                .isInstanceOf(IOException.class);
    }

    @Test
    void trouble_with_the_journal_is_no_fault_of_the_work() {
        Path file = folder.resolve("journal.db");
        assertThatThrownBy(() -> prove(_ -> {
                    try (JournalView journal = SqliteJournal.view(Files.writeString(file, "no journal ".repeat(99)))) {
                        journal.loops();
                        return ProofResult.passed(Duration.ZERO, List.of());
                    }
                }))
                .isExactlyInstanceOf(IOException.class)
                .hasCauseInstanceOf(JournalUnusable.class)
                .hasMessageContaining(file.toString());
    }
}
