package dev.ralph.workspace;

import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.WorkTreeCache;
import dev.ralph.workspace.TreeStates.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Remembers a project in which attempts work directly: what was there before each of them, and what after.
///
/// What is promised stands at [Conservation]. An index of ours stays between attempts, so that only files that
/// changed since are read.
public final class InPlaceStates {
    private final Path project;
    private final Path scratch;
    private final Where where;
    private @Nullable Conservation place;
    private @Nullable WorkTreeCache seen;
    private @Nullable State last;
    private @Nullable AttemptRef begun;

    /// Which projects are remembered.
    public enum Where {
        /// Those that are git repositories.
        REPOSITORIES,
        /// All; those that are none in a repository of our own.
        EVERYWHERE,
        NOWHERE
    }

    /// @param scratch a folder of ours, for this loop alone
    public InPlaceStates(Path project, Path scratch, Where where) {
        this.project = project;
        this.scratch = scratch;
        this.where = where;
    }

    /// Makes the project what it was at the end of an attempt, whether or not states are remembered.
    ///
    /// @param last the last attempt of the loop
    public RewindResult rewind(Conserved wanted, AttemptRef last) throws IOException {
        Conservation conservation = Conservation.of(project);
        return new Rewind(conservation, conservation.repository(), project, conservation.prefix(), scratch)
                .to(wanted, last);
    }

    /// What is there before an attempt begins; to be called first.
    public void before(AttemptRef attempt) throws IOException {
        Rewind.recover(project, scratch);
        Conservation conservation = place();
        State known = last;
        last = null;
        if (conservation != null) {
            last = looking(() -> states(conservation).before(attempt, known));
            begun = attempt;
        }
    }

    /// What an attempt left; empty where nothing is remembered.
    public Optional<Conserved> after(AttemptRef attempt) throws IOException {
        Conservation conservation = place();
        State known = last;
        last = null;
        if (conservation == null) {
            return Optional.empty();
        }
        if (known == null || !attempt.equals(begun)) {
            return Optional.of(looking(() -> states(conservation).inPlace(attempt)));
        }
        State state = looking(() -> states(conservation).inPlace(attempt, known));
        last = state;
        return Optional.of(new Conserved(
                attempt,
                state.commit(),
                known.commit(),
                state.left().stream().map(RawName::toString).toList()));
    }

    private interface Look<T> {
        T look() throws IOException;
    }

    /// What failed begins anew the next time, with nothing that is remembered: somebody may have removed it.
    private <T> T looking(Look<T> look) throws IOException {
        try {
            return look.look();
        } catch (IOException failed) {
            place = null;
            throw failed;
        }
    }

    /// A text that is another one as soon as something has changed; empty where the project is no repository.
    public Optional<String> fingerprint() throws IOException {
        place();
        WorkTreeCache tree = seen;
        if (tree != null) {
            return Optional.of(tree.fingerprint());
        }
        Optional<Repository> repository = Repository.at(project);
        return repository.isPresent() ? Optional.of(repository.get().fingerprint()) : Optional.empty();
    }

    /// Something that is not as the attempts up to this one, or the loop at its end, left it; empty where nothing is
    /// remembered.
    public Optional<String> changed(AttemptRef last) throws IOException {
        Rewind.recover(project, scratch);
        LastAttemptState left = LastAttemptState.of(project, last).orElse(null);
        return left == null ? Optional.empty() : left.changed(now(left.place()));
    }

    /// The loop ends with what is there now.
    public void end(AttemptRef last) throws IOException {
        LastAttemptState left = LastAttemptState.of(project, last).orElse(null);
        if (left != null) {
            left.end(now(left.place()));
        }
    }

    private String now(Conservation conservation) throws IOException {
        return conservation.states(scratch).now(conservation.repository());
    }

    /// A commit of what is there now: of what the attempt left where nobody changed it since, else one that no ref
    /// names, on top of what is checked out. Empty where the project is no repository.
    public Optional<String> candidate(AttemptRef attempt) throws IOException {
        Optional<Repository> found = Repository.at(project);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Repository repository = found.get();
        String tree = repository
                .snapshot(Files.createDirectories(scratch).resolve("git-candidate"))
                .tree();
        Optional<String> known = repository.refs().read(attempt.name());
        if (known.isPresent() && repository.commits().tree(known.get()).equals(tree)) {
            return known;
        }
        @Nullable String head = repository.head().commit();
        return Optional.of(
                head != null && repository.commits().tree(head).equals(tree)
                        ? head
                        : repository
                                .commits()
                                .make(
                                        tree,
                                        head == null ? List.of() : List.of(head),
                                        "Candidate: " + attempt,
                                        Map.of()));
    }

    /// An agent may make a repository, or delete one.
    private @Nullable Conservation place() throws IOException {
        Conservation known = place;
        if (where == Where.NOWHERE || (where == Where.REPOSITORIES && !Repository.isLikely(project))) {
            place = null;
            seen = null;
            return null;
        }
        if (known == null || !known.isThere() || known.isApart()) {
            known = where == Where.EVERYWHERE
                    ? Conservation.of(project)
                    : Conservation.inside(project).orElse(null);
            Path index = scratch.resolve("git-states");
            Files.deleteIfExists(index);
            place = known;
            seen = known == null || known.isApart() ? null : known.repository().seen(index);
            last = null;
        }
        return known;
    }

    private TreeStates states(Conservation conservation) {
        return new TreeStates(conservation, scratch, seen);
    }
}
