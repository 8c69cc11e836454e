package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;

/// The folder of a workspace: what changes in it is a layer that is replaced as a whole.
///
/// It promises: killed anywhere, the next [#recover] finds the layer as it was before or as it was to be.
final class WorkspaceFolder {
    /// What a process that died in the middle of its work with git may have left.
    private static final List<String> UNFINISHED =
            List.of("git-view", "git-index", "git-index.lock", "base.new", "keep.new", "keep.mark");

    private final Path project;
    private final Path home;
    private final Path layer;
    private final Path snapshots;

    /// @param layer the name of the layer in it
    WorkspaceFolder(Path project, Path home, String layer) {
        this.project = project;
        this.home = home;
        this.layer = home.resolve(layer);
        this.snapshots = home.resolve("snapshots");
    }

    /// Checks that it is, or can become, the folder of a workspace of this project.
    void make() throws IOException {
        if (home.startsWith(project)) {
            throw new IOException("the workspace " + home + " lies inside the project " + project
                    + ": it cannot be made there; set XDG_STATE_HOME to a folder outside");
        }
        Files.createDirectories(
                home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createDirectories(snapshots);
        try {
            Files.createSymbolicLink(home.resolve("lower"), project);
        } catch (FileAlreadyExistsException before) {
            Path known = Files.readSymbolicLink(home.resolve("lower"));
            if (!known.equals(project)) {
                throw new IOException("the workspace " + home + " belongs to " + known + ", not to " + project);
            }
        }
    }

    /// The mark of when the workspace began: what matters is the time of its last change.
    Path opened() {
        return home.resolve("opened");
    }

    /// Where a new layer is put together.
    Path draft() throws IOException {
        Path draft = home.resolve("layer.new");
        TreeRemoval.delete(draft);
        return draft;
    }

    /// Says that the new layer is whole and the old one may go.
    private Path swap() {
        return home.resolve("swap");
    }

    /// The same where the new one shows the project as it is now: that is what the workspace begins with.
    private Path fresh() {
        return home.resolve("fresh");
    }

    void snapshot(String name) throws IOException {
        Path draft = snapshots.resolve(".new");
        TreeRemoval.delete(draft);
        LayerCopy.copy(layer, draft);
        FaultPoint.SNAPSHOT.before();
        TreeRemoval.delete(snapshots.resolve(checked(name)));
        Files.move(draft, snapshots.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        FaultPoint.SNAPSHOT.after();
    }

    void restore(String name) throws IOException {
        Path from = snapshots.resolve(checked(name));
        if (!Files.isDirectory(from)) {
            throw new NoSuchFileException("workspace " + home + " has no snapshot '" + name + "'");
        }
        LayerCopy.copy(from, draft());
        replace(swap());
    }

    /// Puts a layer of another workspace of the same project in the place of this one's.
    void take(Path other) throws IOException {
        Files.move(other, draft(), StandardCopyOption.ATOMIC_MOVE);
        replace(swap());
    }

    private static String checked(String name) {
        if (!name.matches("[A-Za-z0-9-]{1,64}")) {
            throw new IllegalArgumentException("a snapshot is named by letters, digits and dashes, not '" + name + "'");
        }
        return name;
    }

    /// Puts the draft in the place of the layer, as a new beginning.
    void beginAgain() throws IOException {
        replace(fresh());
    }

    private void replace(Path how) throws IOException {
        FaultPoint.LAYER_SWAP.before();
        Files.createFile(how);
        FaultPoint.LAYER_SWAP.inside();
        finishSwap();
        FaultPoint.LAYER_SWAP.after();
    }

    private void finishSwap() throws IOException {
        Files.deleteIfExists(home.resolve("closed"));
        Path draft = home.resolve("layer.new");
        if (Files.isDirectory(draft)) {
            TreeRemoval.delete(layer);
            FaultPoint.LAYER_SWAP.inside();
            Files.move(draft, layer, StandardCopyOption.ATOMIC_MOVE);
        }
        FaultPoint.LAYER_SWAP.inside();
        Files.deleteIfExists(swap());
        if (Files.exists(fresh())) {
            git().beginAgain();
            Files.setLastModifiedTime(fresh(), FileTime.from(Instant.EPOCH)); // its own change is what counts
            Files.move(fresh(), opened(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private OverlayGit git() {
        return new OverlayGit(project, home, ProtectedPaths.standard());
    }

    List<Conflict> recover() throws IOException {
        if (Files.exists(swap()) || Files.exists(fresh())) {
            finishSwap();
        } else {
            TreeRemoval.delete(home.resolve("layer.new"));
        }
        TreeRemoval.delete(snapshots.resolve(".new"));
        List<Conflict> left = git().recover();
        for (String name : UNFINISHED) {
            TreeRemoval.delete(home.resolve(name));
        }
        return left;
    }

    FolderKeep keep() throws IOException {
        return new FolderKeep(
                project, new PlanFile(home), PathEntry.listed(opened()).changed());
    }

    /// Removes a workspace, also one that somebody who died had begun to remove.
    static void remove(Path home) throws IOException {
        Path trash = home.resolveSibling(home.getFileName() + ".gone");
        FaultPoint.WORKSPACE_REMOVE.before();
        TreeRemoval.delete(trash);
        if (Files.exists(home)) {
            Files.move(home, trash, StandardCopyOption.ATOMIC_MOVE);
        }
        FaultPoint.WORKSPACE_REMOVE.inside();
        TreeRemoval.delete(trash);
        FaultPoint.WORKSPACE_REMOVE.after();
    }
}
