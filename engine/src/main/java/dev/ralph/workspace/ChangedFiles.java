package dev.ralph.workspace;

import dev.ralph.disk.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where the changed files of a workspace lie and how they are found: in the upper layer of an overlay, or in a copy.
///
/// @param home the folder of the workspace
record ChangedFiles(Path project, Path home) {
    /// The upper layer of an overlay.
    static final String UPPER = "upper";

    /// A copy of the project, with its listing.
    static final String COPY = "copy";

    static final String TREE = "tree";
    static final String LISTING = "listing";

    /// To be closed before a program is started in the workspace.
    UpperLayer open() throws IOException {
        Path root = isCopy() ? home.resolve(COPY).resolve(TREE) : home.resolve(UPPER);
        return UpperLayer.read(root, home.resolve("closed"));
    }

    Delta delta(UpperLayer files) throws IOException {
        return isCopy()
                ? CopyScan.of(files, CopyListing.read(home.resolve(COPY).resolve(LISTING)), project)
                : UpperScan.of(files, project);
    }

    private boolean isCopy() {
        return Files.isDirectory(home.resolve(COPY));
    }

    /// A text that is another one as soon as something has changed.
    String fingerprint() throws IOException {
        StringBuilder text = new StringBuilder();
        try (UpperLayer files = open()) {
            for (PathChange change : delta(files).changes()) {
                text.append(change.kind()).append(' ').append(FileNames.encoded(change.path()));
                if (change.kind() != PathChange.Kind.DELETED) {
                    PathEntry entry = files.entry(change.path());
                    text.append(' ').append(entry.mode()).append(' ').append(entry.size());
                    text.append(' ').append(entry.isDirectory() ? "" : entry.modified());
                }
                text.append('\n');
            }
        }
        return Integer.toHexString(text.length()) + "-" + Sha256.of(text.toString());
    }
}
