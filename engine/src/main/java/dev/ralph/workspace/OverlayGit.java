package dev.ralph.workspace;

import dev.ralph.git.GitHead;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What git has to do with an overlay: its attempts are conserved as commits, and its work is kept as one.
///
/// Call it while no program runs in the overlay. What is promised stands at [Conservation] and [GitKeep].
public final class OverlayGit {
    private final Path project;
    private final Path home;
    private final ProtectedPaths protectedPaths;

    /// @param home the folder of the overlay
    public OverlayGit(Path project, Path home, ProtectedPaths protectedPaths) {
        this.project = project;
        this.home = home;
        this.protectedPaths = protectedPaths;
    }

    /// Writes down what is checked out now, as what the overlay was opened on; once.
    public void begin() throws IOException {
        Repository repository =
                record().read().isEmpty() ? Repository.at(project).orElse(null) : null;
        if (repository != null) {
            record().write(new TreeRecord.Opened(repository.head(), repository.gitDir()));
        }
    }

    private TreeRecord record() {
        return new TreeRecord(home.resolve("base"));
    }

    /// What was checked out when the overlay was opened; empty where the project was no repository.
    public Optional<GitHead> base() throws IOException {
        return record().read().map(TreeRecord.Opened::head);
    }

    /// Makes the state of the overlay reachable, as the end of this attempt, on what it was opened on.
    public Conserved conserve(AttemptRef attempt) throws IOException {
        Optional<GitHead> base = base();
        return conserve(attempt, base.isPresent() ? base.get().commit() : null);
    }

    /// Makes the state of the overlay reachable, as the end of this attempt. To be called before anything is kept
    /// or discarded.
    ///
    /// @param base the commit that was checked out when the overlay was opened; null for none
    public Conserved conserve(AttemptRef attempt, @Nullable String base) throws IOException {
        ChangedFiles files = files();
        try (OverlayChanges layer = files.open()) {
            return Conservation.of(project).overlay(attempt, base, layer, files.delta(layer), home);
        }
    }

    /// Makes the state of the overlay reachable before another takes its place.
    ///
    /// @param last the last attempt of the loop
    /// @return the ref that has it
    public String aside(AttemptRef last) throws IOException {
        Optional<GitHead> base = base();
        ChangedFiles files = files();
        try (OverlayChanges layer = files.open()) {
            @Nullable String commit = base.isPresent() ? base.get().commit() : null;
            return Conservation.of(project).aside(last, commit, layer, files.delta(layer), home);
        }
    }

    /// Something that is not as the attempts up to this one, or the loop at its end, left it.
    public Optional<String> changed(AttemptRef last) throws IOException {
        LastAttemptState left = LastAttemptState.of(project, last).orElse(null);
        if (left == null) {
            return Optional.empty();
        }
        ChangedFiles files = files();
        try (OverlayChanges layer = files.open()) {
            // What the project has, too, is no difference: it may be the work itself, which the user has merged.
            String below = left.place().states(home).now(left.place().repository());
            return left.changed(left.place().now(below, layer, files.delta(layer), home));
        }
    }

    /// The loop ends with what is there now.
    public void end(AttemptRef last) throws IOException {
        LastAttemptState left = LastAttemptState.of(project, last).orElse(null);
        if (left != null) {
            left.end(now(left));
        }
    }

    private String now(LastAttemptState left) throws IOException {
        Optional<GitHead> base = base();
        ChangedFiles files = files();
        try (OverlayChanges layer = files.open()) {
            @Nullable String commit = base.isPresent() ? base.get().commit() : null;
            return left.place().now(left.last(), commit, layer, files.delta(layer), home);
        }
    }

    /// A text that is another one as soon as something has changed that is conserved: not where a file was only touched
    /// or is ignored. Empty where the project was no repository. No program is started where nothing was written.
    public Optional<String> fingerprint() throws IOException {
        GitHead base = base().orElse(null);
        if (base == null) {
            return Optional.empty();
        }
        @Nullable String commit = base.commit();
        ChangedFiles files = files();
        try (OverlayChanges layer = files.open()) {
            Delta delta = files.delta(layer);
            String before = commit == null ? "" : commit;
            if (delta.changes().stream().noneMatch(change -> OverlayTree.holds(change.path()))) {
                return Optional.of(before);
            }
            Conservation place = Conservation.of(project);
            String tree = place.now(commit, layer, delta, home);
            boolean same =
                    commit != null && place.repository().commits().tree(commit).equals(tree);
            return Optional.of(same ? before : tree);
        }
    }

    /// A commit of what keeping this attempt would keep; empty where the project is no
    /// repository.
    public Optional<String> candidate(AttemptRef attempt) throws IOException {
        Conserved conserved = conserve(attempt);
        ChangedFiles files = files();
        try (OverlayChanges layer = files.open()) {
            return gitKeep().candidate(layer, files.delta(layer), conserved);
        }
    }

