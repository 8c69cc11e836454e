package dev.ralph.engine;

import dev.ralph.attempt.Agent;
import dev.ralph.attempt.Attempts;
import dev.ralph.attempt.Inbox;
import dev.ralph.attempt.InboxItem;
import dev.ralph.attempt.MarkerFiles;
import dev.ralph.environment.LoopWorkspace;
import dev.ralph.environment.OverlayCommand;
import dev.ralph.keep.WorkDelivery;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.machine.World;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.process.CannotStart;
import dev.ralph.process.EndCause;
import dev.ralph.process.Exit;
import dev.ralph.projection.CompletionMessage;
import dev.ralph.projection.PublicFiles;
import dev.ralph.proof.CheckSequence;
import dev.ralph.workspace.Conserved;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The real world of one loop: its task folder, its agent, its repository.
///
/// It keeps the promises of [World], and one more: an attempt that this process did not start itself is never attended;
/// nothing of it is left alive, then it is lost.
final class LocalLoopWorld implements World<Event, Decision> {
    private final LoopPaths paths;
    private final Parts parts;
    private final Inbox inbox;
    private final WorkDelivery delivery;
    private Policy policy;
    private Duration grace;
    private @Nullable CannotStart cannotStart;
    private boolean tried;
    private @Nullable String warned;
    private boolean begun;
    private LastWord lastWord = LastWord.UNSAID;

    private enum LastWord {
        UNSAID,
        SAID,
        /// And the journal knows.
        TOLD
    }

    /// What the world is made of.
    record Parts(
            Attempts attempts,
            MarkerFiles signals,
            ChildRuns children,
            CheckSequence checkSequence,
            PublicFiles files,
            CompletionMessage completionMessage,
            AgentQuestion question,
            OverlayCommand overlayCommand) {}

    LocalLoopWorld(LoopPaths paths, Policy policy, Parts parts, Inbox inbox) {
        this.paths = paths;
        this.policy = policy;
        this.parts = parts;
        this.inbox = inbox;
        this.delivery = new WorkDelivery(
                paths, parts.attempts().workspace(), parts.checkSequence()::last, parts.files(), policy);
        this.grace = policy.pace().grace();
    }

    @Override
    public Event perform(Decision decision) {
        try {
            Event event = act(decision);
            if (event instanceof Event.TermsChanged changed) {
                policy = changed.in(policy);
            }
            return event;
        } catch (InterruptedException interrupted) {
            return new Event.StopRequested(Event.StopKind.STOP, "interrupt");
        } catch (IOException trouble) {
            return FileErrorText.found(trouble);
        } catch (UncheckedIOException trouble) {
            return FileErrorText.found(Objects.requireNonNull(trouble.getCause()));
        }
    }

    /// A parked loop has something to do when it is answered, or when somebody wants it to stop.
    @Override
    public boolean isReady(Decision decision) {
        return !(decision instanceof Decision.AwaitAnswer await)
                || inbox.hasAsked()
                || parts.signals().lookForStop().isPresent()
                || parts.question().answered(await.question()).isPresent();
    }

    @Override
    public void begin(Decision decision) {
        boolean mayStart = cannotStart == null;
        if (mayStart && decision instanceof Decision.AttendAttempt attend) {
            try {
                begun |= parts.attempts().begin(attend.attempt(), policy, inbox);
            } catch (CannotStart why) {
                cannotStart = why;
            }
        }
    }

