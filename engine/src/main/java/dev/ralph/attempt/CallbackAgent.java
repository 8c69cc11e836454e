package dev.ralph.attempt;

import dev.ralph.paths.TaskFolder;
import dev.ralph.process.CannotStart;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.process.ExitStatus;
import dev.ralph.process.OutputResult;
import dev.ralph.process.Progress;
import dev.ralph.process.ProofOfEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// An agent that is a method of the embedding program, on a thread of its own. A thread cannot be killed: one that
/// ignores its interrupt is waited for.
public record CallbackAgent(RootRunner callback) implements Agent {
    /// What a fatal failure looks like from outside; no real exit code is negative.
    static final int FATAL_CODE = -2;

    private static final int LONGEST_FAILURE = 2000;

    private static final OutputResult NOTHING =
            new OutputResult(0, 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");

    @Override
    public Live start(Place place) throws CannotStart {
        TaskFolder task = place.paths().task();
        Method method = new Method(callback, new RootContext(task, task.run(place.run())), place.attempt() - 1);
        method.thread.setName("ralph-attempt-" + place.run());
        method.thread.start();
        Duration wall = ProcessAgent.wall(
                place.policy().limits().wall(), place.assignment().time());
        if (wall != null) {
            // Unlike a delayed execution, this is forgotten together with the attempt.
            var _ = method.exit
                    .copy()
                    .orTimeout(wall.toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((_, late) -> {
                        if (late instanceof TimeoutException) {
                            method.end(EndCause.WALL_LIMIT, Duration.ZERO);
                        }
                    });
        }
        return method;
    }

    private static final class Method implements Live {
        private final RootRunner callback;
        private final RootContext context;
        private final int attempt;
        private final CompletableFuture<Exit> exit = new CompletableFuture<>();
        private final AtomicReference<EndCause> ending = new AtomicReference<>(EndCause.OWN_EXIT);
        private final CompletableFuture<EndCause> asked = new CompletableFuture<>();
        private final long began = System.nanoTime();
        private final Thread thread = Thread.ofPlatform().unstarted(this::run);
        private volatile @Nullable String failure;

        Method(RootRunner callback, RootContext context, int attempt) {
            this.callback = callback;
            this.context = context;
            this.attempt = attempt;
        }

        private void run() {
            int code = perform();
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            exit.complete(new Exit(
                    ending.get(), new ExitStatus.Exited(code), ProofOfEnd.BEST_EFFORT, false, NOTHING, NOTHING, took));
        }

        /// Whatever a method throws is the end of an attempt, never of the loop's thread.
        private int perform() {
            try {
                callback.run(context, attempt);
                return 0;
            } catch (FatalFailure fatal) {
                tell(fatal, String.valueOf(fatal.getMessage()));
                return FATAL_CODE;
            } catch (Throwable failed) {
                tell(failed, failed.toString());
                return 1;
            }
        }

        private void tell(Throwable failed, String words) {
            String line = words.lines().findFirst().orElse(words);
            failure = line.substring(0, Math.min(line.length(), LONGEST_FAILURE));
            boolean interrupted = Thread.interrupted();
            try {
                Files.writeString(context.run().stderr(), failed + "\n");
            } catch (IOException unwritable) {
                failed.addSuppressed(unwritable);
            }
            if (interrupted) {
                thread.interrupt();
            }
        }

        @Override
        public long pid() {
            return 0;
        }

        @Override
        public CompletableFuture<Exit> exit() {
            return exit;
        }

        @Override
        public CompletableFuture<EndCause> ending() {
            return asked;
        }

        @Override
        public void end(EndCause why, Duration grace) {
            if (!exit.isDone()) {
                if (ending.compareAndSet(EndCause.OWN_EXIT, why)) {
                    asked.complete(why);
                }
                thread.interrupt();
            }
        }

        @Override
        public Progress progress() {
            return new Progress(0, 0, "", Duration.ofNanos(System.nanoTime() - began));
        }

        @Override
        public @Nullable String failure() {
            return failure;
        }
    }
}
