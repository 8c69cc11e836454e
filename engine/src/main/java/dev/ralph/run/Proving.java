package dev.ralph.run;

import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Verdict;
import dev.ralph.receipt.Receipt;
import dev.ralph.room.PrepareFailed;
import dev.ralph.verify.Check;
import dev.ralph.verify.MultiStage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Goes through the checks of a policy, one after the other, until one refuses or somebody asks for a stop.
final class Proving {
    private final Provers provers;
    private final Case claims;
    private final Notary notary;
    private final Signals signals;
    private final Consumer<Proven.Note> notes;

    /// What is to be proven.
    @FunctionalInterface
    interface Case {
        /// @param number  which check it is for, from 1
        /// @param results of the checks before
        Claimed of(Policy policy, int attempt, int number, List<Verdict.Result> results) throws IOException;
    }

    /// @param notes hears what is worth knowing though it refuses nothing
    Proving(Provers provers, Case claims, Notary notary, Signals signals, Consumer<Proven.Note> notes) {
        this.provers = provers;
        this.claims = claims;
        this.notary = notary;
        this.signals = signals;
        this.notes = notes;
    }

    /// The verdict, or a stop request that came meanwhile.
    Event run(Policy policy, int attempt, Inbox inbox) throws IOException {
        try {
            return verdict(policy, attempt, inbox);
        } finally {
            provers.leave();
        }
    }

    /// Tries what makes a clean room ready, on what an agent is about to begin with: work that no check could ever be
    /// run on is not worth paying for.
    ///
    /// @return why the loop cannot begin, or a stop request that came meanwhile
    Optional<Event> tryOut(Policy policy, Inbox inbox) throws IOException {
        if (!policy.usesCleanRoom()
                || policy.checks().isEmpty()
                || policy.proof().prepare() == null) {
            return Optional.empty();
        }
        Claimed nothing = claims.of(policy, 0, 1, List.of());
        Callable<Optional<Event>> trial = () -> {
            try {
                provers.tryOut(nothing);
                return Optional.empty();
            } catch (PrepareFailed failed) {
                return Optional.of(new Event.TroubleFound(new Reason.CannotPrepare(words(failed, nothing.task()))));
            }
        };
        return switch (await(trial, policy, inbox)) {
            case Heard.Found<Optional<Event>> found -> found.what();
            case Heard.Stop<Optional<Event>> stop -> Optional.of(stop.event());
            case Heard.Trouble<Optional<Event>> trouble -> Optional.of(trouble.event());
        };
    }

    /// A reason is one line; all that it printed is told before.
    private String words(PrepareFailed failed, String task) {
        String last = failed.output().lines().reduce("", (_, line) -> line).strip();
        if (!last.isEmpty()) {
            notes.accept(Proven.Note.warning("prepare printed:\n" + failed.output()));
        }
        return failed.getMessage() + (last.isEmpty() ? "" : "; its last line: " + last)
                + ". Correct it and start again: `ralph run --task " + task + "`";
    }

    LastVerdict last() {
        return notary.last();
    }

    /// A question for a human waits until everything else passed: as long as there is work for an agent, nobody need be
    /// asked. Only other agents are not asked before it is answered, since they cost.
    private Event verdict(Policy policy, int attempt, Inbox inbox) throws IOException {
        List<Verdict.Result> results = new ArrayList<>();
        List<Certified> open = new ArrayList<>();
        int number = 0;
        for (String line : policy.checks()) {
            number++;
            Check check = open.isEmpty() ? Check.of(line) : unasked(Check.of(line));
            if (check == null) {
                continue;
            }
            Claimed claimed = claims.of(policy, attempt, number, results);
            Prover prover = provers.of(check);
            Extent extent = check.equals(Check.of(line)) ? Extent.WHOLE : Extent.PART;
            Certified certified;
            switch (await(() -> certified(prover, claimed, line, extent), policy, inbox)) {
                case Heard.Stop<Certified> stop -> {
                    return stop.event();
                }
                case Heard.Found<Certified> found -> certified = found.what();
                case Heard.Trouble<Certified> trouble -> {
                    return trouble.event();
                }
            }
            certified.proven().notes().forEach(notes);
            if (certified.question() != null) {
                open.add(certified);
                continue;
            }
            if (extent == Extent.PART && certified.proven().passed()) {
                continue;
            }
            results.add(certified.result());
            if (!certified.proven().passed()) {
                break;
            }
        }
        return open.isEmpty() ? ended(results) : answerFor(open, results);
    }

    /// How much of a check is made.
    private enum Extent {
        WHOLE,
        /// Only that can refuse: what was not made has not passed.
        PART
    }