    private Event act(Decision decision) throws IOException, InterruptedException {
        return switch (decision) {
            case Decision.StartAttempt start -> start(start);
            case Decision.AttendAttempt attend -> attend(attend);
            case Decision.LookAgain _ -> lookAgain();
            case Decision.Rest rest -> rest(rest.until(), rest.atMost(), Event.RestEnded::new);
            case Decision.WaitForLimit wait -> rest(wait.until(), wait.atMost(), () -> limitEnded(wait));
            case Decision.AwaitChildren await -> awaitChildren(await.atMost());
            case Decision.RunChecks checks -> check(checks.attempt());
            case Decision.RefuseSignal refuse ->
                new Event.SignalRefused(
                        parts.signals().refuse(refuse.attempt()),
                        parts.signals().now());
            case Decision.KeepWork keep ->
                // The work of a stage stays for the next one, and is kept once the last one has passed.
                paths.head().isStage() ? new Event.WorkKept(null) : delivery.keep(keep.attempt());
            case Decision.DiscardWork discard ->
                delivery.discard(discard.attempt(), discard.to(), parts.overlayCommand());
            case Decision.Ask ask -> ask(ask);
            case Decision.AwaitAnswer await -> answered(await);
            case Decision.Hold _ -> hold();
            case Decision.EndAttempt end -> end(end.attempt());
            case Decision.Finish finish -> finish(finish);
            case Decision.Ended _ -> throw new IllegalStateException("a loop that has ended has nothing to perform");
        };
    }

    private Event start(Decision.StartAttempt start) throws IOException, InterruptedException {
        Optional<Event> asked = asked();
        if (asked.isPresent()) {
            return asked.get();
        }
        if (start.clearWait()) {
            parts.signals().clearWait();
        }
        Optional<Event> seen = looping() ? look() : Optional.empty();
        if (seen.isPresent()) {
            return seen.get();
        }
        AttemptFailure.DiskFull full = parts.attempts().tooLittleSpace(policy);
        if (full != null) {
            return new Event.TroubleFound(
                    new Reason.DiskFull(full.least(), paths.project().toString()));
        }
        if (start.attempt() == 1 && !tried) {
            tried = true;
            Optional<Event> found = parts.checkSequence().tryOut(policy, inbox);
            if (found.isPresent()) {
                return found.get();
            }
        }
        remember(start.attempt());
        return parts.attempts().prepare(start, policy);
    }

    /// An attempt that works in place goes on without a snapshot where none can be made, and says so once.
    private void remember(int attempt) throws IOException {
        LoopWorkspace loopWorkspace = parts.attempts().workspace();
        try {
            loopWorkspace.conserve(attempt - 1);
            loopWorkspace.before(attempt);
        } catch (IOException unreachable) {
            if (!loopWorkspace.isInPlace()) {
                throw unreachable;
            }
            warn("no snapshot of the project: " + FileErrorText.words(unreachable));
        }
    }

    private void warn(String words) {
        if (!words.equals(warned)) {
            warned = words;
            parts.files().say("WARNING", words);
        }
    }

    private Event attend(Decision.AttendAttempt decision) throws InterruptedException {
        int attempt = decision.attempt();
        if (!parts.attempts().ours(attempt)) {
            return new Event.AttemptLost(attempt, parts.signals().now());
        }
        begin(decision);
        CannotStart why = cannotStart;
        if (why != null) {
            cannotStart = null;
            return parts.attempts().notStarted(attempt, why);
        }
        if (begun) {
            begun = false;
            lastWord = LastWord.UNSAID;
            parts.attempts()
                    .live()
                    .filter(live -> !live.exit().isDone())
                    .ifPresent(live -> parts.files().running(live.pid(), policy));
        }
        long deadline = deadline(decision);
        while (true) {
            switch (inbox.take(untilNextLook(decision, deadline))) {
                case InboxItem.Asked asked -> {
                    return heed(asked);
                }
                case InboxItem.TimedOut late -> {
                    return new Event.AttemptTimedOut(attempt, late.failure());
                }
                case InboxItem.Over over -> {
                    return over(attempt, over.exit());
                }
                case InboxItem.Touched _ -> {}
                case null -> {}
            }
            Optional<Event> seen = lookWhileRunning(decision, deadline);
            if (seen.isPresent()) {
                return seen.get();
            }
        }
    }

    /// What is seen while the agent works: DONE, a wish to stop, its last word.
    private Optional<Event> lookWhileRunning(Decision.AttendAttempt attempt, long deadline)
            throws InterruptedException {
        parts.attempts().watchDisk(policy.pace().grace());
        Agent.Live live = parts.attempts().live().orElse(null);
        boolean isFinished = live != null && live.isFinished();
        boolean isOver = attempt.endBy() != null && System.nanoTime() - deadline >= 0;
        if (live != null && isOver && (attempt.done() || isFinished)) {
            live.end(EndCause.COMPLETED, policy.pace().grace());
        }
        Optional<Event> seen = looping() && !attempt.done() ? look().filter(this::counts) : Optional.empty();
        return seen.isPresent() ? seen : lastWord(attempt.attempt(), isFinished);
    }

