package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Finds what the user did meanwhile to the very paths that a workspace changed.
///
/// The time of an inode's last change cannot be set by anybody, so no list of 50,000 files is needed to know it.
record Conflicts(Path folder, FileTime opened, Predicate<Path> existed) {

    List<Conflict> in(Delta delta) throws IOException {
        List<Conflict> found = new ArrayList<>();
        for (PathChange change : delta.changes()) {
            PathEntry there = PathEntry.at(folder.resolve(change.path()));
            switch (change.kind()) {
                case ADDED -> {
                    if (there == null && existed.test(change.path())) {
                        found.add(new Conflict(change.path(), Conflict.Why.DELETED));
                    }
                }
                case MODIFIED, TYPE, DELETED -> addChanged(change.path(), there, found);
                case MODE -> {
                    if (there != null && !there.isDirectory()) {
                        addChanged(change.path(), there, found);
                    }
                }
            }
        }
        return found;
    }

    private void addChanged(Path path, @Nullable PathEntry there, List<Conflict> found) throws IOException {
        if (there == null) {
            return;
        }
        if (there.changed().compareTo(opened) > 0) {
            found.add(new Conflict(path, Conflict.Why.CHANGED));
        } else if (there.isDirectory()) {
            for (Path child : TreeRemoval.list(folder.resolve(path))) {
                addChanged(path.resolve(child.getFileName()), PathEntry.at(child), found);
            }
        }
    }
}
