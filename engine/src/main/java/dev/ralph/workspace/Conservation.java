package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import dev.ralph.git.Commits;
import dev.ralph.git.PrivateIndex;
import dev.ralph.git.RawName;
import dev.ralph.git.Refs;
import dev.ralph.git.Repository;
import dev.ralph.workspace.OverlayTree.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Keeps the end state of every attempt reachable in git: in the project's own repository, else in
/// `.ralph/conserved.git`.
///
/// Conservation promises:
/// 1. What it returned is a commit that a ref names, and survives a power cut.
/// 2. Repeated after a crash, it finds or makes the same state, once.
/// 3. Untracked files are in it; ignored ones, and Ralph's own, are not.
/// 4. The user's branches, index, stash and files are not touched; no hook and no filter runs.
/// 5. The first parent is what the attempt began with. Commits that the agent made itself are the second one's.
public final class Conservation {
    private final Path project;
    private final Repository repository;
    private final boolean apart;
    private final Path top;
    private final Path prefix;

    private Conservation(Path project, Repository repository, boolean apart) throws IOException {
        this.project = project;
        this.repository = repository;
        this.apart = apart;
        this.top = apart ? project.toRealPath() : repository.top().toRealPath();
        this.prefix = top.relativize(project.toRealPath());
    }

    /// Where the attempts of a project are conserved, whether or not it is a git repository.
    public static Conservation of(Path project) throws IOException {
        Optional<Conservation> inside = inside(project);
        return inside.isPresent()
                ? inside.get()
                : new Conservation(project, Repository.apart(project.resolve(".ralph/conserved.git")), true);
    }

    /// In the project's own repository; empty where it has none.
    static Optional<Conservation> inside(Path project) throws IOException {
        Optional<Repository> found = Repository.at(project);
        return found.isPresent() ? Optional.of(new Conservation(project, found.get(), false)) : Optional.empty();
    }

    /// Every place where attempts of a project may be conserved: it may have become a repository since, or been
    /// one.
    static List<Conservation> all(Path project) throws IOException {
        List<Conservation> all = new ArrayList<>();
        inside(project).ifPresent(all::add);
        Path ours = project.resolve(".ralph/conserved.git");
        if (Files.isDirectory(ours)) {
            all.add(new Conservation(project, Repository.apart(ours), true));
        }
        return all;
    }

    /// The place that has an attempt; empty when none has.
    public static Optional<Conservation> holding(Path project, AttemptRef attempt) throws IOException {
        for (Conservation place : all(project)) {
            if (place.refs().read(attempt.name()).isPresent()) {
                return Optional.of(place);
            }
        }
        return Optional.empty();
    }

    public Repository repository() {
        return repository;
    }

    /// Whether its repository still exists.
    boolean isThere() {
        return Files.exists(repository.gitDir().resolve("HEAD"));
    }

    /// Whether it lies in a repository of our own, as the project has none.
    public boolean isApart() {
        return apart;
    }

    public Optional<Conserved> find(AttemptRef attempt) throws IOException {
        Optional<String> commit = refs().read(attempt.name());
        return commit.isEmpty()
                ? Optional.empty()
                : Optional.of(new Conserved(attempt, commit.get(), base(commit.get()), List.of()));
    }

    /// The same by the commit that it was conserved as, whatever its ref names now.
    public Optional<Conserved> find(AttemptRef attempt, String commit) throws IOException {
        return refs().read(commit).isEmpty()
                ? Optional.empty()
                : Optional.of(new Conserved(attempt, commit, base(commit), List.of()));
    }

    /// Whether a commit is in any place where attempts of a project may be conserved.
    public static boolean isAnywhere(Path project, String commit) throws IOException {
        for (Conservation place : all(project)) {
            if (place.refs().read(commit).isPresent()) {
                return true;
            }
        }
        return false;
    }

    String base(String commit) throws IOException {
        Optional<String> parent = refs().read(commit + "^1");
        return parent.isPresent() ? parent.get() : commits().emptyTree();
    }

    /// Whether two commits or trees hold the same files.
    public boolean isSame(String one, String other) throws IOException {
        return commits().tree(one).equals(commits().tree(other));
    }

    /// Whether nothing is different between two commits but blanks at the ends of lines, and empty lines.
    public boolean isBlankOnly(String one, String other) throws IOException {
        return repository.comparison().isBlankOnly(one, other);
    }

    /// What an attempt changed, as people read it.
    public String diff(Conserved conserved) throws IOException {
        return repository.comparison().text(conserved.base(), conserved.commit());
    }

