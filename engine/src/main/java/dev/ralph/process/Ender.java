package dev.ralph.process;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Ends what an agent left, which may take a while, away from the watch's thread.
record Ender(Executor thread, Watch watch) {

    /// Does the work and tells `done` on the watch's thread. Work that fails has proven nothing, but the agent has an
    /// end all the same.
    void end(Supplier<Hold.Remains> work, Consumer<Hold.Remains> done) {
        thread.execute(() -> {
            Hold.Remains remains = proven(work);
            watch.run(() -> done.accept(remains));
        });
    }

    private Hold.Remains proven(Supplier<Hold.Remains> work) {
        try {
            return work.get();
        } catch (RuntimeException | Error trouble) {
            watch.report(trouble);
            return new Hold.Remains(true, Proof.SURVIVORS);
        }
    }
}