    /// A commit of what may be kept of an attempt, on what the overlay was opened on; empty where that is nothing, or
    /// the project is no repository.
    public Optional<String> accepted(AttemptRef attempt, String message) throws IOException {
        Optional<GitHead> base = base();
        if (base.isEmpty()) {
            return Optional.empty();
        }
        Conserved conserved = conserve(attempt);
        ChangedFiles files = files();
        try (OverlayChanges layer = files.open()) {
            AcceptedWork work = new AcceptedWork(conserved, message, null, null, null);
            return gitKeep().accepted(base.get(), layer, files.delta(layer), work);
        }
    }

    /// What of an attempt is left for a human; nothing where the project is no repository.
    public List<UnkeptChange> quarantined(AttemptRef attempt) throws IOException {
        Optional<GitHead> base = base();
        if (base.isEmpty()) {
            return List.of();
        }
        Conserved conserved = conserve(attempt);
        ChangedFiles files = files();
        try (OverlayChanges layer = files.open()) {
            return gitKeep().quarantined(base.get(), layer, files.delta(layer), conserved);
        }
    }

    /// The commit that shows where the overlay has changed nothing, with what the user had not committed when the loop
    /// began; null where there is none.
    public @Nullable String below(Repository repository) throws IOException {
        return atStart(repository).on(repository.head().commit());
    }

    private UncommittedAtStart atStart(Repository repository) {
        return new UncommittedAtStart(repository, home.getFileName().toString(), home);
    }

    /// What was added or changed and is not in a commit: the highest folders and files.
    public List<String> unkept(String commit, Delta changes) throws IOException {
        Conservation place = Conservation.of(project);
        Set<RawName> held = new HashSet<>();
        for (RawName name : place.names(commit)) {
            held.add(name);
            for (int at = name.bytes().lastIndexOf('/');
                    at > 0;
                    at = name.bytes().lastIndexOf('/', at - 1)) {
                held.add(new RawName(name.bytes().substring(0, at)));
            }
        }
        List<String> names = new ArrayList<>();
        Path last = null;
        for (PathChange change : changes.changes()) {
            boolean inside = last != null && change.path().startsWith(last);
            boolean ours = ProtectedPaths.isGitData(change.path()) || OverlayTree.isRalphs(change.path());
            if (change.kind() != PathChange.Kind.DELETED
                    && !inside
                    && !ours
                    && !held.contains(FileNames.raw(place.prefix().resolve(change.path())))) {
                last = change.path();
                names.add(FileNames.shown(last) + (change.thing() == PathChange.Thing.DIRECTORY ? "/" : ""));
            }
        }
        return names;
    }

    /// What the user changed and did not commit since the loop began: the agent may see it, and a fresh checkout does
    /// not have it.
    public List<String> unseen() throws IOException {
        Repository repository = Repository.at(project).orElse(null);
        @Nullable String head = repository == null ? null : repository.head().commit();
        return repository == null || head == null
                ? List.of()
                : atStart(repository).since(head);
    }

    /// Brings the work of a conserved attempt into the user's repository.
    ///
    /// @param head    what was checked out when the overlay was opened
    /// @param checked the only tree that may be kept; null for whatever the work makes of the branch
    /// @param branch  see [AcceptedWork]
    public KeepResult keep(
            AttemptRef attempt, GitHead head, String message, @Nullable String checked, @Nullable String branch)
            throws IOException {
        Optional<Conserved> conserved = Conservation.of(project).find(attempt);
        if (conserved.isEmpty()) {
            throw new IllegalStateException(attempt + " is to be conserved before it is kept");
        }
        recover();
        ChangedFiles files = files();
        try (OverlayChanges layer = files.open()) {
            return gitKeep()
                    .keep(
                            head,
                            layer,
                            files.delta(layer),
                            new AcceptedWork(conserved.get(), message, null, checked, branch));
        } catch (AccessDeniedException closed) {
            // What was kept may be closed to everybody, so that it cannot be compared any more.
            Optional<String> done = gitKeep().done(conserved.get());
            return new KeepResult.Done(
                    done.orElseThrow(() -> closed), new Delta(List.of()), List.of(), List.of(), List.of());
        }
    }

    /// Finishes or undoes what an engine that died had begun, in git or in a plain folder.
    ///
    /// @return what the user did to the same paths since then, and so was not kept
    public List<Conflict> recover() throws IOException {
        return gitKeep().recover();
    }

    private GitKeep gitKeep() throws IOException {
        FileTime opened = PathEntry.listed(home.resolve("opened")).changed();
        return new GitKeep(project, home, opened, protectedPaths, record());
    }

    private ChangedFiles files() {
        return new ChangedFiles(project, home);
    }
}
