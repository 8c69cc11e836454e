package dev.ralph.workspace;

import dev.ralph.git.Commits;
import dev.ralph.git.RawName;
import dev.ralph.git.Refs;
import dev.ralph.git.Repository;
import dev.ralph.git.Snapshot;
import dev.ralph.git.WorkTreeCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How working trees stood before and after attempts. What is promised stands at [Conservation].
///
/// @param scratch a folder of ours
/// @param seen    knows the working tree from the last time; null where nobody looks twice
record TreeStates(
        Conservation place, Path scratch, @Nullable WorkTreeCache seen) {
    /// One that is conserved.
    ///
    /// @param head what was checked out then; null for nothing, or where nobody looked
    /// @param left what could not be read and is not in it
    record State(String commit, String tree, @Nullable String head, List<RawName> left) {}

    /// Remembers the project as it is before an attempt works in it.
    ///
    /// @return the commit that holds it: the end of the attempt before where nobody changed anything since, the
    ///     user's own where nothing is uncommitted
    String before(AttemptRef attempt) throws IOException {
        return before(attempt, null).commit();
    }

    private State known(String commit) throws IOException {
        return new State(commit, commits().tree(commit), null, List.of());
    }

    /// @param last what this process remembered last; null when it has not yet
    State before(AttemptRef attempt, @Nullable State last) throws IOException {
        Optional<String> done = last == null ? refs().read(attempt.before()) : Optional.empty();
        if (done.isPresent()) {
            return known(done.get());
        }
        Snapshot snapshot = snapshot(place.repository());
        String tree = snapshot.tree();
        State before = last == null ? end(attempt.attempt() - 1, attempt.loop()) : last;
        if (before != null && before.tree().equals(tree)) {
            return new State(before.commit(), tree, before.head(), snapshot.unread());
        }
        @Nullable String head = place.isApart() ? null : refs().read("HEAD").orElse(null);
        String commit = head != null && commits().tree(head).equals(tree)
                ? head
                : commits().make(tree, head == null ? List.of() : List.of(head), "Before " + attempt, Map.of());
        place.create(attempt.before(), commit);
        return new State(commit, tree, head, snapshot.unread());
    }

    private @Nullable State end(int attempt, String loop) throws IOException {
        Optional<String> commit = attempt < 1 ? Optional.empty() : refs().read(new AttemptRef(loop, attempt).name());
        return commit.isEmpty() ? null : known(commit.get());
    }

    /// The end of an attempt that worked in the project itself.
    Conserved inPlace(AttemptRef attempt) throws IOException {
        Optional<Conserved> done = place.find(attempt);
        if (done.isPresent()) {
            return done.get();
        }
        Optional<String> before = refs().read(attempt.before());
        State last = before.isPresent() ? known(before.get()) : end(attempt.attempt() - 1, attempt.loop());
        return conserved(attempt, inPlace(attempt, last));
    }

    /// @param base what it began with; null for nothing at all
    State inPlace(AttemptRef attempt, @Nullable State base) throws IOException {
        return end(attempt, base, snapshot(place.repository()), head(base));
    }

    private Conserved conserved(AttemptRef attempt, State state) throws IOException {
        List<String> left = state.left().stream().map(RawName::toString).toList();
        return new Conserved(attempt, state.commit(), place.base(state.commit()), left);
    }

    /// The end of an attempt that worked in a working tree of ours. What the agent closed to everybody is opened first.
    ///
    /// @param tree another working tree of the project's repository
    /// @param base what it began with
    /// @param head what the agent has checked out there
    Conserved tree(AttemptRef attempt, Repository tree, String base, String head) throws IOException {
        Optional<Conserved> done = place.find(attempt);
        if (done.isPresent()) {
            return done.get();
        }
        Snapshot snapshot = snapshot(tree);
        if (!snapshot.unread().isEmpty() && ClosedFileAccess.forGood(tree.top())) {
            snapshot = snapshot(tree);
        }
        return conserved(attempt, end(attempt, known(base), snapshot, head));
    }

    private State end(AttemptRef attempt, @Nullable State base, Snapshot snapshot, @Nullable String head)
            throws IOException {
        List<String> parents = new ArrayList<>();
        if (base != null) {
            parents.add(base.commit());
        }
        boolean isKnown = head == null
                || (base != null
                        && (head.equals(base.head())
                                || head.equals(base.commit())
                                || refs().contains(base.commit(), head)));
        if (!isKnown) {
            parents.add(head);
        }
        String commit = place.name(attempt, snapshot.tree(), parents);
        return new State(commit, snapshot.tree(), head, snapshot.unread());
    }

    private @Nullable String head(@Nullable State base) throws IOException {
        String known = base == null ? null : base.head();
        boolean same = place.isApart() || (known != null && place.repository().isHead(known));
        return same ? known : refs().read("HEAD").orElse(null);
    }

    private Snapshot snapshot(Repository tree) throws IOException {
        if (seen != null) {
            return seen.snapshot();
        }
        Files.createDirectories(scratch);
        return place.isApart()
                ? place.repository().snapshotOf(place.project(), scratch.resolve("git-index"))
                : tree.snapshotAgain(scratch.resolve("git-states"));
    }

    /// Makes what stands in a working tree now reachable before something else takes its place.
    ///
    /// @param last the attempt after which it is found
    Aside aside(AttemptRef last, Repository tree) throws IOException {
        String now = now(tree);
        @Nullable
        String head = place.isApart() ? null : tree.refs().read("HEAD").orElse(null);
        return new Aside(place.aside(last, now, head), now);
    }

    /// The tree that stands in a working tree now.
    String now(Repository tree) throws IOException {
        return snapshot(tree).tree();
    }

    /// What was put aside.
    record Aside(String ref, String tree) {}

    private Refs refs() {
        return place.repository().refs();
    }

    private Commits commits() {
        return place.repository().commits();
    }
}
