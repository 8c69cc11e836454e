package dev.ralph.environment;

import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.loop.SandboxReport;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Launch;
import dev.ralph.process.RunningProcess;
import dev.ralph.process.Supervisor;
import dev.ralph.sandbox.SandboxRefused;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.workspace.AttemptBranch;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.CommitStack;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Conserved;
import dev.ralph.workspace.Delta;
import dev.ralph.workspace.InPlaceStates;
import dev.ralph.workspace.InPlaceWorkspace;
import dev.ralph.workspace.KeepResult;
import dev.ralph.workspace.OverlayWorkspace;
import dev.ralph.workspace.ProjectOverlay;
import dev.ralph.workspace.RewindResult;
import dev.ralph.workspace.UnkeptChange;
import dev.ralph.workspace.Workspace;
import dev.ralph.workspace.WorktreeWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where the programs of a loop work: the project itself, or a workspace of their own.
public final class LoopWorkspace {
    private final LoopPaths paths;
    private final ConfinementPolicy confinementPolicy;
    private final Path home;
    private final Confinement confinement;
    private final Workspace workspace;
    private final @Nullable AttemptRef stageBefore;
    private int conserved;
    private int begun;
    private int claimed;
    private @Nullable Candidate candidate;
    private @Nullable ConfinedProgram confined;

    /// @param workspaces  the folder of this project's workspaces
    /// @param snapshots   whether the project is remembered where attempts work in it
    /// @param stageBefore whose work a stage begins with, null where there is none
    public LoopWorkspace(
            LoopPaths paths,
            Policy policy,
            Path workspaces,
            InPlaceStates.Where snapshots,
            Confinement confinement,
            @Nullable AttemptRef stageBefore) {
        this.paths = paths;
        this.confinementPolicy = policy.confinement();
        this.home = workspaces.resolve(paths.head().workspace());
        this.stageBefore = stageBefore;
        this.confinement = confinement;
        this.workspace = switch (confinementPolicy.workspace()) {
            case IN_PLACE -> inPlace(paths, policy, snapshots);
            case WORKTREE ->
                new WorktreeWorkspace(paths.project(), home, paths.head().workspace(), confinementPolicy.ours());
            case OVERLAY -> new OverlayWorkspace(paths.project(), home, confinementPolicy.ours());
        };
    }

    /// What a job does that an agent ordered is part of that agent's attempt.
    private static Workspace inPlace(LoopPaths paths, Policy policy, InPlaceStates.Where snapshots) {
        boolean isPart = paths.head().run() != null;
        Path scratch = paths.layout().loop(paths.head().id());
        return new InPlaceWorkspace(
                paths.project(),
                new InPlaceStates(paths.project(), scratch, isPart ? InPlaceStates.Where.NOWHERE : snapshots),
                policy.onRefusal() != Policy.OnRefusal.KEEP ? new AttemptBranch(paths.project(), scratch) : null,
                policy.confinement().ours());
    }

    public boolean isInPlace() {
        return confinementPolicy.workspace() == ConfinementPolicy.Workspace.IN_PLACE;
    }

    /// Whether only programs that are started here see what the agent left.
    public boolean isEnclosed() throws IOException {
        return workspace.ready() != null;
    }

    /// Where what is written here can be read.
    public MappedFolder mappedFolder() throws IOException {
        Path overlay = workspace.ready();
        Path folder = workspace.folder();
        return overlay == null ? MappedFolder.plain(folder) : new MappedFolder(overlay.resolve("upper"), folder);
    }

    /// The folder that grows by what programs write here. The workspace is open then, so that nobody takes what that
    /// needed for theirs.
    public Path grows() {
        try {
            Path overlay = workspace.ready();
            return overlay == null ? workspace.folder() : overlay.resolve("upper");
        } catch (IOException unusable) { // whoever starts a program there says why
            return paths.project();
        }
    }

    /// Starts a program in this place. Only one may run at a time.
    public RunningProcess start(Supervisor supervisor, Launch launch, ProgramToConfine program) throws CannotStart {
        try {
            Path overlay = workspace.ready();
            Path folder = workspace.folder();
            Confinement.Stay stay = confinement.at(folder).start(supervisor, launch.at(folder), overlay, home, program);
            confined = program.role() == ProgramToConfine.Role.CHECK ? null : stay.confinedProgram();
            return stay.running();
        } catch (SandboxRefused refused) {
            throw new CannotStart(CannotStart.Kind.NOT_ENCLOSED, String.valueOf(refused.getMessage()));
        } catch (IOException failed) {
            throw new CannotStart(
                    CannotStart.Kind.OTHER,
                    "the workspace " + home + " cannot be used: " + FileErrorText.words(failed));
        }
    }

    /// What works here of the sandbox that is wanted; empty when none is.
    public Optional<SandboxTier> tier() {
        return confinementPolicy.sandbox() == ConfinementPolicy.Sandbox.OFF
                ? Optional.empty()
                : Optional.of(Confinement.sandbox(confinementPolicy, home.resolveSibling(""))
                        .tier());
    }

    /// What the next program is confined to, unless nothing is started because more is required.
    public String level() {
        return confinementPolicy.sandbox() == ConfinementPolicy.Sandbox.OFF
                ? SandboxReport.NONE.tier()
                : Confinement.probed(home.resolveSibling("")).level().name();
    }

    /// What the agent that ended last was confined to; null when none was started.
    public @Nullable SandboxReport sandboxReport() {
        ConfinedProgram last = confined;
        if (last == null) {
            return null;
        }
        last.close();
        return last.sandboxReport();
    }

