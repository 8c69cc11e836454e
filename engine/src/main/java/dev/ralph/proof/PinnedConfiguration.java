package dev.ralph.proof;

import dev.ralph.config.Configuration;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Phase;
import dev.ralph.loop.Policy;
import dev.ralph.loop.ProofBasis;
import dev.ralph.tamper.TamperFinding;
import dev.ralph.tamper.TamperRule;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Ralph's configuration of a project. A loop has its own checks in the journal; what stands here the next ones are
/// checked by, and no diff shows it to anybody, wherever the agent works.
///
/// It stays another one than it was when the loop began, whoever resumes the loop, until a human allows that.
public record PinnedConfiguration(Path project) {
    /// Also its name among the pins.
    public static final String FILE = Configuration.PROJECT_FILE;

    private static final String KEPT = "its own checks, limits and agents";

    /// Another text as soon as it is another configuration, or none.
    String hash() throws IOException {
        FileView.Seen seen = new FolderFileView(project, "/").at(FILE);
        String sha256 = seen.sha256();
        return sha256 == null ? seen.kind().name().toLowerCase(Locale.ROOT) : sha256;
    }

    /// Whether it is not what it was when somebody last fixed it.
    public boolean isChanged(ProofBasis since) throws IOException {
        String pinned = since.pins().get(FILE);
        return pinned != null && !pinned.equals(hash());
    }

    Optional<TamperFinding> finding(ProofBasis since) throws IOException {
        return isChanged(since)
                ? Optional.of(new TamperFinding(
                        TamperRule.RALPH_CONFIG, FILE, 0, "the checks of the next loops changed meanwhile"))
                : Optional.empty();
    }

    /// For whoever goes on with a loop: if he changed it himself, he wants to know how to say so.
    ///
    /// @param since what was fixed until now
    /// @param next  what the loop goes on with
    public Optional<String> remark(String task, ProofBasis since, Policy next) throws IOException {
        if (!isChanged(since)) {
            return Optional.empty();
        }
        String what = FILE + " is not what it was when the loop began";
        if (!isChanged(next.proof())) {
            return Optional.of(what + ", and you said that the change is yours; the loop keeps " + KEPT);
        }
        return Optional.of(what + ". Check that this is intended. The loop keeps " + KEPT
                + next.checks().stream()
                        .map(line -> Check.of(line) instanceof Check.Tamper guard ? answer(task, guard) : "")
                        .collect(Collectors.joining()));
    }

    /// For whoever begins a loop of a task whose last one ended before anybody looked at its work.
    public Optional<String> remark(LoopState last) throws IOException {
        boolean isOpen = last.phase() instanceof Phase.Ended ended && ended.outcome() != Outcome.COMPLETED;
        return isOpen && isChanged(last.policy().proof())
                ? Optional.of(FILE + " is not what it was when the last loop of this task began. Check that this is"
                        + " intended: this loop is checked by what it says now")
                : Optional.empty();
    }

    private static String answer(String task, Check.Tamper guard) {
        String how = ". If you made the change, confirm it: `ralph resume " + task + " --check '"
                + TamperProver.allowing(guard, Set.of(TamperRule.RALPH_CONFIG))
                + "'`. Otherwise restore the file. Until then ";
        return switch (guard.measures().of(TamperRule.RALPH_CONFIG)) {
            case ASK -> how + "a human is asked before any work is believed";
            case BLOCK -> how + "all work is refused";
            case WARN, ALLOW -> "";
        };
    }
}