    /// What of it no other agent is asked for; null where nothing is.
    private static @Nullable Check unasked(Check check) {
        if (!check.asks()) {
            return check;
        }
        return check instanceof MultiStage several ? several.unasked().orElse(null) : null;
    }

    private Event ended(List<Verdict.Result> results) throws IOException {
        return new Event.ChecksEnded(new Verdict(results, provers.reviews().due()));
    }

    private Event answerFor(List<Certified> open, List<Verdict.Result> results) throws IOException {
        if (results.stream().allMatch(Verdict.Result::passed)) {
            List<String> questions = open.stream()
                    .flatMap(one -> Stream.ofNullable(one.question()))
                    .distinct()
                    .toList();
            boolean others =
                    results.stream().anyMatch(result -> Check.of(result.check()).proves());
            return new Event.TroubleFound(new Reason.Questions(questions, others));
        }
        open.forEach(one -> results.add(one.result()));
        return ended(results);
    }

    /// The receipt is on the disk before the verdict is journaled. A part that passed gets none.
    private Certified certified(Prover prover, Claimed claimed, String line, Extent extent)
            throws IOException, InterruptedException {
        Instant started = signals.now();
        Proven proven;
        String question = null;
        try {
            proven = prover.prove(claimed);
        } catch (NeedsHuman asked) {
            proven = asked.proven();
            question = asked.question();
        }
        Receipt receipt =
                extent == Extent.PART && proven.passed() ? null : notary.certify(claimed, line, proven, started);
        return new Certified(line, proven, receipt, question);
    }

    /// @param receipt  null where it says nothing about the check
    /// @param question what a human has to answer before it passes, null when it passed or refuses
    private record Certified(
            String line,
            Proven proven,
            @Nullable Receipt receipt,
            @Nullable String question) {
        /// The journal holds 0 for what passed, whatever exit code was wanted, and never 0 for what did not.
        Verdict.Result result() {
            int code = proven.passed() ? 0 : proven.exitCode() == 0 ? 1 : proven.exitCode();
            String hash = receipt == null ? null : receipt.hash();
            return new Verdict.Result(
                    line, code, proven.took(), proven.output(), proven.sha256(), proven.reason(), hash);
        }
    }

    private sealed interface Heard<T> {
        record Found<T>(T what) implements Heard<T> {}

        record Stop<T>(Event.StopRequested event) implements Heard<T> {}

        record Trouble<T>(Event.TroubleFound event) implements Heard<T> {}
    }

    /// A layer works on a thread of its own, so that this one hears what is asked meanwhile.
    private <T> Heard<T> await(Callable<T> layer, Policy policy, Inbox inbox) {
        FutureTask<T> work = new FutureTask<>(layer);
        Thread thread = Thread.ofPlatform().name("ralph-proof").unstarted(() -> {
            work.run();
            inbox.put(new Notice.Touched());
        });
        thread.start();
        List<Notice> later = new ArrayList<>();
        Event.StopRequested stop = null;
        while (!work.isDone()) {
            Notice next = next(inbox, policy.pace());
            Event.StopRequested asked = null;
            if (next instanceof Notice.Asked notice && notice.event() instanceof Event.StopRequested request) {
                asked = request;
            } else if (next instanceof Notice.Asked) {
                later.add(next);
            }
            if (stop == null) {
                stop = asked == null ? signals.lookForStop().orElse(null) : asked;
                if (stop != null) {
                    thread.interrupt();
                }
            }
        }
        later.forEach(inbox::put);
        return stop == null ? found(work) : new Heard.Stop<>(stop);
    }

    private static <T> Heard<T> found(FutureTask<T> work) {
        try {
            return new Heard.Found<>(work.get());
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException trouble) {
                return new Heard.Trouble<>(Trouble.found(trouble));
            }
            if (failed.getCause() instanceof UncheckedIOException trouble) {
                return new Heard.Trouble<>(Trouble.found(Objects.requireNonNull(trouble.getCause())));
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException stopped) {
            return new Heard.Stop<>(interrupt());
        }
    }

    /// An interrupt asks for a stop: the layer that works is ended first, as for any other.
    private static @Nullable Notice next(Inbox inbox, Policy.Pace pace) {
        try {
            return inbox.take(pace.poll());
        } catch (InterruptedException stop) {
            return new Notice.Asked(interrupt(), pace.grace());
        }
    }

    private static Event.StopRequested interrupt() {
        return new Event.StopRequested(Event.StopKind.STOP, "interrupt");
    }
}
