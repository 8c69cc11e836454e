package dev.ralph.workspace;

import dev.ralph.disk.Durable;
import dev.ralph.fault.FaultPoint;
import dev.ralph.git.GitHead;
import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The branch that attempts work on in place, and the index, so that discarding an attempt puts both back.
///
/// It promises:
/// 1. The branch moves only from where this process, or one before it, saw the attempt leave it (compare and swap).
///    Where somebody moved it since, or nobody saw the attempt end, it stays, and so does everything else.
/// 2. What the agent committed stays reachable: the attempt is conserved with it before.
/// 3. Killed anywhere, doing it again finishes it.
/// 4. Of the index, the entries that the attempt changed and nobody changed since become what they were before it.
///    Where nobody saw the attempt end, what is staged now counts as what it left.
public final class AttemptBranch {
    private final Path project;
    private final Path scratch;
    private @Nullable AttemptRef begun;

    /// @param scratch a folder of ours, for this loop alone
    public AttemptBranch(Path project, Path scratch) {
        this.project = project;
        this.scratch = scratch;
    }

    /// An attempt is about to begin.
    public void before(AttemptRef attempt) throws IOException {
        begun = null;
        for (int old = attempt.attempt() - 1; old <= attempt.attempt(); old++) {
            for (String when : List.of("before", "after")) {
                Files.deleteIfExists(file("branch", when, old));
                Files.deleteIfExists(file("index", when, old));
            }
        }
        write("before", attempt);
        begun = attempt;
    }

    /// An attempt has ended. Only the first look of the process that began it counts: later the branch may have moved.
    public void after(AttemptRef attempt) throws IOException {
        if (attempt.equals(begun)) {
            begun = null;
            write("after", attempt);
        }
    }

    private void write(String when, AttemptRef attempt) throws IOException {
        Repository repository = Repository.at(project).orElse(null);
        if (repository != null) {
            FaultPoint.CONSERVE.before("branch");
            Files.createDirectories(scratch);
            Path index = file("index", when, attempt.attempt());
            Files.writeString(index, repository.staged(), StandardCharsets.ISO_8859_1);
            Durable.file(index);
            new TreeRecord(file("branch", when, attempt.attempt()))
                    .write(new TreeRecord.Opened(repository.head(), repository.gitDir()));
            FaultPoint.CONSERVE.after("branch");
        }
    }

    private Path file(String what, String when, int attempt) {
        return scratch.resolve(what + "-" + when + "-" + attempt);
    }

    /// @throws IOException when the branch is neither where it was before the attempt nor where the attempt left it
    public void requireUnmoved(AttemptRef attempt) throws IOException {
        move(attempt);
    }

    /// Puts the branch back to where it was before the attempt, whose files are back already, and the index.
    public void putBack(AttemptRef attempt) throws IOException {
        Move move = move(attempt).orElse(null);
        if (move == null) {
            return;
        }
        Repository repository = move.repository();
        String to = move.before().head().commit();
        String from = move.now().commit();
        if (!move.now().equals(move.before().head()) && from != null) {
            FaultPoint.UPDATE_REF.before();
            if (to == null) {
                repository.refs().delete(move.now().ref(), from);
            } else {
                repository.refs().move(move.now().ref(), to, from, "ralph: discarded " + attempt);
            }
        }
        FaultPoint.READ_TREE.before();
        repository.unstage(move.before().staged(), move.after().staged());
        FaultPoint.READ_TREE.after();
    }

    private record Seen(GitHead head, String staged) {}

    private record Move(Repository repository, Seen before, Seen after, GitHead now) {}

    /// Empty where there is no branch.
    private Optional<Move> move(AttemptRef attempt) throws IOException {
        Repository repository = Repository.at(project).orElse(null);
        if (repository == null) {
            return Optional.empty();
        }
        Seen before = seen("before", attempt);
        Seen after = seen("after", attempt);
        GitHead now = repository.head();
        if (before == null) {
            throw new IOException(
                    attempt + " began without --on-refusal discard, so the branch's old position is unknown;"
                            + " keep the work: `ralph resume --on-refusal keep`");
        }
        if (after == null && !now.equals(before.head())) {
            throw new IOException(now + " is checked out, and the engine died before it saw where " + attempt
                    + " left the branch: commits since " + before.head() + " may be yours; keep them on a branch, go"
                    + " back to " + before.head()
                    + " and `ralph resume`, or keep the work: `ralph resume --on-refusal keep`");
        }
        Seen left = after == null ? new Seen(now, repository.staged()) : after;
        if (!now.equals(before.head())
                && !(now.equals(left.head()) && now.ref().equals(before.head().ref()))) {
            throw new IOException(now + " is checked out, and " + attempt + " left " + left.head() + "; go back to "
                    + before.head() + " and `ralph resume`, or keep the work: `ralph resume --on-refusal keep`");
        }
        return Optional.of(new Move(repository, before, left, now));
    }

    private @Nullable Seen seen(String when, AttemptRef attempt) throws IOException {
        TreeRecord.Opened branch =
                new TreeRecord(file("branch", when, attempt.attempt())).read().orElse(null);
        Path index = file("index", when, attempt.attempt());
        return branch == null || !Files.exists(index)
                ? null
                : new Seen(branch.head(), Files.readString(index, StandardCharsets.ISO_8859_1));
    }
}
