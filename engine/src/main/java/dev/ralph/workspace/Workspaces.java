package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The folders of a project's workspaces, one for each loop that has one.
///
/// @param folder the folder that holds them
public record Workspaces(Path project, Path folder) {
    /// Those that are there.
    public List<Path> all() throws IOException {
        return Files.isDirectory(folder)
                ? TreeRemoval.list(folder).stream().filter(Files::isDirectory).toList()
                : List.of();
    }

    /// The names of everything that lies there.
    public List<String> names() throws IOException {
        return Files.isDirectory(folder)
                ? TreeRemoval.list(folder).stream()
                        .map(path -> path.getFileName().toString())
                        .toList()
                : List.of();
    }

    public Path of(String loop) {
        return folder.resolve(new AttemptRef(loop, 1).loop());
    }

    /// Removes that of a loop, with everything in it; of a worktree its branch, too.
    public void remove(String loop) throws IOException {
        Path home = of(loop);
        if (!ProjectOverlay.isAt(home)) {
            AgentWorktree.closeAt(project, home, loop);
        }
        ProjectOverlay.remove(home);
        removeDrafts(loop);
    }

    /// Removes what somebody who died may have left beside that of a loop.
    public void removeDrafts(String loop) throws IOException {
        for (String unfinished : List.of(".rewind", ".fork")) {
            ProjectOverlay.remove(folder.resolve(loop + unfinished));
        }
        TreeRemoval.delete(folder.resolve(loop + ".gone"));
    }
}
