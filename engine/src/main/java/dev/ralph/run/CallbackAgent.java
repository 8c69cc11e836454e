package dev.ralph.run;

import dev.ralph.process.CannotStart;
import dev.ralph.process.Ending;
import dev.ralph.process.Exit;
import dev.ralph.process.Output;
import dev.ralph.process.Progress;
import dev.ralph.process.Proof;
import dev.ralph.process.Status;
import dev.ralph.task.TaskFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/// An agent that is a method of the embedding program, on a thread of its own.
record CallbackAgent(RootRunner callback) implements Agent {
    private static final Output NOTHING =
            new Output(0, 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");

    @Override
    public Live start(Place place) throws CannotStart {
        TaskFolder task = place.site().task();
        RootContext context = new RootContext(task, task.run(place.run()));
        CompletableFuture<Exit> exit = new CompletableFuture<>();
        AtomicReference<Ending> ending = new AtomicReference<>(Ending.OWN_EXIT);
        long began = System.nanoTime();
        Thread thread = Thread.ofPlatform().name("ralph-attempt-" + place.run()).start(() -> {
            int code = perform(context, place.attempt() - 1);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            exit.complete(new Exit(
                    ending.get(), new Status.Exited(code), Proof.BEST_EFFORT, false, NOTHING, NOTHING, took, null));
        });
        return new Method(thread, exit, ending);
    }

    private int perform(RootContext context, int attempt) {
        try {
            callback.run(context, attempt);
            return 0;
        } catch (FatalFailure fatal) {
            tell(context, fatal);
            return FATAL_CODE;
        } catch (Exception failed) {
            tell(context, failed);
            return 1;
        }
    }

    /// What a fatal failure looks like from outside; no real exit code is negative.
    static final int FATAL_CODE = -2;

    private static void tell(RootContext context, Exception failed) {
        try {
            Files.writeString(context.run().stderr(), failed + "\n");
        } catch (IOException unwritable) {
            failed.addSuppressed(unwritable);
        }
    }

    private record Method(Thread thread, CompletableFuture<Exit> exit, AtomicReference<Ending> ending) implements Live {
        @Override
        public long pid() {
            return 0;
        }

        @Override
        public void end(Ending why, Duration grace) {
            ending.compareAndSet(Ending.OWN_EXIT, why);
            thread.interrupt();
        }

        @Override
        public Progress progress() {
            return new Progress(0, 0, "", Duration.ZERO);
        }
    }
}
