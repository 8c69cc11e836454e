package dev.ralph.proof;

import dev.ralph.git.Repository;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.Policy;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.StateLayout;
import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.Evidence.Author;
import dev.ralph.receipt.Evidence.Claim;
import dev.ralph.receipt.Evidence.Definition;
import dev.ralph.receipt.Evidence.Finding;
import dev.ralph.receipt.Evidence.Occasion;
import dev.ralph.receipt.Evidence.Subject;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.receipt.Receipt;
import dev.ralph.receipt.ReceiptFile;
import dev.ralph.receipt.StoredOutputs;
import dev.ralph.sandbox.SecretScrubber;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalView;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes a receipt for each check. What it writes is scrubbed of known secrets, wherever the check ran.
public final class ReceiptWriter {
    private static final long KEPT_OUTPUT = 1 << 20;

    private final LoopPaths paths;
    private final MachineFacts machine;
    private final JournalView journal;
    private final Occasion occasion;
    private @Nullable Known known;

    /// What one verdict is about; git is asked once.
    private record Known(int attempt, boolean isCandidate, Subject subject) {}

    /// @param journal knows whose work is checked
    public ReceiptWriter(LoopPaths paths, MachineFacts machine, JournalView journal, Occasion occasion) {
        this.paths = paths;
        this.machine = machine;
        this.journal = journal;
        this.occasion = occasion;
    }

    public static ReceiptFile file(StateLayout layout, String loop) {
        return new ReceiptFile(layout.state(), layout.loop(loop));
    }

    /// Durable when it returns.
    ///
    /// @param line the check's definition, as it is pinned in the journal
    Receipt certify(WorkUnderProof workUnderProof, String line, ProofResult result, Instant started)
            throws IOException {
        SecretScrubber scrubber = machine.scrubber();
        ReceiptDetails details = result.details();
        Path folder = paths.layout().loop(paths.head().id());
        Evidence.Output output = details.printed().isEmpty()
                ? null
                : new StoredOutputs(paths.layout().state(), folder.resolve("checks"))
                        .keep(details.printed(), KEPT_OUTPUT, scrubber::scrubbing);
        Definition plain = Definition.of(line, Check.of(line).title(), details.command());
        Definition check = new Definition(
                scrubber.scrub(plain.definition()),
                plain.sha256(),
                scrubber.scrub(plain.title()),
                details.command() == null ? null : scrubber.scrub(details.command()));
        Evidence evidence = new Evidence(
                new Claim(
                        occasion,
                        paths.head().id(),
                        workUnderProof.task(),
                        workUnderProof.attempt(),
                        workUnderProof.number()),
                check,
                finding(result, scrubber),
                subject(workUnderProof, details),
                author(workUnderProof),
                machine.fingerprint(details),
                started,
                result.took(),
                output);
        return file(paths.layout(), paths.head().id()).append(evidence);
    }

    private static Finding finding(ProofResult result, SecretScrubber scrubber) {
        ReceiptDetails details = result.details();
        String reason = result.reason() == null ? null : scrubber.scrub(result.reason());
        String tests = details.tests() == null ? null : scrubber.scrub(details.tests());
        List<String> notes = result.notes().stream()
                .map(note -> scrubber.scrub(note.words()))
                .toList();
        return new Finding(result.passed(), result.exitCode(), reason, details.again(), tests, notes);
    }

    /// What was checked: in a clean room, and where nothing but what will be committed counts, the candidate; elsewhere
    /// what the attempt left behind. An attempt may get several verdicts, the first check of each asks anew.
    private synchronized Subject subject(WorkUnderProof workUnderProof, ReceiptDetails details) throws IOException {
        boolean isCandidate = details.room() == Fingerprint.Room.CLEAN
                || occasion == Occasion.REVERIFICATION
                || workUnderProof.policy().commitsInPlace()
                || (workUnderProof.policy().usesCleanRoom() && details.room() == Fingerprint.Room.NONE);
        Known last = known;
        boolean begun = workUnderProof.number() > 1;
        if (begun && last != null && last.attempt() == workUnderProof.attempt() && last.isCandidate() == isCandidate) {
            return last.subject();
        }
        boolean isFolder = workUnderProof.policy().checksFolder();
        Subject subject =
                ask(workUnderProof, isCandidate && !isFolder ? null : conserved(workUnderProof.attempt()), isCandidate);
        known = new Known(workUnderProof.attempt(), isCandidate, subject);
        return subject;
    }

    LastVerdict last() {
        return LastVerdict.of(paths, journal.entries(paths.head().id()));
    }

    /// @param left        what the attempt left; null where that does not count
    /// @param isCandidate whether it counts only where the candidate is the same
    private static Subject ask(WorkUnderProof workUnderProof, @Nullable String left, boolean isCandidate)
            throws IOException {
        Repository repository = workUnderProof.repository().orElse(null);
        if (repository == null) {
            return Subject.UNKNOWN;
        }
        String there = left != null && repository.refs().read(left).isPresent() ? left : null;
        String commit =
                there != null && !isCandidate ? there : workUnderProof.work().kept();
        String tree = commit == null ? null : repository.commits().tree(commit);
        boolean isSame = there != null && repository.commits().tree(there).equals(tree);
        return new Subject(isSame ? there : commit, tree, workUnderProof.baseline());
    }

    private @Nullable String conserved(int attempt) {
        AttemptSummary summary = summary(attempt);
        return summary == null || summary.report() == null
                ? null
                : summary.report().effect().commit();
    }

    private @Nullable AttemptSummary summary(int attempt) {
        return journal.attempts(paths.head().id()).stream()
                .filter(one -> one.attempt() == attempt)
                .findFirst()
                .orElse(null);
    }

    private Author author(WorkUnderProof workUnderProof) {
        AttemptSummary summary = summary(workUnderProof.attempt());
        AgentStatement said = summary == null ? null : summary.statement();
        Policy policy = workUnderProof.policy();
        if (summary == null) {
            return Author.UNKNOWN;
        }
        if (said == null) {
            boolean only = policy.agents().size() == 1;
            return only ? new Author(name(policy.agent()), policy.agent().model()) : Author.UNKNOWN;
        }
        String model = said.model() != null
                ? said.model()
                : said.spent().models().keySet().stream().findFirst().orElse(null);
        return new Author(said.agent(), model);
    }

    /// Of a program that Ralph has no adapter for, its file's name; a shell line may say anything.
    private static String name(Policy.AgentCommand agent) {
        String program = agent.words().getFirst();
        return switch (agent.kind()) {
            case KNOWN -> program;
            case PROGRAM -> program.substring(program.lastIndexOf('/') + 1);
            case SHELL -> "sh";
        };
    }
}