    /// While the agent works other signals do not count: it may finish what it is at.
    private boolean counts(Event seen) {
        return seen instanceof Event.StopRequested
                || seen instanceof Event.TermsChanged
                || (seen instanceof Event.SignalSeen signal && signal.signal() == Signal.DONE);
    }

    /// Most agents end right after their last word: only one that is still there at the next look is told of.
    private Optional<Event> lastWord(int attempt, boolean isFinished) {
        LastWord before = lastWord;
        lastWord = !isFinished ? LastWord.UNSAID : before == LastWord.UNSAID ? LastWord.SAID : LastWord.TOLD;
        return before == LastWord.SAID && lastWord == LastWord.TOLD
                ? Optional.of(new Event.AgentFinished(attempt, parts.signals().now()))
                : Optional.empty();
    }

    /// A clock that jumped back must not make the wait longer than it was meant to be.
    private long deadline(Decision.AttendAttempt attempt) {
        Duration left = attempt.endBy() == null
                ? Duration.ZERO
                : Duration.between(parts.signals().now(), attempt.endBy());
        Duration most = policy.pace().doneGrace();
        return System.nanoTime() + (left.compareTo(most) > 0 ? most : left).toNanos();
    }

    private Duration untilNextLook(Decision.AttendAttempt attempt, long deadline) {
        Duration left = Duration.ofNanos(deadline - System.nanoTime());
        boolean far = attempt.endBy() == null || left.isNegative();
        return far || left.compareTo(policy.pace().poll()) > 0 ? policy.pace().poll() : left;
    }

    private Event lookAgain() throws InterruptedException {
        Optional<Event> edited = parts.files().edited(policy);
        return asked().or(() -> edited).or(() -> parts.signals().lookForDone()).orElseGet(Event.NothingSeen::new);
    }

    private Optional<Event> look() throws InterruptedException {
        Optional<Event> edited = parts.files().edited(policy);
        return edited.isPresent() ? edited : parts.signals().look();
    }

    private Optional<Event> lookForStop() throws InterruptedException {
        Optional<Event> edited = parts.files().edited(policy);
        return edited.isPresent() ? edited : parts.signals().lookForStop().map(Event.class::cast);
    }

    /// A clock that jumped back must not make the wait longer than it was meant to be, so the time may be not yet
    /// over.
    private Event limitEnded(Decision.WaitForLimit wait) {
        Instant now = parts.signals().now();
        return new Event.LimitEnded(now.isBefore(wait.until()) ? wait.until() : now);
    }

    private Event rest(Instant until, Duration atMost, Supplier<Event> over) throws InterruptedException {
        Duration left = Duration.between(parts.signals().now(), until);
        // A clock that jumped back must not make the rest longer than it was meant to be.
        long deadline = System.nanoTime() + (left.compareTo(atMost) > 0 ? atMost : left).toNanos();
        while (true) {
            Optional<Event> seen = look();
            if (seen.isPresent()) {
                return seen.get();
            }
            Duration wait = Duration.ofNanos(deadline - System.nanoTime());
            if (wait.isNegative() || wait.isZero()) {
                return over.get();
            }
            Duration poll = policy.pace().poll();
            if (inbox.take(wait.compareTo(poll) < 0 ? wait : poll) instanceof InboxItem.Asked asked) {
                return heed(asked);
            }
        }
    }

