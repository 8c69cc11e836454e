package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// A view of the project in which every change goes to a layer of its own; opening it costs the same for a small
/// project and a large one.
///
/// It promises:
/// 1. Until [#keep] nothing of the user's has changed by it.
/// 2. [#keep] is all or nothing, also when the engine is killed in it; [#recover] finishes or undoes it.
/// 3. What it cannot keep without overwriting something of the user's it does not keep, and says so.
/// 4. Killed anywhere, the next [#recover] finds the layer as it was before or as it was to be.
///
/// The overlay is mounted by each program's own namespace, so that no mount is ever left behind.
public final class ProjectOverlay {
    /// What a process that died in the middle of its work with git may have left.
    private static final List<String> UNFINISHED =
            List.of("git-view", "git-index", "git-index.lock", "base.new", "keep.new", "keep.mark");

    private final Path project;
    private final Path home;
    private final Path layer;
    private final ChangedFiles files;

    private ProjectOverlay(Path project, Path home) {
        this.project = project;
        this.home = home;
        this.layer = home.resolve(ChangedFiles.UPPER);
        this.files = new ChangedFiles(project, home);
    }

    /// Whether the workspace at `home` is one of these.
    public static boolean isAt(Path home) {
        return Files.isDirectory(home.resolve(ChangedFiles.UPPER));
    }

    /// Opens the workspace at `home`, or makes it: a folder outside the project, on a file system that can hold
    /// the upper layer of an overlay.
    public static ProjectOverlay open(Path project, Path home) throws IOException {
        ProjectOverlay workspace = new ProjectOverlay(project.toRealPath(), home.toAbsolutePath());
        workspace.make();
        return workspace;
    }

    private void make() throws IOException {
        FaultPoint.WORKSPACE_OPEN.before();
        if (home.startsWith(project)) {
            throw new IOException("the workspace " + home + " lies inside the project " + project
                    + ": it cannot be made there; set XDG_STATE_HOME to a folder outside");
        }
        Files.createDirectories(
                home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        linkProject();
        Files.createDirectories(home.resolve("merged"));
        Files.createDirectories(layer);
        FaultPoint.WORKSPACE_OPEN.inside();
        if (!Files.exists(opened())) {
            // The root of the upper layer is the folder that programs see.
            ClosedFileAccess.mode(layer, PathEntry.listed(project).mode());
            Files.createFile(opened());
        }
        FaultPoint.WORKSPACE_OPEN.after();
    }

    private void linkProject() throws IOException {
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
    private Path opened() {
        return home.resolve("opened");
    }

    /// Where programs see it.
    public Path folder() {
        return project;
    }

    /// What is mounted over [#folder] for each program.
    public Path overlay() {
        return home;
    }

    /// Call it before a program is started in it, and only when the one before is proven dead: the kernel refuses a
    /// work folder that a crash may have left unfinished.
    public void ready() throws IOException {
        Path work = home.resolve("work");
        TreeRemoval.delete(work);
        Files.createDirectory(work);
    }

    /// What differs from what it was opened on, while no program runs in it.
    public Delta changes() throws IOException {
        try (OverlayChanges changed = files.open()) {
            return files.delta(changed);
        }
    }

    /// A text that is another one as soon as something was written in it, be it what was there.
    public String fingerprint() throws IOException {
        return files.fingerprint();
    }

    /// Takes what was made of these files out of it, while no program runs in it: they are as they are in the project.
    ///
    /// @param files relative to the project
    public void forget(List<Path> files) throws IOException {
        for (Path file : files) {
            boolean isInside = true; // a link in its place would lead to somebody else's file
            for (Path above = file.getParent(); above != null; above = above.getParent()) {
                isInside &= Files.isDirectory(layer.resolve(above), LinkOption.NOFOLLOW_LINKS);
            }
            if (isInside) {
                TreeRemoval.delete(layer.resolve(file));
            }
        }
    }

    /// Brings changes to the user's folder.
    ///
    /// @param wanted those to keep, of [#changes]
    /// @return what stands against it: then nothing was written
    public List<Conflict> keep(Delta wanted) throws IOException {
        try (OverlayChanges changed = files.open()) {
            return new FolderKeep(
                            project,
                            new PlanFile(home),
                            PathEntry.listed(opened()).changed())
                    .keep(changed, wanted, home.getFileName().toString());
        }
    }

    /// Takes over the changes of another workspace of the same project, in which nothing runs; that one is gone then.
    public void take(ProjectOverlay other) throws IOException {
        Path draft = home.resolve("layer.new");
        TreeRemoval.delete(draft);
        Files.move(other.layer, draft, StandardCopyOption.ATOMIC_MOVE);
        FaultPoint.LAYER_SWAP.before();
        Files.createFile(swap());
        FaultPoint.LAYER_SWAP.inside();
        finishSwap();
        FaultPoint.LAYER_SWAP.after();
        other.remove();
    }

    /// Says that the new layer is whole and the old one may go.
    private Path swap() {
        return home.resolve("swap");
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
    }

    /// Finishes or undoes what an engine that died had begun.
    ///
    /// @return what the user did to the same paths since then, and so was not kept
    public List<Conflict> recover() throws IOException {
        if (Files.exists(swap())) {
            finishSwap();
        } else {
            TreeRemoval.delete(home.resolve("layer.new"));
        }
        List<Conflict> left = new OverlayGit(project, home, ProtectedPaths.standard()).recover();
        for (String name : UNFINISHED) {
            TreeRemoval.delete(home.resolve(name));
        }
        return left;
    }

    /// Removes the workspace; what was not kept is gone with it.
    public void remove() throws IOException {
        remove(home);
    }

    /// Removes a workspace, also one that somebody who died had begun to remove.
    public static void remove(Path home) throws IOException {
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
