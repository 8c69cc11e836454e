package dev.ralph.workspace;

import dev.ralph.git.GitHead;
import dev.ralph.git.Repository;
import dev.ralph.paths.RequestRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A view of the project, in which all changes are put aside until they are accepted.
public final class OverlayWorkspace implements Workspace {
    private final Path project;
    private final Path home;
    private final List<Path> ours;
    private final ProtectedPaths protectedPaths;
    private @Nullable ProjectOverlay open;
    private @Nullable Seen seen;

    /// @param ours files that Ralph itself writes, relative to the project
    public OverlayWorkspace(Path project, Path home, List<String> ours) {
        this.project = project;
        this.home = home;
        this.ours = ours.stream().map(Path::of).toList();
        this.protectedPaths = ProtectedPaths.standard().and(this.ours);
    }

    /// What somebody who died in the middle of keeping had begun is finished first.
    private synchronized ProjectOverlay workspace() throws IOException {
        ProjectOverlay known = open;
        if (known == null) {
            known = ProjectOverlay.open(project, home);
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
        ProjectOverlay workspace = workspace();
        git().conserve(attempt);
        Optional<GitHead> base = git().base();
        return base.isPresent() ? git().keep(attempt, base.get(), message, checked, branch) : keepFiles(workspace);
    }

    private KeepResult keepFiles(ProjectOverlay workspace) throws IOException {
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
    public RewindResult rewind(Conserved wanted, AttemptRef last, OverlayProgram program) throws IOException {
        workspace();
        String aside = git().aside(last);
        bring(place(wanted), wanted.base(), wanted, program);
        return new RewindResult(aside, List.of());
    }

    private Conservation place(Conserved wanted) throws IOException {
        return Conservation.holding(project, wanted.attempt())
                .orElseThrow(() -> new IOException(wanted.attempt() + " was removed just now"));
    }

    @Override
    public void begin(Conserved from, Origin origin, OverlayProgram program) throws IOException {
        Conservation place = place(from);
        String before = from.base();
        Path scratch = home.resolveSibling(home.getFileName() + ".fork");
        if (origin == Origin.IN_PLACE) {
            before = new ForkPoint(place, from).now(scratch);
        } else {
            List<Conflict> against = new ForkPoint(place, from).against(scratch);
            if (!against.isEmpty()) {
                ProjectOverlay.remove(scratch);
                throw new RequestRefused("the project has another "
                        + FileNames.shown(against.getFirst().path())
                        + " than the attempt began with or left: --workspace worktree starts where the attempt began");
            }
        }
        ProjectOverlay.remove(scratch);
        workspace();
        bring(place, before, from, program);
    }

    /// What is brought in is complete before it takes the place of what was there.
    private void bring(Conservation place, String before, Conserved wanted, OverlayProgram program) throws IOException {
        Path other = home.resolveSibling(home.getFileName() + ".rewind");
        ProjectOverlay.remove(other);
        IncomingFiles incoming = IncomingFiles.of(place, before, wanted, other.resolve("incoming"));
        ProjectOverlay draft = ProjectOverlay.open(project, other);
        draft.ready();
        program.work(other, project, draft.overlay(), incoming.command());
        workspace().take(draft);
    }

    @Override
    public synchronized void remove() throws IOException {
        if (Files.exists(home)) {
            workspace(); // whatever was begun is finished
        }
        ProjectOverlay.remove(home);
        open = null;
    }
}