    private Event awaitChildren(Duration atMost) throws IOException, InterruptedException {
        if (!looping()) {
            return new Event.ChildrenEnded(0, List.of());
        }
        long deadline = System.nanoTime() + atMost.toNanos();
        List<String> active = parts.children().active();
        int waitedFor = active.size();
        if (waitedFor > 0) {
            parts.files().say("INFO", "waiting for " + waitedFor + " children to complete: " + active);
        }
        while (!active.isEmpty()) {
            Duration left = Duration.ofNanos(deadline - System.nanoTime());
            if (left.isNegative()) {
                break;
            }
            Duration poll = policy.pace().poll();
            if (inbox.take(left.compareTo(poll) < 0 ? left : poll) instanceof InboxItem.Asked asked) {
                return heed(asked);
            }
            Optional<Event> stop = lookForStop();
            if (stop.isPresent()) {
                return stop.get();
            }
            active = parts.children().active();
        }
        return new Event.ChildrenEnded(waitedFor, active);
    }

    private Event ask(Decision.Ask ask) throws IOException {
        Optional<Event> stop = stop();
        return stop.isPresent() ? stop.get() : parts.question().asked(ask.signal(), parts.signals());
    }

    private Event answered(Decision.AwaitAnswer await) {
        return stop().orElseGet(
                        () -> parts.question().answered(await.question()).orElseThrow());
    }

    /// A request to stop beats whatever else may be said.
    private Optional<Event> stop() {
        return asked().or(() -> parts.signals().lookForStop());
    }

    private Event hold() throws InterruptedException {
        while (true) {
            switch (inbox.take(policy.pace().poll())) {
                case InboxItem.Asked asked -> {
                    return heed(asked);
                }
                case InboxItem.Over _, InboxItem.TimedOut _, InboxItem.Touched _ -> {}
                case null -> {}
            }
            Optional<Event> stop = lookForStop();
            if (stop.isPresent()) {
                return stop.get();
            }
        }
    }

    private Event end(int attempt) throws InterruptedException {
        Optional<Agent.Live> live = parts.attempts().live();
        if (live.isEmpty()) {
            return new Event.AttemptLost(attempt, parts.signals().now());
        }
        live.get().end(EndCause.STOPPED, grace);
        while (true) {
            if (inbox.take(policy.pace().poll()) instanceof InboxItem.Over over) {
                return over(attempt, over.exit());
            }
        }
    }

    private Event over(int attempt, Exit exit) {
        long added = parts.attempts().addedBytes();
        String commit = null;
        try {
            Conserved conserved = parts.attempts().workspace().conserve(attempt).orElse(null);
            if (conserved != null) {
                commit = conserved.commit();
                if (!conserved.left().isEmpty()) {
                    warn("not saved, because git cannot read or hold them: " + String.join(", ", conserved.left()));
                }
            }
        } catch (IOException unreachable) {
            warn("cannot save the work of attempts: " + FileErrorText.words(unreachable));
        }
        return parts.attempts().over(attempt, exit, policy, added, commit);
    }

    private Event check(int attempt) throws IOException {
        parts.attempts().workspace().claimed(attempt);
        return parts.checkSequence().run(policy, attempt, inbox);
    }

    private Event finish(Decision.Finish finish) {
        if (finish.outcome() == Outcome.COMPLETED && looping()) {
            try {
                parts.completionMessage().propagate();
            } catch (IOException unwritable) {
                parts.files().say("WARNING", "completion was not propagated: " + FileErrorText.words(unwritable));
            }
        }
        if (finish.outcome() == Outcome.COMPLETED && paths.head().isStage()) {
            return new Event.LoopEnded(finish.reason());
        }
        if (finish.outcome() == Outcome.COMPLETED) {
            try {
                parts.attempts().workspace().remove();
            } catch (IOException unremoved) {
                parts.files().say("WARNING", "the workspace was not removed: " + FileErrorText.words(unremoved));
            }
        } else {
            try {
                parts.attempts().workspace().end();
            } catch (IOException | UncheckedIOException unknown) {
                parts.files().say("WARNING", "what the checks left is not remembered: " + unknown.getMessage());
            }
        }
        return new Event.LoopEnded(finish.reason());
    }

    private Optional<Event> asked() {
        return inbox.asked().map(this::heed);
    }

    private Event heed(InboxItem.Asked asked) {
        grace = asked.grace();
        return asked.event();
    }

    private boolean looping() {
        return policy.mode() == Policy.Mode.LOOP;
    }
}
