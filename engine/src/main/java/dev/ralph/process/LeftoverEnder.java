package dev.ralph.process;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Ends what an agent left, which may take a while, away from the watch's thread.
record LeftoverEnder(Executor thread, ProcessWatch watch) {

    /// Does the work and tells `done` on the watch's thread. Work that fails has proven nothing, but the agent has an
    /// end all the same.
    void end(Supplier<ProcessScope.Remains> work, Consumer<ProcessScope.Remains> done) {
        thread.execute(() -> {
            ProcessScope.Remains remains = proven(work);
            watch.run(() -> done.accept(remains));
        });
    }

    private ProcessScope.Remains proven(Supplier<ProcessScope.Remains> work) {
        try {
            return work.get();
        } catch (RuntimeException | Error trouble) {
            watch.report(trouble);
            return new ProcessScope.Remains(true, ProofOfEnd.SURVIVORS);
        }
    }
}
