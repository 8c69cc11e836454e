package dev.ralph.run;

import dev.ralph.loop.Confines;
import dev.ralph.loop.Custody;
import dev.ralph.loop.Policy;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Launch;
import dev.ralph.process.Running;
import dev.ralph.process.Supervisor;
import dev.ralph.sandbox.Sandbox;
import dev.ralph.sandbox.SandboxRefused;
import dev.ralph.sandbox.Tier;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Conserved;
import dev.ralph.workspace.Delta;
import dev.ralph.workspace.InPlaceStates;
import dev.ralph.workspace.Kept;
import dev.ralph.workspace.OverlayWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where the programs of a loop work: the project itself, or a workspace of their own.
final class Workplace {
    private final Site site;
    private final Confines confines;
    private final Path home;
    private final Confinement confinement;
    private final Premises premises;
    private int conserved;
    private int begun;
    private int claimed;
    private @Nullable Candidate candidate;
    private @Nullable Tenancy tenancy;

    /// @param workspaces the folder of this project's workspaces
    /// @param snapshots  whether the project is remembered where attempts work in it
    Workplace(Site site, Policy policy, Path workspaces, InPlaceStates.Where snapshots, Confinement confinement) {
        this.site = site;
        this.confines = policy.confines();
        this.home = workspaces.resolve(site.head().id());
        this.confinement = confinement;
        this.premises = switch (confines.workspace()) {
            case IN_PLACE -> inPlace(site, snapshots);
            case WORKTREE ->
                new WorktreePremises(site.project(), home, site.head().id());
            case OVERLAY ->
                new OverlayPremises(
                        site.project(), home, () -> confinement.canOverlay(workspaces), confinement.told()::noted);
        };
    }

    /// What a job does that an agent ordered is part of that agent's attempt.
    private static Premises inPlace(Site site, InPlaceStates.Where snapshots) {
        boolean isPart = site.head().run() != null;
        return new InPlacePremises(
                site.project(),
                new InPlaceStates(
                        site.project(),
                        site.layout().loop(site.head().id()),
                        isPart ? InPlaceStates.Where.NOWHERE : snapshots));
    }

    boolean isInPlace() {
        return confines.workspace() == Confines.Workspace.IN_PLACE;
    }

    /// Whether only programs that are started here see what the agent left.
    boolean isEnclosed() throws IOException {
        return premises.ready() != null;
    }

    /// Where what is written here can be read.
    Outlet outlet() throws IOException {
        Path overlay = premises.ready();
        Path folder = premises.folder();
        return overlay == null ? Outlet.plain(folder) : new Outlet(overlay.resolve("upper"), folder);
    }

    /// The folder that grows by what programs write here. The workspace is open then, so that nobody takes what that
    /// needed for theirs.
    Path grows() {
        try {
            Path overlay = premises.ready();
            return overlay == null ? premises.folder() : overlay.resolve("upper");
        } catch (IOException unusable) { // whoever starts a program there says why
            return site.project();
        }
    }

    /// Starts a program in this place. Only one may run at a time.
    Running start(Supervisor supervisor, Launch launch, Guest guest) throws CannotStart {
        try {
            Path overlay = premises.ready();
            Path folder = premises.folder();
            Confinement.Stay stay = confinement.at(folder).start(supervisor, launch.at(folder), overlay, home, guest);
            tenancy = guest.role() == Guest.Role.CHECK ? null : stay.tenancy();
            return stay.running();
        } catch (SandboxRefused refused) {
            throw new CannotStart(CannotStart.Kind.NOT_ENCLOSED, String.valueOf(refused.getMessage()));
        } catch (IOException failed) {
            throw new CannotStart(
                    CannotStart.Kind.OTHER, "the workspace " + home + " cannot be used: " + Trouble.words(failed));
        }
    }

    /// What works here of the sandbox that is wanted; empty when none is.
    Optional<Tier> tier() {
        return confines.sandbox() == Confines.Sandbox.OFF
                ? Optional.empty()
                : Optional.of(
                        Confinement.sandbox(confines, home.resolveSibling("")).tier());
    }

    /// What the next program is confined to, unless nothing is started because more is required.
    String level() {
        return confines.sandbox() == Confines.Sandbox.OFF
                ? Custody.NONE.tier()
                : Sandbox.probed(home.resolveSibling("probe")).level().name();
    }

    /// What the agent that ended last was confined to; null when none was started.
    @Nullable
    Custody custody() {
        Tenancy last = tenancy;
        if (last == null) {
            return null;
        }
        last.close();
        return last.custody();
    }

    /// A text that is another one as soon as something has changed; null when that is not known.
    @Nullable
    String fingerprint() {
        try {
            return premises.fingerprint();
        } catch (IOException unknown) {
            return null;
        }
    }

    /// An attempt is about to begin: what it may change stays reachable.
    void before(int attempt) throws IOException {
        isBegun(attempt);
        premises.before(ref(attempt));
    }

    private synchronized void isBegun(int attempt) {
        begun = attempt;
        claimed = 0;
    }

    /// An attempt has ended: whatever becomes of its work, it stays reachable. One that an engine lost is
    /// conserved by the next, before anything else happens to it.
    synchronized Optional<Conserved> conserve(int attempt) throws IOException {
        if (attempt <= conserved) {
            return Optional.empty();
        }
        Optional<Conserved> done = premises.conserve(ref(attempt));
        conserved = attempt;
        return done;
    }

    /// Something that is not as the attempts up to this one, or the loop at its end, left it; empty where that is not
    /// known: whoever looks at the work says why it cannot be read.
    Optional<String> changed(int attempt) {
        try {
            return attempt == 0 ? Optional.empty() : premises.changed(ref(attempt));
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    /// Checks of what an attempt left begin.
    synchronized void claimed(int attempt) {
        claimed = attempt == begun || changed(attempt).isEmpty() ? attempt : 0;
    }

    /// The loop ends before they are answered. What they wrote since is nobody's change.
    synchronized void end() throws IOException {
        if (claimed > 0) {
            premises.end(ref(claimed));
        }
    }

    /// A verdict begins: in place, what is there now is what it is about, until the next one begins.
    synchronized void settle(int attempt) throws IOException {
        candidate = null;
        if (isInPlace()) {
            candidate(attempt);
        }
    }

    /// A commit of what keeping an attempt would keep; empty where there is no repository.
    synchronized Optional<String> candidate(int attempt) throws IOException {
        Candidate known = candidate;
        if (known == null || known.attempt() != attempt) {
            conserve(attempt); // one whose engine died may not be yet
            known = new Candidate(attempt, premises.candidate(ref(attempt)));
            candidate = known;
        }
        return known.commit();
    }

    private record Candidate(int attempt, Optional<String> commit) {}

    private AttemptRef ref(int attempt) {
        return new AttemptRef(site.head().id(), attempt);
    }

    /// Brings accepted work to the project.
    ///
    /// @param checked the only tree that may be kept; null for whatever the work makes of the project
    Kept keep(int attempt, String message, @Nullable String checked) throws IOException {
        if (attempt == 0) { // all was done before anybody began
            return new Kept.Done(null, new Delta(List.of()), List.of(), List.of(), List.of());
        }
        return premises.keep(ref(attempt), message, checked);
    }

    Premises premises() {
        return premises;
    }

    /// Its work was kept, so nothing of it is needed any more.
    synchronized void remove() throws IOException {
        premises.remove();
        if (confines.sandbox() != Confines.Sandbox.OFF) {
            OverlayWorkspace.remove(home);
        }
    }
}
