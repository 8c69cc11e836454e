package dev.ralph.proof;

import dev.ralph.git.Repository;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RequestRefused;
import dev.ralph.receipt.Evidence;
import dev.ralph.room.PrepareFailed;
import dev.ralph.store.JournalEntry;
import dev.ralph.verify.Check;
import dev.ralph.verify.Experiment;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes the checks of a loop again, in a clean room, with the definitions that were pinned when it began.
///
/// It promises:
/// 1. Nothing of the loop changes: no entry of its journal, no outcome, no file of the project, no branch.
/// 2. What it finds is appended to the loop's receipts, and marked as found later.
/// 3. A check that is about something else than the commit is told as not repeated, never as passed.
public final class Reverification {
    private final LoopPaths paths;
    private final List<JournalEntry<Event>> entries;
    private final List<Event> events;
    private final Policy policy;
    private final LoopCleanRooms rooms;
    private final CheckProcesses checkProcesses;
    private final ExperimentRuns experiments;
    private final ReceiptWriter receiptWriter;
    private final InstantSource clock;

    /// @param entries all of the loop
    /// @param rooms   where checks are made
    /// @param experiments remembers what was run, so that it is not run again
    public Reverification(
            LoopPaths paths,
            List<JournalEntry<Event>> entries,
            LoopCleanRooms rooms,
            CheckProcesses checkProcesses,
            ExperimentRuns experiments,
            ReceiptWriter receiptWriter,
            InstantSource clock) {
        this.paths = paths;
        this.entries = List.copyOf(entries);
        this.events = entries.stream().map(JournalEntry::event).toList();
        this.policy = LoopState.replay(events).policy();
        this.rooms = rooms;
        this.checkProcesses = checkProcesses;
        this.experiments = experiments;
        this.receiptWriter = receiptWriter;
        this.clock = clock;
    }

    /// @param revision what git understands as a commit; null for the one of the last verdict
    /// @param told     hears of each check as soon as it is known
    public ReverificationResult at(@Nullable String revision, Consumer<ReverificationResult.Repeated> told)
            throws IOException, InterruptedException {
        LastVerdict last = lastVerdict();
        List<Evidence> then = last.receipts();
        int attempt = then.getLast().claim().attempt();
        String commit = commit(revision, last);
        List<ReverificationResult.Repeated> checks = new ArrayList<>();
        VerdictRoom verdictRoom = new VerdictRoom(rooms);
        try {
            RepeatedChecks repeats = new RepeatedChecks(checkProcesses, verdictRoom);
            int number = 0;
            for (String line : policy.checks()) {
                number++;
                WorkUnderProof work = new WorkUnderProof(
                        policy, attempt, number, "-verify", paths, paths.project(), () -> commit, () -> "", List.of());
                ReverificationResult.Repeated check = again(repeats, work, line, then);
                checks.add(check);
                told.accept(check);
            }
        } catch (PrepareFailed failed) {
            throw new RequestRefused(failed.getMessage() + ". Its output:\n" + failed.output());
        } finally {
            verdictRoom.leave();
        }
        return new ReverificationResult(paths.head().id(), attempt, commit, revision != null, checks);
    }

    private ReverificationResult.Repeated again(
            RepeatedChecks repeats, WorkUnderProof work, String line, List<Evidence> then)
            throws IOException, InterruptedException {
        Check check = Check.of(line);
        Evidence.Definition wanted = Evidence.Definition.of(line, check.title(), null);
        Evidence before = then.stream()
                .filter(found -> found.check().sha256().equals(wanted.sha256()))
                .findFirst()
                .orElse(null);
        String why = check instanceof Experiment ? null : check.unrepeatable();
        if (why != null) {
            return new ReverificationResult.Repeated(check.title(), before, null, why);
        }
        Instant started = clock.instant();
        ProofResult result = check instanceof Experiment experiment
                ? tried(experiment, work)
                : repeats.of(check).prove(work);
        Evidence now = receiptWriter.certify(work, line, result, started).evidence();
        return new ReverificationResult.Repeated(check.title(), before, now, null);
    }

    private ProofResult tried(Experiment check, WorkUnderProof work) throws IOException, InterruptedException {
        try {
            return Experiments.prove(check, experiments, work);
        } catch (NeedsHuman asked) {
            return asked.proofResult();
        }
    }

    private LastVerdict lastVerdict() {
        LastVerdict last = LastVerdict.of(paths, entries);
        if (last.receipts().isEmpty()) {
            throw new RequestRefused("task " + paths.head().task()
                    + " has no verdict that could be verified: no check was made yet, or its receipts are gone");
        }
        return last;
    }

    private String commit(@Nullable String revision, LastVerdict last) throws IOException {
        Repository repository = Repository.at(paths.project())
                .orElseThrow(() -> new RequestRefused(
                        paths.project() + " is not a git repository: there is no commit that could be verified"));
        if (revision != null) {
            return repository
                    .refs()
                    .read(revision)
                    .orElseThrow(
                            () -> new RequestRefused("there is no commit " + revision + " in " + repository.top()));
        }
        Evidence.Subject subject = last.subject()
                .orElseThrow(() -> new RequestRefused(
                        "the last verdict names no commit: there was no git repository. Name one with --commit"));
        Optional<String> there = repository.refs().read(String.valueOf(subject.commit()));
        if (there.isPresent()) {
            return there.get();
        }
        return kept(repository, subject.tree())
                .orElseThrow(() -> new RequestRefused("commit " + subject.commit() + " is no longer in "
                        + repository.top() + "; fetch it, or name another with --commit"));
    }

    /// What was accepted is on a branch, with the same files, when the attempt's own commit is gone.
    private Optional<String> kept(Repository repository, @Nullable String tree) throws IOException {
        for (Event event : events.reversed()) {
            if (event instanceof Event.WorkKept kept && kept.commit() != null) {
                Optional<String> commit = repository.refs().read(kept.commit());
                if (commit.isPresent()
                        && repository.commits().tree(commit.get()).equals(tree)) {
                    return commit;
                }
            }
        }
        return Optional.empty();
    }
}
