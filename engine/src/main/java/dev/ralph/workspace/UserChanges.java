package dev.ralph.workspace;

import dev.ralph.git.RawName;
import dev.ralph.git.TreeEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Looks closer at what the user touched while an agent worked: what he put back, or aside, stands against nothing any
/// more, and what he committed is to be merged.
///
/// @param base        what was committed when the loop began
/// @param begun       what was not, and the attempt saw all the same
/// @param committed   what the last commit holds
/// @param uncommitted files that are not what the last commit says
record UserChanges(
        Map<RawName, TreeEntry> base,
        Map<RawName, TreeEntry> begun,
        Map<RawName, TreeEntry> committed,
        KeepSelection selection,
        Collection<Path> uncommitted) {

    /// @param touched found by the time of their last change
    List<Conflict> left(List<Conflict> touched) {
        List<Conflict> left = new ArrayList<>();
        for (Conflict conflict : touched) {
            if (conflict.why() != Conflict.Why.CHANGED
                    || filesAt(conflict.path()).stream().anyMatch(this::isOpen)) {
                left.add(conflict);
            } else if (!filesAt(conflict.path()).stream().allMatch(this::isAsItWas)) {
                left.add(new Conflict(conflict.path(), Conflict.Why.COMMITTED));
            }
        }
        return left;
    }

    /// Itself, or the files that a folder to be deleted holds.
    private List<Path> filesAt(Path path) {
        List<Path> below = selection.deleted().stream()
                .filter(file -> file.startsWith(path))
                .toList();
        return below.isEmpty() ? List.of(path) : below;
    }

    private boolean isOpen(Path path) {
        return uncommitted.contains(path);
    }

    private boolean isAsItWas(Path path) {
        RawName name = selection.name(path);
        TreeEntry now = committed.get(name);
        return Objects.equals(base.get(name), now) || (now != null && now.equals(begun.get(name)));
    }
}
