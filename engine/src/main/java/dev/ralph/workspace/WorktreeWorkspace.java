package dev.ralph.workspace;

import dev.ralph.paths.RequestRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A checkout of the last commit, on a branch of its own.
public final class WorktreeWorkspace implements Workspace {
    private final Path project;
    private final Path home;
    private final String loop;
    private final List<String> ours;
    private @Nullable AgentWorktree open;

    /// @param ours files that Ralph itself writes, relative to the project
    public WorktreeWorkspace(Path project, Path home, String loop, List<String> ours) {
        this.project = project;
        this.home = home;
        this.loop = loop;
        this.ours = ours;
    }

    private synchronized AgentWorktree workspace() throws IOException {
        AgentWorktree known = open;
        if (known == null) {
            known = AgentWorktree.open(project, home, loop);
            open = known;
        }
        return known;
    }

    @Override
    public Path folder() throws IOException {
        return workspace().folder(project);
    }

    @Override
    public @Nullable Path ready() throws IOException {
        Path folder = folder();
        if (!Files.isDirectory(folder)) {
            throw new IOException(folder
                    + " is gone: it was removed, or the last commit does not have it; what attempts left is at "
                    + AttemptRef.ROOT);
        }
        return null;
    }

    @Override
    public String fingerprint() throws IOException {
        return workspace().fingerprint();
    }

    @Override
    public Optional<Conserved> conserve(AttemptRef attempt) throws IOException {
        return Optional.of(workspace().conserve(attempt));
    }

    @Override
    public Optional<String> changed(AttemptRef last) throws IOException {
        return workspace().changed(last);
    }

    @Override
    public void end(AttemptRef last) throws IOException {
        workspace().end(last);
    }

    @Override
    public Optional<String> candidate(AttemptRef attempt) throws IOException {
        return workspace().candidate(attempt, protectedPaths());
    }

    @Override
    public KeepResult keep(AttemptRef attempt, String message, @Nullable String checked, @Nullable String branch)
            throws IOException {
        return workspace().keep(attempt, protectedPaths(), message, checked, branch);
    }

    @Override
    public Optional<String> accepted(AttemptRef attempt, String message) throws IOException {
        return workspace().accepted(attempt, protectedPaths(), message);
    }

    @Override
    public List<UnkeptChange> quarantined(AttemptRef attempt) throws IOException {
        return workspace().quarantined(attempt, protectedPaths());
    }

    @Override
    public Optional<CommitStack> stack(List<CommitStack.Part> parts) throws IOException {
        return workspace().stack(parts, protectedPaths());
    }

    @Override
    public KeepResult keep(CommitStack stack) throws IOException {
        return workspace().keep(stack, protectedPaths());
    }

    private ProtectedPaths protectedPaths() throws IOException {
        Path inside = workspace().prefix(project);
        return ProtectedPaths.standard().and(ours.stream().map(inside::resolve).toList());
    }

    @Override
    public RewindResult rewind(Conserved wanted, AttemptRef last, OverlayProgram program) throws IOException {
        return workspace().rewind(wanted, last);
    }

    /// On the last commit that both the attempt and the user's branch know.
    @Override
    public synchronized void begin(Conserved from, Origin origin, OverlayProgram program) throws IOException {
        String known = new ForkPoint(Conservation.of(project), from).known().orElse(null);
        if (known == null) {
            throw new RequestRefused(
                    from.attempt() + " shares no commit with what is checked out: --workspace overlay");
        }
        AgentWorktree made = AgentWorktree.open(project, home, loop, known);
        made.begin(from);
        open = made;
    }

    @Override
    public synchronized void remove() throws IOException {
        if (Files.exists(home)) {
            workspace().remove();
            open = null;
        }
    }
}