    /// A text that is another one as soon as something has changed; null when that is not known.
    public @Nullable String fingerprint() {
        try {
            return workspace.fingerprint();
        } catch (IOException unknown) {
            return null;
        }
    }

    /// An attempt is about to begin: what it may change stays reachable.
    public void before(int attempt) throws IOException {
        isBegun(attempt);
        if (attempt == 1 && stageBefore != null && !isInPlace()) { // one whose engine died may not be conserved yet
            workspace.conserve(stageBefore);
        }
        workspace.before(ref(attempt));
    }

    private synchronized void isBegun(int attempt) {
        begun = attempt;
        claimed = 0;
    }

    /// An attempt has ended: whatever becomes of its work, it stays reachable. One that an engine lost is
    /// conserved by the next, before anything else happens to it.
    public synchronized Optional<Conserved> conserve(int attempt) throws IOException {
        if (attempt <= conserved) {
            return Optional.empty();
        }
        Optional<Conserved> done = workspace.conserve(ref(attempt));
        conserved = attempt;
        return done;
    }

    /// Something that is not as the attempts up to this one, or the loop at its end, left it; empty where that is not
    /// known: whoever looks at the work says why it cannot be read.
    public Optional<String> changed(int attempt) {
        try {
            return attempt == 0 ? Optional.empty() : workspace.changed(ref(attempt));
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    /// Checks of what an attempt left begin.
    public synchronized void claimed(int attempt) {
        claimed = attempt == begun || changed(attempt).isEmpty() ? attempt : 0;
    }

    /// The loop ends before they are answered. What they wrote since is nobody's change.
    public synchronized void end() throws IOException {
        if (claimed > 0) {
            workspace.end(ref(claimed));
        }
    }

    /// A verdict begins: in place, what is there now is what it is about, until the next one begins.
    public synchronized void settle(int attempt) throws IOException {
        candidate = null;
        if (isInPlace()) {
            candidate(attempt);
        }
    }

    /// A commit of what keeping an attempt would keep; empty where there is no repository.
    public synchronized Optional<String> candidate(int attempt) throws IOException {
        Candidate known = candidate;
        if (known == null || known.attempt() != attempt) {
            conserve(attempt); // one whose engine died may not be yet
            known = new Candidate(attempt, workspace.candidate(ref(attempt)));
            candidate = known;
        }
        return known.commit();
    }

    private record Candidate(int attempt, Optional<String> commit) {}

    private AttemptRef ref(int attempt) {
        return new AttemptRef(paths.head().id(), attempt);
    }

    /// Brings accepted work to the project.
    ///
    /// @param checked the only tree that may be kept; null for whatever the work makes of the project
    /// @param branch  the branch of its own that it goes to; null for the project and what is checked out there
    public KeepResult keep(int attempt, String message, @Nullable String checked, @Nullable String branch)
            throws IOException {
        if (attempt == 0) { // all was done before anybody began
            return new KeepResult.Done(null, new Delta(List.of()), List.of(), List.of(), List.of());
        }
        return workspace.keep(ref(attempt), message, checked, branch);
    }

    /// What may be kept of an attempt, as a commit on what its work began with; empty where that is nothing, or no
    /// commit. The same one each time.
    public Optional<CommitStack.Part> accepted(int attempt, String message) throws IOException {
        Optional<String> commit = attempt == 0 ? Optional.empty() : workspace.accepted(ref(attempt), message);
        return commit.isEmpty()
                ? Optional.empty()
                : Optional.of(new CommitStack.Part(
                        ref(attempt), commit.get(), conserved(ref(attempt)).base(), message));
    }

    /// What of an attempt may not be kept, and waits for a human.
    public List<UnkeptChange> quarantined(int attempt) throws IOException {
        return attempt == 0 ? List.of() : workspace.quarantined(ref(attempt));
    }

    /// Makes it what it was before an attempt, whose end stays reachable. Doing it again changes nothing.
    ///
    /// @param to the attempt whose work that one began with, 0 for none
    public synchronized RewindResult discard(int attempt, int to, OverlayCommand overlayCommand) throws IOException {
        return discard(attempt, to == 0 ? stageBefore : ref(to), overlayCommand);
    }

    /// The same with what an attempt of any stage left.
    ///
    /// @param before null for none
    public synchronized RewindResult discard(int attempt, @Nullable AttemptRef before, OverlayCommand overlayCommand)
            throws IOException {
        conserve(attempt);
        Conserved left = conserved(ref(attempt));
        // In place others may have changed something between two attempts.
        Conserved wanted = isInPlace() || before == null
                ? new Conserved(ref(attempt), left.base(), left.base(), List.of())
                : conserved(before);
        candidate = null;
        claimed = 0;
        return workspace.discard(wanted, ref(attempt), overlayCommand);
    }

    private Conserved conserved(AttemptRef attempt) throws IOException {
        Conservation place = Conservation.holding(paths.project(), attempt)
                .orElseThrow(() ->
                        new IOException(attempt + " was not saved: `ralph gc` removed it, or --snapshots is off"));
        return place.find(attempt).orElseThrow(() -> new IOException(attempt + " was removed in this moment"));
    }

    /// Without what confines the programs in it.
    public Workspace unconfined() {
        return workspace;
    }

    /// Nothing of it is needed any more but what this attempt and those before it left, which stays reachable.
    public synchronized void remove(int last) throws IOException {
        if (!isInPlace() && Files.exists(home)) {
            conserve(last);
        }
        remove();
    }

    /// Its work was kept, so nothing of it is needed any more.
    public synchronized void remove() throws IOException {
        workspace.remove();
        if (confinementPolicy.sandbox() != ConfinementPolicy.Sandbox.OFF) {
            ProjectOverlay.remove(home);
        }
    }
}
