package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A copy of the project, for machines on which no overlay can be mounted. Programs find it at a path of its own, and
/// opening it takes as long as copying the project.
///
/// The mark of its beginning is older than the copy: what the user changes while it is made counts as changed since.
public final class CopyWorkspace extends LayeredWorkspace {
    private CopyWorkspace(Path project, Path home) {
        super(project, home, ChangedFiles.COPY);
    }

    /// Whether the workspace at `home` is one of these.
    public static boolean isAt(Path home) {
        return Files.isDirectory(home.resolve(ChangedFiles.COPY));
    }

    /// Opens the workspace at `home`, or makes it: a folder outside the project.
    public static CopyWorkspace open(Path project, Path home) throws IOException {
        CopyWorkspace workspace = new CopyWorkspace(project.toRealPath(), home.toAbsolutePath());
        FaultPoint.WORKSPACE_OPEN.before();
        workspace.parts.make();
        FaultPoint.WORKSPACE_OPEN.inside();
        if (!Files.exists(workspace.layer) && !Files.exists(home.resolve("swap"))) {
            workspace.make();
        }
        FaultPoint.WORKSPACE_OPEN.after();
        return workspace;
    }

    /// While there is no copy, there is nothing to lose.
    private void make() throws IOException {
        Files.deleteIfExists(parts.opened());
        Files.createFile(parts.opened());
        new OverlayGit(project, home, ProtectedPaths.standard()).beginAgain();
        Path draft = Files.createDirectory(parts.draft());
        CopyListing listing = TreeCopy.make(project, draft.resolve(ChangedFiles.TREE));
        listing.write(draft.resolve(ChangedFiles.LISTING));
        FaultPoint.WORKSPACE_OPEN.inside();
        Files.move(draft, layer, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public Path folder() {
        return layer.resolve(ChangedFiles.TREE);
    }

    @Override
    public @Nullable Path overlay() {
        return null;
    }

    @Override
    public void ready() {
        // It is a folder like any other.
    }

    @Override
    public List<Conflict> keep(Delta wanted) throws IOException {
        CopyListing before = CopyListing.read(layer.resolve(ChangedFiles.LISTING));
        try (UpperLayer changed = files.open()) {
            return parts.keep().keep(changed, wanted, home.getFileName().toString(), path -> before.at(path) != null);
        }
    }

    /// Takes over another copy of the same project, in which nothing runs; that one is gone then.
    public void take(CopyWorkspace other) throws IOException {
        takeFrom(other);
    }

    /// The copy goes first, and with it everything that could be lost; then there is a new one.
    @Override
    public void discard() throws IOException {
        Path old = home.resolve("old");
        TreeRemoval.delete(old);
        FaultPoint.LAYER_SWAP.before();
        Files.move(layer, old, StandardCopyOption.ATOMIC_MOVE);
        FaultPoint.LAYER_SWAP.after();
        Files.deleteIfExists(home.resolve("closed"));
        make();
        TreeRemoval.delete(old);
    }

    @Override
    public List<Conflict> recover() throws IOException {
        TreeRemoval.delete(home.resolve("old"));
        return parts.recover();
    }
}
