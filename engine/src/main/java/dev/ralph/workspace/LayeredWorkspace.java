package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Path;

/// What workspaces have in common whose changes lie in a layer that is replaced as a whole.
abstract sealed class LayeredWorkspace implements Workspace permits OverlayWorkspace, CopyWorkspace {
    final Path project;
    final Path home;
    final Path layer;
    final WorkspaceFolder parts;
    final ChangedFiles files;

    /// @param name the layer's in `home`
    LayeredWorkspace(Path project, Path home, String name) {
        this.project = project;
        this.home = home;
        this.layer = home.resolve(name);
        this.parts = new WorkspaceFolder(project, home, name);
        this.files = new ChangedFiles(project, home);
    }

    @Override
    public Delta changes() throws IOException {
        try (UpperLayer changed = files.open()) {
            return files.delta(changed);
        }
    }

    @Override
    public String fingerprint() throws IOException {
        return files.fingerprint();
    }

    @Override
    public void snapshot(String name) throws IOException {
        parts.snapshot(name);
    }

    @Override
    public void restore(String name) throws IOException {
        parts.restore(name);
    }

    /// Takes over the layer of another workspace of the same project, in which nothing runs; that one is gone then.
    void takeFrom(LayeredWorkspace other) throws IOException {
        parts.take(other.layer);
        other.remove();
    }

    @Override
    public void remove() throws IOException {
        WorkspaceFolder.remove(home);
    }
}
