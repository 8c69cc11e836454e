package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A view of the project in which every change goes to a layer of its own; opening it costs the same for a small
/// project and a large one.
///
/// The overlay is mounted by each program's own namespace, so that no mount is ever left behind.
public final class OverlayWorkspace extends LayeredWorkspace {
    private OverlayWorkspace(Path project, Path home) {
        super(project, home, ChangedFiles.UPPER);
    }

    /// Whether the workspace at `home` is one of these.
    public static boolean isAt(Path home) {
        return Files.isDirectory(home.resolve(ChangedFiles.UPPER));
    }

    /// Opens the workspace at `home`, or makes it: a folder outside the project, on a file system that can hold
    /// the upper layer of an overlay.
    public static OverlayWorkspace open(Path project, Path home) throws IOException {
        OverlayWorkspace workspace = new OverlayWorkspace(project.toRealPath(), home.toAbsolutePath());
        workspace.make();
        return workspace;
    }

    private void make() throws IOException {
        FaultPoint.WORKSPACE_OPEN.before();
        parts.make();
        Files.createDirectories(home.resolve("merged"));
        Files.createDirectories(layer);
        FaultPoint.WORKSPACE_OPEN.inside();
        if (!Files.exists(parts.opened())) {
            likeProject(layer);
            Files.createFile(parts.opened());
        }
        FaultPoint.WORKSPACE_OPEN.after();
    }

    /// The root of the upper layer is the folder that programs see.
    private void likeProject(Path folder) throws IOException {
        ClosedFileAccess.mode(folder, PathEntry.listed(project).mode());
    }

    @Override
    public Path folder() {
        return project;
    }

    @Override
    public Path overlay() {
        return home;
    }

    /// The kernel refuses a work folder that a crash may have left unfinished.
    @Override
    public void ready() throws IOException {
        Path work = home.resolve("work");
        TreeRemoval.delete(work);
        Files.createDirectory(work);
    }

    @Override
    public List<Conflict> keep(Delta wanted) throws IOException {
        try (UpperLayer changed = files.open()) {
            return parts.keep().keep(changed, wanted, home.getFileName().toString(), _ -> false);
        }
    }

    /// Takes over the changes of another workspace of the same project, in which nothing runs; that one is gone then.
    public void take(OverlayWorkspace other) throws IOException {
        takeFrom(other);
    }

    @Override
    public void discard() throws IOException {
        likeProject(Files.createDirectory(parts.draft()));
        parts.beginAgain();
    }

    @Override
    public List<Conflict> recover() throws IOException {
        return parts.recover();
    }

    /// Removes a workspace, also one that somebody who died had begun to remove.
    public static void remove(Path home) throws IOException {
        WorkspaceFolder.remove(home);
    }
}
