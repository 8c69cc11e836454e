package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeftoverEnderTest {
    @Test
    void a_search_that_fails_ends_without_proof_and_not_never() throws Exception {
        CompletableFuture<ProcessScope.Remains> remains = new CompletableFuture<>();
        try (ProcessWatch watch = new ProcessWatch()) {
            new LeftoverEnder(Runnable::run, watch)
                    .end(
                            () -> {
                                throw new IllegalStateException("trouble with a search, on purpose");
                            },
                            remains::complete);

            assertThat(remains.get(SupervisorFixture.LONG.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(new ProcessScope.Remains(true, ProofOfEnd.SURVIVORS));
        }
    }
}
