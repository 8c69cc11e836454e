package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import dev.ralph.git.GitHead;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The branch that attempts work on in place, so that discarding one puts the branch back.
///
/// It promises:
/// 1. The branch moves only from where the attempt left it (compare and swap). Where somebody moved it since, it stays.
/// 2. What the agent committed stays reachable: the attempt is conserved with it before.
/// 3. Killed anywhere, doing it again finishes it.
/// 4. Of the index, the entries of what the attempt changed change, and no other.
///
/// @param scratch a folder of ours, for this loop alone
public record AttemptBranch(Path project, Path scratch) {

    /// An attempt is about to begin.
    public void before(AttemptRef attempt) throws IOException {
        for (int old = attempt.attempt() - 1; old <= attempt.attempt(); old++) {
            Files.deleteIfExists(file(old, "before"));
            Files.deleteIfExists(file(old, "after"));
        }
        write(file(attempt.attempt(), "before"));
    }

    /// An attempt has ended. What is known of its end stays: the branch may have moved since.
    public void after(AttemptRef attempt) throws IOException {
        Path after = file(attempt.attempt(), "after");
        if (!Files.exists(after)) {
            write(after);
        }
    }

    private void write(Path file) throws IOException {
        Optional<Repository> repository = Repository.at(project);
        if (repository.isPresent()) {
            FaultPoint.CONSERVE.before("branch");
            Files.createDirectories(scratch);
            new TreeRecord(file)
                    .write(new TreeRecord.Opened(
                            repository.get().head(), repository.get().gitDir()));
            FaultPoint.CONSERVE.after("branch");
        }
    }

    private Path file(int attempt, String when) {
        return scratch.resolve("branch-" + when + "-" + attempt);
    }

    /// @throws IOException when the branch is neither where it was before the attempt nor where the attempt left it
    public void requireUnmoved(AttemptRef attempt) throws IOException {
        move(attempt);
    }

    /// Puts the branch back to where it was before the attempt, whose files are back already, and takes what the agent
    /// staged out of the index.
    ///
    /// @param base what the attempt began with
    public void putBack(AttemptRef attempt, String base) throws IOException {
        Move move = move(attempt).orElse(null);
        if (move == null) {
            return;
        }
        Repository repository = move.repository();
        String to = move.before().commit();
        String from = move.after().commit();
        if (!move.now().equals(move.before()) && from != null) {
            FaultPoint.UPDATE_REF.before();
            if (to == null) {
                repository.refs().delete(move.now().ref(), from);
            } else {
                repository.refs().move(move.now().ref(), to, from, "ralph: discarded " + attempt);
            }
        }
        FaultPoint.READ_TREE.before();
        String empty = repository.commits().emptyTree();
        Set<RawName> changed = new TreeSet<>();
        repository.comparison().names(base, attempt.name()).forEach(difference -> changed.add(difference.name()));
        repository
                .comparison()
                .names(to == null ? empty : to, from == null ? empty : from)
                .forEach(difference -> changed.add(difference.name()));
        repository.unstage(changed, to == null ? empty : to);
        FaultPoint.READ_TREE.after();
    }

    private record Move(Repository repository, GitHead before, GitHead after, GitHead now) {}

    /// Empty where nobody looked at the branch.
    private Optional<Move> move(AttemptRef attempt) throws IOException {
        Optional<TreeRecord.Opened> begun = new TreeRecord(file(attempt.attempt(), "before")).read();
        Optional<TreeRecord.Opened> ended = new TreeRecord(file(attempt.attempt(), "after")).read();
        Repository repository = Repository.at(project).orElse(null);
        if (begun.isEmpty() || ended.isEmpty() || repository == null) {
            return Optional.empty();
        }
        GitHead before = begun.get().head();
        GitHead after = ended.get().head();
        GitHead now = repository.head();
        if (!now.equals(before) && !(now.equals(after) && now.ref().equals(before.ref()))) {
            throw new IOException(now + " is checked out, and " + attempt + " left " + after + "; go back to " + before
                    + " and `ralph resume`, or keep the work: `ralph resume --on-refusal keep`");
        }
        return Optional.of(new Move(repository, before, after, now));
    }
}
