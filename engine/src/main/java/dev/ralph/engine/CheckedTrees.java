package dev.ralph.engine;

import dev.ralph.proof.ReverificationResult.Repeated;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;

/// What checks found out about merged trees in this process: the same checks of the same tree are made once. Who stops
/// the flow does not wait for them.
final class CheckedTrees {
    private static final int LONGEST_REASON = 2000;

    private static final Duration LOOK = Duration.ofMillis(200);

    private final Map<Question, List<String>> answers = new HashMap<>();
    private final BooleanSupplier stopped;

    /// @param stopped whether nothing is to be checked any more; checks that are being made are ended then
    CheckedTrees(BooleanSupplier stopped) {
        this.stopped = stopped;
    }

    /// Nothing was found out, as somebody stopped it.
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private record Question(String tree, List<String> checks) {}

    /// Makes the checks.
    interface Run {
        List<Repeated> checks() throws IOException, InterruptedException;
    }

    /// Which of these checks the tree does not pass, and why, for an agent to read; none where it passes all.
    List<String> refusals(String tree, List<String> checks, Run run) throws IOException, InterruptedException {
        Question question = new Question(tree, List.copyOf(checks));
        List<String> known = answers.get(question);
        if (known == null) {
            known = made(run).stream()
                    .filter(Repeated::isRefused)
                    .map(CheckedTrees::words)
                    .toList();
            answers.put(question, known);
        }
        return known;
    }

    /// On a thread of their own, so that this one hears what is asked meanwhile.
    private List<Repeated> made(Run run) throws IOException, InterruptedException {
        FutureTask<List<Repeated>> checks = new FutureTask<>(run::checks);
        Thread thread = Thread.ofPlatform().name("ralph-merge-checks").unstarted(checks);
        if (stopped.getAsBoolean()) {
            throw new Stopped();
        }
        thread.start();
        try {
            while (!stopped.getAsBoolean()) {
                if (thread.join(LOOK)) {
                    return checks.get();
                }
            }
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case IOException trouble -> throw trouble;
                case RuntimeException refused -> throw refused;
                case null, default -> throw new IllegalStateException(failed);
            }
        } finally {
            thread.interrupt();
            thread.join();
        }
        throw new Stopped();
    }

    private static String words(Repeated check) {
        String reason = Objects.requireNonNull(check.now()).finding().reason();
        String why = reason == null ? "" : ": " + reason.strip();
        return "on top of what is on the branch now, check `" + check.title() + "` does not pass"
                + (why.length() <= LONGEST_REASON ? why : why.substring(0, LONGEST_REASON) + "…");
    }
}
