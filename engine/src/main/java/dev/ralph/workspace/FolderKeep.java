package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import dev.ralph.process.OpenFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Brings the changes of a workspace into the folder it was opened on.
///
/// Keeping promises:
/// 1. All or nothing: killed anywhere, the next [#recover] either removes every trace or finishes the work.
/// 2. What the user changed since the workspace was opened is found before anything is written, and never
///    overwritten.
/// 3. Nothing is written outside the folder, whatever links the agent left in it.
/// 4. Pipes, sockets, devices and set-user-id bits are never kept.
/// 5. What was kept is the new beginning: the next keeping finds what the user changed since this one.
///
/// @param opened the file system's time when the workspace was opened
record FolderKeep(Path folder, PlanFile plan, FileTime opened) {

    /// @return what stands against it; empty when all was kept
    List<Conflict> keep(OverlayChanges upper, Delta delta, String name) throws IOException {
        List<Conflict> conflicts = new Conflicts(folder, opened, _ -> false).in(delta);
        if (!conflicts.isEmpty()) {
            return conflicts;
        }
        stage(upper, delta, name, null);
        plan.commit();
        return finish();
    }

    /// Puts everything next to where it will stand, under names of ours.
    ///
    /// @param move what else belongs to it; null for nothing
    void stage(OverlayChanges upper, Delta delta, String name, @Nullable BranchMove move) throws IOException {
        StagedFiles staging = new StagedFiles(folder, upper, delta, name);
        plan.stage(move, staging.steps());
        staging.copy();
    }

    /// After a crash.
    List<Conflict> recover() throws IOException {
        rollBack();
        return finish();
    }

    /// Removes what was staged and not committed.
    void rollBack() throws IOException {
        for (KeepStep step : plan.staged()) {
            switch (step) {
                case KeepStep.Place place -> removeStaged(place);
                case KeepStep.Close close -> perform(close, opened, new ArrayList<>());
                case KeepStep.Remove _, KeepStep.Mode _ -> {}
            }
        }
        plan.forgetStaged();
    }

    private List<Conflict> finish() throws IOException {
        if (!plan.isCommitted()) {
            return List.of();
        }
        List<Conflict> left = takeSteps();
        plan.becomeMark();
        return left;
    }

    /// The steps of a committed plan; it stays.
    List<Conflict> takeSteps() throws IOException {
        List<Conflict> left = new ArrayList<>();
        List<KeepStep> steps = plan.committed();
        BranchMove move = plan.move();
        FileTime since = move == null ? opened : move.since();
        openAgain(steps);
        for (KeepStep step : steps) {
            FaultPoint.KEEP_STEP.before(FaultPoint.ON ? step.line() : "");
            perform(step, since, left);
        }
        FaultPoint.KEEP_STEP.after();
        return left;
    }

    /// Where an earlier run got as far as closing folders, they are opened once more, the outermost first.
    private void openAgain(List<KeepStep> steps) throws IOException {
        for (KeepStep step : steps.reversed()) {
            if (step instanceof KeepStep.Mode || step instanceof KeepStep.Close) {
                openAgain(step.path());
            }
        }
    }

    private void openAgain(Path folder) throws IOException {
        try (OpenFolder parent = parent(folder)) {
            Path target = parent.path().resolve(folder.getFileName());
            PathEntry entry = PathEntry.at(target);
            if (entry != null && entry.isDirectory() && (entry.mode() & 0700) != 0700) {
                ClosedFileAccess.mode(target, entry.mode() | 0700);
            }
        } catch (NoSuchFileException | NotDirectoryException gone) {
            return;
        }
    }

    /// @param since what changed later is somebody else's, and stays
    private void perform(KeepStep step, FileTime since, List<Conflict> left) throws IOException {
        try (OpenFolder parent = parent(step.path())) {
            Path target = parent.path().resolve(step.path().getFileName());
            switch (step) {
                case KeepStep.Remove remove -> remove(target, remove.path(), since, left);
                case KeepStep.Place place -> place(parent, target, place, since, left);
                case KeepStep.Mode mode -> mode(target, mode.mode());
                case KeepStep.Close close -> mode(target, close.mode());
            }
        } catch (NoSuchFileException | NotDirectoryException gone) {
            left.add(new Conflict(step.path(), Conflict.Why.DELETED)); // its folder, by the user, in this very moment
        }
    }

    private static void mode(Path target, int mode) throws IOException {
        PathEntry entry = PathEntry.at(target);
        if (entry != null && entry.kind() != PathEntry.Kind.LINK) {
            ClosedFileAccess.mode(target, mode);
        }
    }

    private OpenFolder parent(Path path) throws IOException {
        Path parent = path.getParent();
        return OpenFolder.beneath(folder, parent == null ? Path.of("") : parent, FileNames::bytes);
    }

    private void place(OpenFolder parent, Path target, KeepStep.Place place, FileTime since, List<Conflict> left)
            throws IOException {
        Path staged = parent.path().resolve(place.staged());
        if (PathEntry.at(staged) == null) {
            return; // it has its name already
        }
        PathEntry there = PathEntry.at(target);
        if (there != null && there.changed().compareTo(since) > 0) {
            left.add(new Conflict(place.path(), Conflict.Why.CHANGED));
            TreeRemoval.delete(staged);
            return;
        }
        boolean replaceable = there == null
                || (!there.isDirectory() && !PathEntry.listed(staged).isDirectory());
        if (!replaceable) {
            remove(target, place.path(), since, left);
        }
        Files.move(staged, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void remove(Path target, Path path, FileTime since, List<Conflict> left) throws IOException {
        PathEntry entry = PathEntry.at(target);
        if (entry == null) {
            return;
        }
        if (!entry.isDirectory()) {
            if (entry.changed().compareTo(since) > 0) {
                left.add(new Conflict(path, Conflict.Why.CHANGED));
            } else {
                Files.delete(target);
            }
            return;
        }
        int before = left.size();
        if ((entry.mode() & 0300) != 0300) {
            ClosedFileAccess.mode(target, entry.mode() | 0700);
        }
        for (Path child : TreeRemoval.list(target)) {
            remove(child, path.resolve(child.getFileName()), since, left);
        }
        if (left.size() == before) {
            Files.delete(target);
        }
    }

    private void removeStaged(KeepStep.Place place) throws IOException {
        try (OpenFolder parent = parent(place.path())) {
            TreeRemoval.delete(parent.path().resolve(place.staged()));
        } catch (NoSuchFileException | NotDirectoryException gone) {
            return; // its folder is gone, and it with it
        }
    }
}
