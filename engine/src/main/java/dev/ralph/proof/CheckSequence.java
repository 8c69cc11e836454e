package dev.ralph.proof;

import dev.ralph.attempt.Inbox;
import dev.ralph.attempt.InboxItem;
import dev.ralph.attempt.MarkerFiles;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Verdict;
import dev.ralph.paths.FileErrorText;
import dev.ralph.receipt.Receipt;
import dev.ralph.room.PrepareFailed;
import dev.ralph.verify.Check;
import dev.ralph.verify.GitFact;
import dev.ralph.verify.MultiStage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
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
public final class CheckSequence {
    private final Provers provers;
    private final Case claims;
    private final ReceiptWriter receiptWriter;
    private final MarkerFiles signals;
    private final Consumer<ProofResult.Note> notes;

    /// What is to be proven.
    @FunctionalInterface
    interface Case {
        /// @param number  which check it is for, from 1
        /// @param results of the checks before
        WorkUnderProof of(Policy policy, int attempt, int number, List<Verdict.Result> results) throws IOException;
    }

    /// @param notes hears what is worth knowing though it refuses nothing
    public CheckSequence(
            Provers provers,
            Case claims,
            ReceiptWriter receiptWriter,
            MarkerFiles signals,
            Consumer<ProofResult.Note> notes) {
        this.provers = provers;
        this.claims = claims;
        this.receiptWriter = receiptWriter;
        this.signals = signals;
        this.notes = notes;
    }

    /// The verdict, or a stop request that came meanwhile.
    public Event run(Policy policy, int attempt, Inbox inbox) throws IOException {
        try {
            return verdict(policy, attempt, inbox);
        } finally {
            provers.leave();
        }
    }

    /// Tries what makes a clean room ready, and the checks where that is wanted, on what an agent is about to begin
    /// with:
    /// work that no check could ever be run on is not worth paying for.
    ///
    /// @return how the checks stand, why the loop cannot begin, or a stop request that came meanwhile
    public Optional<Event> tryOut(Policy policy, Inbox inbox) throws IOException {
        if (!policy.usesCleanRoom()
                || policy.checks().isEmpty()
                || (policy.proof().prepare() == null
                        && !policy.proof().roomSettings().tried())) {
            return Optional.empty();
        }
        WorkUnderProof nothing = claims.of(policy, 0, 1, List.of());
        Callable<Optional<Event>> trial = () -> {
            try {
                List<Event.TriedCheck> tried = provers.tryOut(nothing);
                return tried.isEmpty() ? Optional.empty() : Optional.of(new Event.ChecksTried(tried));
            } catch (PrepareFailed failed) {
                String last = lastLine(failed);
                return Optional.of(new Event.TroubleFound(
                        new Reason.CannotPrepare(String.valueOf(failed.getMessage()), last, nothing.task())));
            }
        };
        return switch (await(trial, policy, inbox)) {
            case Heard.Found<Optional<Event>> found -> found.what();
            case Heard.Stop<Optional<Event>> stop -> Optional.of(stop.event());
            case Heard.Trouble<Optional<Event>> trouble -> Optional.of(trouble.event());
        };
    }

    /// A reason is one line; all that it printed is told before.
    private String lastLine(PrepareFailed failed) {
        String last = failed.output().lines().reduce("", (_, line) -> line).strip();
        if (!last.isEmpty()) {
            notes.accept(ProofResult.Note.warning("prepare printed:\n" + failed.output()));
        }
        return last;
    }

    public LastVerdict last() {
        return receiptWriter.last();
    }

