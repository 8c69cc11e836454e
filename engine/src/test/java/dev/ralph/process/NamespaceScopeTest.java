package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The order in which a namespace's processes are met and ended.
class NamespaceScopeTest {
    @TempDir
    Path folder;

    /// A wrapper whose report is read when the test says so.
    private static final class Late implements NamespaceScope.Wrapper {
        private volatile int init;

        @Override
        public List<String> prefix() {
            return List.of();
        }

        @Override
        public int init(CharSequence report, int outer) {
            return init;
        }

        @Override
        public boolean agentEnded(CharSequence report) {
            return false;
        }
    }

    @Test
    void a_wrapper_that_was_buried_is_not_signalled_any_more() throws Exception {
        Process outer = new ProcessBuilder("sh", "-c", "sleep 55 & echo $!; wait; echo on; exec sleep 55").start();
        LeaseFile lease = LeaseFile.write(folder, LeaseFile.Engine.self(), Containment.NAMESPACE, "test-late");
        try (ProcessWatch watch = new ProcessWatch();
                BufferedReader said = outer.inputReader()) {
            int init = Integer.parseInt(Objects.requireNonNull(said.readLine()));
            Late wrapper = new Late();
            NamespaceScope hold =
                    new NamespaceScope(wrapper, "test-late", watch, new LeftoverEnder(Runnable::run, watch), lease);
            hold.started((int) outer.pid(), 0);
            watch.run(hold::kill); // which waits for the report
            CompletableFuture<ProcessScope.Remains> remains = new CompletableFuture<>();
            watch.run(() -> {
                wrapper.init = init;
                hold.clear(remains::complete);
            });

            assertThat(remains.get(SupervisorFixture.LONG.toSeconds(), TimeUnit.SECONDS)
                            .proof())
                    .isEqualTo(ProofOfEnd.NAMESPACE_GONE);
            assertThat(said.readLine()).as("whoever has the wrapper's number").isEqualTo("on");
        } finally {
            outer.descendants().forEach(ProcessHandle::destroyForcibly);
            outer.destroyForcibly();
            lease.end();
        }
    }
}
