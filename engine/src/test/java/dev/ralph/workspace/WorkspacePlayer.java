package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Does to a workspace, in a process of its own, what a test kills half-way; says before each act which it is.
final class WorkspacePlayer {
    /// In this order.
    enum Act {
        OPEN,
        SNAPSHOT,
        DISCARD,
        RESTORE,
        KEEP,
        REMOVE
    }

    static final String SNAPSHOT = "one";

    private WorkspacePlayer() {}

    public static void main(String[] arguments) throws IOException {
        Path project = Path.of(arguments[0]);
        Path home = Path.of(arguments[1]);
        for (Act act : Act.values()) {
            Files.writeString(Path.of(arguments[2]), act.name());
            perform(act, project, home);
        }
    }

    /// A copy where a file next to it says so, else an overlay.
    static Workspace open(Path project, Path home) throws IOException {
        boolean isCopy = Files.exists(home.resolveSibling("is-copy"));
        Workspace workspace = isCopy ? CopyWorkspace.open(project, home) : OverlayWorkspace.open(project, home);
        workspace.recover();
        return workspace;
    }

    static void perform(Act act, Path project, Path home) throws IOException {
        Workspace workspace = open(project, home);
        switch (act) {
            case OPEN -> {}
            case SNAPSHOT -> workspace.snapshot(SNAPSHOT);
            case DISCARD -> workspace.discard();
            case RESTORE -> workspace.restore(SNAPSHOT);
            case KEEP -> workspace.keep(workspace.changes());
            case REMOVE -> workspace.remove();
        }
    }
}