    /// A question for a human waits until everything else passed: as long as there is work for an agent, nobody need be
    /// asked. Only other agents are not asked before it is answered, since they cost.
    private Event verdict(Policy policy, int attempt, Inbox inbox) throws IOException {
        List<Verdict.Result> results = new ArrayList<>();
        List<Certified> open = new ArrayList<>();
        int number = 0;
        if (policy.conversation().mustChange() && policy.keeps()) {
            WorkUnderProof all = claims.of(policy, attempt, 1, results);
            if (provers.changes().isNone(all)) {
                return ended(List.of(unchanged()));
            }
        }
        for (String line : policy.checks()) {
            number++;
            Check check = open.isEmpty() ? Check.of(line) : unasked(Check.of(line));
            if (check == null) {
                continue;
            }
            WorkUnderProof workUnderProof = claims.of(policy, attempt, number, results);
            Prover prover = provers.of(check);
            Extent extent = check.equals(Check.of(line)) ? Extent.WHOLE : Extent.PART;
            Certified certified;
            switch (await(() -> certified(prover, workUnderProof, line, extent), policy, inbox)) {
                case Heard.Stop<Certified> stop -> {
                    return stop.event();
                }
                case Heard.Found<Certified> found -> certified = found.what();
                case Heard.Trouble<Certified> trouble -> {
                    return trouble.event();
                }
            }
            certified.proofResult().notes().forEach(notes);
            if (certified.question() != null) {
                open.add(certified);
                continue;
            }
            if (extent == Extent.PART && certified.proofResult().passed()) {
                continue;
            }
            results.add(certified.result());
            if (!certified.proofResult().passed()) {
                break;
            }
        }
        return open.isEmpty() ? ended(results) : answerFor(open, results);
    }

    /// A claim of work that is none: nothing needs to be run to refuse it.
    private static Verdict.Result unchanged() {
        return new Verdict.Result(
                GitFact.CHANGED.line(),
                1,
                Duration.ZERO,
                "",
                AttemptReport.Captured.NOTHING.sha256(),
                "The agent claimed to be done but changed nothing. Do the work first.",
                null);
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
    private Certified certified(Prover prover, WorkUnderProof workUnderProof, String line, Extent extent)
            throws IOException, InterruptedException {
        Instant started = signals.now();
        ProofResult proofResult;
        String question = null;
        try {
            proofResult = prover.prove(workUnderProof);
        } catch (NeedsHuman asked) {
            proofResult = asked.proofResult();
            question = asked.question();
        }
        Receipt receipt = extent == Extent.PART && proofResult.passed()
                ? null
                : receiptWriter.certify(workUnderProof, line, proofResult, started);
        return new Certified(line, proofResult, receipt, question);
    }

    /// @param receipt  null where it says nothing about the check
    /// @param question what a human has to answer before it passes, null when it passed or refuses
    private record Certified(
            String line,
            ProofResult proofResult,
            @Nullable Receipt receipt,
            @Nullable String question) {
        /// The journal holds 0 for what passed, whatever exit code was wanted, and never 0 for what did not.
        Verdict.Result result() {
            int code = proofResult.passed() ? 0 : proofResult.exitCode() == 0 ? 1 : proofResult.exitCode();
            String hash = receipt == null ? null : receipt.hash();
            return new Verdict.Result(
                    line,
                    code,
                    proofResult.took(),
                    proofResult.output(),
                    proofResult.sha256(),
                    proofResult.reason(),
                    hash,
                    proofResult.rule(),
                    proofResult.passed() ? proofResult.skipped() : null);
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
            inbox.put(new InboxItem.Touched());
        });
        thread.start();
        List<InboxItem> later = new ArrayList<>();
        Event.StopRequested stop = null;
        while (!work.isDone()) {
            InboxItem next = next(inbox, policy.pace());
            Event.StopRequested asked = null;
            if (next instanceof InboxItem.Asked notice && notice.event() instanceof Event.StopRequested request) {
                asked = request;
            } else if (next instanceof InboxItem.Asked) {
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
                return new Heard.Trouble<>(FileErrorText.found(trouble));
            }
            if (failed.getCause() instanceof UncheckedIOException trouble) {
                return new Heard.Trouble<>(FileErrorText.found(Objects.requireNonNull(trouble.getCause())));
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException stopped) {
            return new Heard.Stop<>(interrupt());
        }
    }

    /// An interrupt asks for a stop: the layer that works is ended first, as for any other.
    private static @Nullable InboxItem next(Inbox inbox, Policy.Pace pace) {
        try {
            return inbox.take(pace.poll());
        } catch (InterruptedException stop) {
            return new InboxItem.Asked(interrupt(), pace.grace());
        }
    }

    private static Event.StopRequested interrupt() {
        return new Event.StopRequested(Event.StopKind.STOP, "interrupt");
    }
}
