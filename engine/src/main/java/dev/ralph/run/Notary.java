package dev.ralph.run;

import dev.ralph.git.Repository;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Testimony;
import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.Evidence.Author;
import dev.ralph.receipt.Evidence.Claim;
import dev.ralph.receipt.Evidence.Definition;
import dev.ralph.receipt.Evidence.Finding;
import dev.ralph.receipt.Evidence.Occasion;
import dev.ralph.receipt.Evidence.Subject;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.receipt.Outputs;
import dev.ralph.receipt.Receipt;
import dev.ralph.receipt.ReceiptFile;
import dev.ralph.sandbox.Scrubber;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalView;
import dev.ralph.task.Layout;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes a receipt for each check. What it writes is scrubbed of known secrets, wherever the check ran.
final class Notary {
    private static final long KEPT_OUTPUT = 1 << 20;

    private final Site site;
    private final Machine machine;
    private final JournalView journal;
    private final Occasion occasion;
    private @Nullable Known known;

    /// What one verdict is about; git is asked once.
    private record Known(int attempt, boolean isCandidate, Subject subject) {}

    /// @param journal knows whose work is checked
    Notary(Site site, Machine machine, JournalView journal, Occasion occasion) {
        this.site = site;
        this.machine = machine;
        this.journal = journal;
        this.occasion = occasion;
    }

    static ReceiptFile file(Layout layout, String loop) {
        return new ReceiptFile(layout.state(), layout.loop(loop));
    }

    /// Durable when it returns.
    ///
    /// @param line the check's definition, as it is pinned in the journal
    Receipt certify(Claimed claimed, String line, Proven proven, Instant started) throws IOException {
        Scrubber scrubber = machine.scrubber();
        Annex annex = proven.annex();
        Path folder = site.layout().loop(site.head().id());
        Evidence.Output output = annex.printed().isEmpty()
                ? null
                : new Outputs(site.layout().state(), folder.resolve("checks"))
                        .keep(annex.printed(), KEPT_OUTPUT, scrubber::scrubbing);
        Definition plain = Definition.of(line, Check.of(line).title(), annex.command());
        Definition check = new Definition(
                scrubber.scrub(plain.text()),
                plain.sha256(),
                scrubber.scrub(plain.title()),
                annex.command() == null ? null : scrubber.scrub(annex.command()));
        Evidence evidence = new Evidence(
                new Claim(occasion, site.head().id(), claimed.task(), claimed.attempt(), claimed.number()),
                check,
                finding(proven, scrubber),
                subject(claimed, annex),
                author(claimed),
                machine.fingerprint(annex),
                started,
                proven.took(),
                output);
        return file(site.layout(), site.head().id()).append(evidence);
    }

    private static Finding finding(Proven proven, Scrubber scrubber) {
        Annex annex = proven.annex();
        String reason = proven.reason() == null ? null : scrubber.scrub(proven.reason());
        String tests = annex.tests() == null ? null : scrubber.scrub(annex.tests());
        List<String> notes = proven.notes().stream()
                .map(note -> scrubber.scrub(note.words()))
                .toList();
        return new Finding(proven.passed(), proven.exitCode(), reason, annex.again(), tests, notes);
    }

    /// What was checked: in a clean room, and where nothing but what will be committed counts, the candidate; elsewhere
    /// what the attempt left behind. An attempt may get several verdicts, the first check of each asks anew.
    private synchronized Subject subject(Claimed claimed, Annex annex) throws IOException {
        boolean isCandidate = annex.room() == Fingerprint.Room.CLEAN
                || occasion == Occasion.REVERIFICATION
                || claimed.policy().commitsInPlace()
                || (claimed.policy().usesCleanRoom() && annex.room() == Fingerprint.Room.NONE);
        Known last = known;
        boolean begun = claimed.number() > 1;
        if (begun && last != null && last.attempt() == claimed.attempt() && last.isCandidate() == isCandidate) {
            return last.subject();
        }
        Subject subject = ask(claimed, isCandidate ? null : conserved(claimed.attempt()));
        known = new Known(claimed.attempt(), isCandidate, subject);
        return subject;
    }

    LastVerdict last() {
        return LastVerdict.of(site, journal.entries(site.head().id()));
    }

    private static Subject ask(Claimed claimed, @Nullable String left) throws IOException {
        Repository repository = claimed.repository().orElse(null);
        if (repository == null) {
            return Subject.UNKNOWN;
        }
        String commit = left != null && repository.refs().read(left).isPresent()
                ? left
                : claimed.work().commit();
        String tree = commit == null ? null : repository.commits().tree(commit);
        return new Subject(commit, tree, claimed.baseline());
    }

    private @Nullable String conserved(int attempt) {
        AttemptSummary summary = summary(attempt);
        return summary == null || summary.report() == null
                ? null
                : summary.report().trace().commit();
    }

    private @Nullable AttemptSummary summary(int attempt) {
        return journal.attempts(site.head().id()).stream()
                .filter(one -> one.attempt() == attempt)
                .findFirst()
                .orElse(null);
    }

    private Author author(Claimed claimed) {
        AttemptSummary summary = summary(claimed.attempt());
        Testimony said = summary == null ? null : summary.testimony();
        Policy policy = claimed.policy();
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
