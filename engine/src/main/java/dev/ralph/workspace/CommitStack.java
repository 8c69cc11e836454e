package dev.ralph.workspace;

import dev.ralph.git.Repository;
import dev.ralph.git.TreeMerge;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Accepted work of several tasks, one commit each, on top of what the branch has now: it can be checked as a whole,
/// and
/// the branch gets all of it in one move.
///
/// @param on     what the branch has
/// @param layers in the order in which they lie on it
public record CommitStack(String on, List<Layer> layers) {
    public CommitStack {
        layers = List.copyOf(layers);
    }

    /// The work of one of them.
    ///
    /// @param commit  what may be kept of it, see [AttemptRef#accepted]
    /// @param base    what it began with
    /// @param message of the commit that it becomes
    public record Part(AttemptRef attempt, String commit, String base, String message) {}

    /// The same on top of the branch and of the layers below.
    ///
    /// @param checked what checks see
    /// @param commit  what the branch gets: the same, with the files that Ralph itself writes
    public record Layer(AttemptRef attempt, String checked, String commit) {}

    /// As many of them as merge, up to the first that does not. One that changes nothing any more has no layer.
    ///
    /// @param ours  files that Ralph itself writes
    /// @param index a file for a private index
    static CommitStack of(Repository repository, String on, List<Part> parts, List<Path> ours, Path index)
            throws IOException {
        List<Layer> layers = new ArrayList<>();
        String below = on;
        String kept = on;
        for (Part part : parts) {
            TreeMerge merge = repository.merge(part.base(), below, part.commit());
            if (!merge.conflicts().isEmpty()) {
                break;
            }
            if (!merge.tree().equals(repository.commits().tree(below))) {
                below = repository.commits().make(merge.tree(), List.of(below), part.message(), Map.of());
                String whole = repository.treeWith(merge.tree(), ours, index);
                kept = repository
                        .commits()
                        .make(
                                whole,
                                List.of(kept),
                                part.message(),
                                part.attempt().trailers());
                layers.add(new Layer(part.attempt(), below, kept));
            }
        }
        return new CommitStack(on, layers);
    }

    public int size() {
        return layers.size();
    }

    /// The lowest of them.
    public CommitStack lowest(int size) {
        return new CommitStack(on, layers.subList(0, size));
    }

    public Layer top() {
        return layers.getLast();
    }
}
