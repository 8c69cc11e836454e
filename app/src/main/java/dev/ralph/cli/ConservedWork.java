package dev.ralph.cli;

import dev.ralph.paths.StateLayout;
import dev.ralph.workspace.OldAttempts;
import dev.ralph.workspace.Workspaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What is conserved of a loop's attempts, and its workspace: of work that was never kept, the only copies.
record ConservedWork(StateLayout layout, Workspaces workspaces) {

    /// @return what goes, or would
    List<Cleanup.Item> clear(String loop, FolderRemoval.Way way) throws IOException {
        List<Cleanup.Item> items = new ArrayList<>();
        Path home = workspaces.of(loop);
        if (Files.isDirectory(home)) {
            FolderRemoval.Gone size =
                    new FolderRemoval(FolderRemoval.Way.ONLY_COUNT).remove(workspaces.folder(), List.of(loop));
            items.add(new Cleanup.Item("workspace", home, size.bytes()));
        }
        OldAttempts attempts = new OldAttempts(workspaces.project());
        List<OldAttempts.Old> listed = attempts.list(Set.of(loop), Instant.MAX);
        listed.forEach(old -> items.add(new Cleanup.Item("attempt", Path.of(old.ref()), 0)));
        if (way == FolderRemoval.Way.REALLY && !items.isEmpty()) {
            new RemovedAttempts(layout)
                    .add(
                            loop,
                            listed.stream().map(old -> old.attempt().attempt()).toList());
            workspaces.remove(loop);
            attempts.delete(listed);
        }
        return items;
    }
}