    /// Writes the files that were added or changed between two trees into an empty folder, each at its place.
    ///
    /// @param prefix the folder of the repository that is looked at
    /// @return all that changed, deletions included: with it the files can be brought into a tree like `before`
    Delta unpack(String before, String after, Path prefix, Path into) throws IOException {
        Delta delta = TreeDelta.of(repository.comparison().names(before, after), prefix);
        List<RawName> names = new ArrayList<>();
        for (PathChange change : delta.changes()) {
            if (change.kind() != PathChange.Kind.DELETED && change.thing() != PathChange.Thing.DIRECTORY) {
                names.add(FileNames.raw(prefix.resolve(change.path())));
            }
        }
        Path draft = into.resolve(".unpack");
        try (PrivateIndex index = repository.index(into, into.resolve(".unpack-index"))) {
            index.read(after);
            index.write(names, draft);
        }
        Path files = draft.resolve(prefix);
        if (Files.isDirectory(files)) {
            for (Path file : TreeRemoval.list(files)) {
                Files.move(file, into.resolve(file.getFileName()));
            }
        }
        TreeRemoval.delete(draft);
        return delta;
    }

    /// The end of an attempt that worked in an overlay.
    ///
    /// @param base    the commit that was checked out when it was opened; null for none
    /// @param scratch a folder next to the upper layer
    Conserved overlay(AttemptRef attempt, @Nullable String base, OverlayChanges upper, Delta delta, Path scratch)
            throws IOException {
        Optional<Conserved> done = find(attempt);
        if (done.isPresent()) {
            return done.get();
        }
        String first = apart ? new OriginalVersions(project, repository).commit(attempt, delta, scratch) : base;
        OverlayTree whole = new OverlayTree(repository, top, prefix, scratch);
        String tree = whole.build(first, upper, delta, apart ? Rules.NONE : Rules.IGNORE);
        String commit = name(attempt, tree, first == null ? List.of() : List.of(first));
        return new Conserved(attempt, commit, base(commit), upper.unheld(delta, whole.left()));
    }

    /// Makes the end of an attempt reachable.
    String name(AttemptRef attempt, String tree, List<String> parents) throws IOException {
        FaultPoint.CONSERVE.before(attempt.name());
        String commit = commits().make(tree, parents, "Ralph: " + attempt, attempt.trailers());
        create(attempt.name(), commit);
        return commit;
    }

    /// Makes a tree reachable before something else takes its place.
    ///
    /// @param last the attempt after which it is found
    /// @return what git finds it by
    String aside(AttemptRef last, String tree, @Nullable String parent) throws IOException {
        for (String known : List.of(last.name(), last.name() + "^")) { // its end, and what it began with
            Optional<String> state = refs().read(known);
            if (state.isPresent() && commits().tree(state.get()).equals(tree)) {
                return known;
            }
        }
        int number = 1;
        while (refs().read(last.aside(number)).isPresent()) {
            number++;
        }
        String commit =
                commits().make(tree, parent == null ? List.of() : List.of(parent), "Aside after " + last, Map.of());
        create(last.aside(number), commit);
        return last.aside(number);
    }

    /// The same for what stands in an overlay now.
    String aside(AttemptRef last, @Nullable String base, OverlayChanges upper, Delta delta, Path scratch)
            throws IOException {
        String first = first(last, base, delta, scratch);
        return aside(last, now(first, upper, delta, scratch), first);
    }

    /// The tree that stands in an overlay now.
    String now(AttemptRef last, @Nullable String base, OverlayChanges upper, Delta delta, Path scratch)
            throws IOException {
        return now(first(last, base, delta, scratch), upper, delta, scratch);
    }

    private @Nullable String first(AttemptRef last, @Nullable String base, Delta delta, Path scratch)
            throws IOException {
        return apart ? new OriginalVersions(project, repository).commit(last, delta, scratch) : base;
    }

    /// @param first what the overlay lies on
    String now(@Nullable String first, OverlayChanges upper, Delta delta, Path scratch) throws IOException {
        return new OverlayTree(repository, top, prefix, scratch)
                .build(first, upper, delta, apart ? Rules.NONE : Rules.IGNORE);
    }

    /// What it remembers of working trees.
    ///
    /// @param scratch a folder of ours
    TreeStates states(Path scratch) {
        return new TreeStates(this, scratch, null);
    }

    /// The folder whose attempts are conserved.
    Path project() {
        return project;
    }

    /// Where the project is in the repository.
    Path prefix() {
        return prefix;
    }

    /// The root of what the repository holds.
    Path top() {
        return top;
    }

    Set<RawName> names(String tree) throws IOException {
        return commits().blobs(tree).keySet();
    }

    void create(String ref, String commit) throws IOException {
        FaultPoint.CONSERVE.inside();
        refs().create(ref, commit, "ralph: conserved");
        FaultPoint.CONSERVE.after(ref);
    }

    private Refs refs() {
        return repository.refs();
    }

    private Commits commits() {
        return repository.commits();
    }
}
