package dev.ralph.workspace;

import dev.ralph.disk.Sha256;
import java.io.IOException;
import java.nio.file.Path;

/// The files that were changed in an overlay: they lie in its upper layer.
///
/// @param home the folder of the workspace
record ChangedFiles(Path project, Path home) {
    /// The upper layer of an overlay.
    static final String UPPER = "upper";

    /// To be closed before a program is started in the workspace.
    OverlayChanges open() throws IOException {
        return OverlayChanges.read(home.resolve(UPPER), home.resolve("closed"));
    }

    Delta delta(OverlayChanges files) throws IOException {
        return UpperScan.of(files, project);
    }

    /// A text that is another one as soon as something was written that an [OverlayTree] holds.
    String fingerprint() throws IOException {
        StringBuilder text = new StringBuilder();
        try (OverlayChanges files = open()) {
            for (PathChange change : delta(files).changes()) {
                if (!OverlayTree.holds(change.path())) {
                    continue;
                }
                text.append(change.kind()).append(' ').append(FileNames.encoded(change.path()));
                if (change.kind() != PathChange.Kind.DELETED) {
                    PathEntry entry = files.entry(change.path());
                    text.append(' ').append(entry.mode());
                    text.append(entry.isDirectory() ? "" : " " + entry.size() + " " + entry.modified());
                }
                text.append('\n');
            }
        }
        return Integer.toHexString(text.length()) + "-" + Sha256.of(text.toString());
    }
}
