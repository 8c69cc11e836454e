package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Does to a workspace, in a process of its own, what a test kills half-way; says before each act which it is.
final class WorkspacePlayer {
    /// In this order.
    enum Act {
        OPEN,
        TAKE,
        KEEP,
        REMOVE
    }

    private WorkspacePlayer() {}

    public static void main(String[] arguments) throws IOException {
        Path project = Path.of(arguments[0]);
        Path home = Path.of(arguments[1]);
        for (Act act : Act.values()) {
            Files.writeString(Path.of(arguments[2]), act.name());
            perform(act, project, home);
        }
    }

    static ProjectOverlay open(Path project, Path home) throws IOException {
        ProjectOverlay workspace = ProjectOverlay.open(project, home);
        workspace.recover();
        return workspace;
    }

    static void perform(Act act, Path project, Path home) throws IOException {
        ProjectOverlay workspace = open(project, home);
        switch (act) {
            case OPEN -> {}
            case TAKE -> workspace.take(another(project, home));
            case KEEP -> workspace.keep(workspace.changes());
            case REMOVE -> workspace.remove();
        }
    }

    /// With the same changes.
    private static ProjectOverlay another(Path project, Path home) throws IOException {
        Path other = home.resolveSibling("other");
        ProjectOverlay.remove(other);
        ProjectOverlay same = ProjectOverlay.open(project, other);
        TreeRemoval.delete(other.resolve("upper"));
        Process copy = new ProcessBuilder(
                        "cp",
                        "-a",
                        home.resolve("upper").toString(),
                        other.resolve("upper").toString())
                .inheritIO()
                .start();
        try {
            if (copy.waitFor() != 0) {
                throw new IOException("cp failed");
            }
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
        return same;
    }
}
