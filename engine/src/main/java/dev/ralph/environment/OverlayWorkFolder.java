package dev.ralph.environment;

import dev.ralph.git.GitHead;
import dev.ralph.git.Repository;
import dev.ralph.paths.RequestRefused;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conflict;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Conserved;
import dev.ralph.workspace.Delta;
import dev.ralph.workspace.FileNames;
import dev.ralph.workspace.ForkPoint;
import dev.ralph.workspace.IncomingFiles;
import dev.ralph.workspace.KeepResult;
import dev.ralph.workspace.OverlayGit;
import dev.ralph.workspace.OverlayWorkspace;
import dev.ralph.workspace.ProtectedPaths;
import dev.ralph.workspace.RewindResult;
import dev.ralph.workspace.UnkeptChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A view of the project, in which all changes are put aside until they are accepted.
final class OverlayWorkFolder implements WorkFolder {
    private final Path project;
    private final Path home;
    private final List<Path> ours;
    private final ProtectedPaths protectedPaths;
    private @Nullable OverlayWorkspace open;
    private @Nullable Seen seen;

    /// @param ours files that Ralph itself writes, relative to the project
    OverlayWorkFolder(Path project, Path home, List<String> ours) {
        this.project = project;
        this.home = home;
        this.ours = ours.stream().map(Path::of).toList();
        this.protectedPaths = ProtectedPaths.standard().and(this.ours);
    }

    /// What somebody who died in the middle of keeping had begun is finished first.
    private synchronized OverlayWorkspace workspace() throws IOException {
        OverlayWorkspace known = open;
        if (known == null) {
            known = OverlayWorkspace.open(project, home);
            known.recover();
            git().begin();
            open = known;
        }
        return known;
    }

    private OverlayGit git() {
        return new OverlayGit(project, home, protectedPaths);
    }

    @Override
    public Path folder() throws IOException {
        return workspace().folder();
    }

    @Override
    public @Nullable Path ready() throws IOException {
        workspace().ready();
        return workspace().overlay();
    }

    /// Content is read only where something was written since the last time.
    @Override
    public synchronized String fingerprint() throws IOException {
        String written = workspace().fingerprint();
        Seen last = seen;
        if (last == null || !last.written().equals(written)) {
            last = new Seen(written, git().fingerprint().orElse(written));
            seen = last;
        }
        return last.content();
    }

    private record Seen(String written, String content) {}

    @Override
    public Optional<Conserved> conserve(AttemptRef attempt) throws IOException {
        workspace();
        return Optional.of(git().conserve(attempt));
    }

    @Override
    public Optional<String> changed(AttemptRef last) throws IOException {
        workspace();
        return git().changed(last);
    }

    @Override
    public void end(AttemptRef last) throws IOException {
        workspace();
        git().end(last);
    }

    @Override
    public @Nullable String below(Repository repository) throws IOException {
        workspace();
        return git().below(repository);
    }

    @Override
    public void showOurs() throws IOException {
        workspace().forget(ours);
    }

    @Override
    public Optional<String> candidate(AttemptRef attempt) throws IOException {
        workspace();
        return git().base().isPresent() ? git().candidate(attempt) : Optional.empty();
    }

    @Override
    public Optional<String> accepted(AttemptRef attempt, String message) throws IOException {
        workspace();
        return git().accepted(attempt, message);
    }

    @Override
    public List<UnkeptChange> quarantined(AttemptRef attempt) throws IOException {
        workspace();
        return git().quarantined(attempt);
    }

    @Override
    public List<String> unkept(String candidate) throws IOException {
        return git().unkept(candidate, workspace().changes());
    }

    @Override
    public List<String> unseen() throws IOException {
        return git().unseen();
    }

    /// As a commit where the project is a repository, else as files.
    @Override
    public KeepResult keep(AttemptRef attempt, String message, @Nullable String checked, @Nullable String branch)
            throws IOException {
        OverlayWorkspace workspace = workspace();
        git().conserve(attempt);
        Optional<GitHead> base = git().base();
        return base.isPresent() ? git().keep(attempt, base.get(), message, checked, branch) : keepFiles(workspace);
    }

    private KeepResult keepFiles(OverlayWorkspace workspace) throws IOException {
        List<UnkeptChange> left = new ArrayList<>();
        Delta wanted = new Delta(workspace.changes().changes().stream()
                .filter(change -> {
                    boolean may = !protectedPaths.contains(change.path());
                    if (!may) {
                        left.add(new UnkeptChange(change.path(), UnkeptChange.Why.PROTECTED));
                    }
                    return may;
                })
                .toList());
        List<Conflict> conflicts = workspace.keep(wanted);
        return conflicts.isEmpty()
                ? new KeepResult.Done(null, wanted, left, List.of(), List.of())
                : new KeepResult.Conflicting(conflicts);
    }

    @Override
    public RewindResult rewind(Conserved wanted, AttemptRef last, OverlayCommand overlayCommand) throws IOException {
        workspace();
        String aside = git().aside(last);
        bring(place(wanted), wanted.base(), wanted, overlayCommand);
        return new RewindResult(aside, List.of());
    }

    private Conservation place(Conserved wanted) throws IOException {
        return Conservation.holding(project, wanted.attempt())
                .orElseThrow(() -> new IOException(wanted.attempt() + " was removed just now"));
    }

    @Override
    public void begin(Conserved from, Origin origin, OverlayCommand overlayCommand) throws IOException {
        Conservation place = place(from);
        String before = from.base();
        Path scratch = home.resolveSibling(home.getFileName() + ".fork");
        if (origin == Origin.IN_PLACE) {
            before = new ForkPoint(place, from).now(scratch);
        } else {
            List<Conflict> against = new ForkPoint(place, from).against(scratch);
            if (!against.isEmpty()) {
                OverlayWorkspace.remove(scratch);
                throw new RequestRefused("the project has another "
                        + FileNames.shown(against.getFirst().path())
                        + " than the attempt began with or left: --workspace worktree starts where the attempt began");
            }
        }
        OverlayWorkspace.remove(scratch);
        workspace();
        bring(place, before, from, overlayCommand);
    }

    /// What is brought in is complete before it takes the place of what was there.
    private void bring(Conservation place, String before, Conserved wanted, OverlayCommand overlayCommand)
            throws IOException {
        Path other = home.resolveSibling(home.getFileName() + ".rewind");
        OverlayWorkspace.remove(other);
        IncomingFiles incoming = IncomingFiles.of(place, before, wanted, other.resolve("incoming"));
        OverlayWorkspace draft = OverlayWorkspace.open(project, other);
        draft.ready();
        overlayCommand.work(other, project, draft.overlay(), incoming.command());
        workspace().take(draft);
    }

    @Override
    public synchronized void remove() throws IOException {
        if (Files.exists(home)) {
            workspace(); // whatever was begun is finished
        }
        OverlayWorkspace.remove(home);
        open = null;
    }
}
