package dev.ralph.environment;

import dev.ralph.process.Supervisor;
import dev.ralph.workspace.OverlayWorkspace;
import dev.ralph.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Finds out whether an overlay works for programs that are not confined, by doing what an attempt does: where root
/// lacks one of its privileges, or a file system an attribute, all the parts are there and mounting fails.
record OverlayProbe(Supervisor supervisor, Confinement free) {
    private static final String WORK = "echo new > new && echo more >> old && rm folder/file && rmdir folder"
            + " && mkdir folder && test ! -e folder/file";

    private static final String PREFIX = "overlay-";

    /// @param scratch a folder for it, on the file system on which overlays will lie
    boolean succeeds(Path scratch) {
        try {
            Files.createDirectories(scratch);
            removeAbandoned(scratch);
            Path folder = scratch.toRealPath()
                    .resolve(PREFIX + ProcessHandle.current().pid());
            try {
                return works(folder);
            } finally {
                OverlayWorkspace.remove(folder);
                if (TreeRemoval.list(scratch).isEmpty()) {
                    Files.deleteIfExists(scratch);
                }
            }
        } catch (IOException unusable) {
            return false;
        }
    }

    /// What processes left that died meanwhile.
    private static void removeAbandoned(Path scratch) throws IOException {
        for (Path left : TreeRemoval.list(scratch)) {
            String name = String.valueOf(left.getFileName());
            if (name.startsWith(PREFIX) && !Files.exists(Path.of("/proc").resolve(name.substring(PREFIX.length())))) {
                TreeRemoval.delete(left);
            }
        }
    }

    private boolean works(Path folder) throws IOException {
        Path project = folder.resolve("project");
        Files.writeString(Files.createDirectories(project.resolve("folder")).resolve("file"), "file");
        Files.writeString(project.resolve("old"), "old");
        OverlayWorkspace overlay = OverlayWorkspace.open(project, folder.resolve("workspace"));
        overlay.ready();
        try {
            new OverlayCommand(supervisor, free.at(project))
                    .work(folder, project, overlay.overlay(), List.of("/bin/sh", "-c", WORK));
            return overlay.changes().changes().size() == 3;
        } catch (IOException refused) {
            return false;
        }
    }
}
