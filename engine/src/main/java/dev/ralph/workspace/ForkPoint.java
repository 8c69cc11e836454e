package dev.ralph.workspace;

import dev.ralph.git.PrivateIndex;
import dev.ralph.git.RawName;
import dev.ralph.git.Refs;
import dev.ralph.git.TreeComparison.Difference;
import dev.ralph.git.TreeEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an attempt left, as the beginning of another loop, compared with what the project is now.
///
/// @param place where it is conserved
public record ForkPoint(Conservation place, Conserved from) {
    /// Makes what stands in the project now reachable.
    ///
    /// @return the commit that has it
    public String now(Path scratch) throws IOException {
        String ref =
                place.states(scratch).aside(from.attempt(), place.repository()).ref();
        return refs().read(ref).orElseThrow(() -> new IOException(ref + " was removed just now"));
    }

    /// The last commit that both the project's branch and the attempt know; empty where there is none.
    public Optional<String> known() throws IOException {
        return place.isApart() ? Optional.empty() : refs().common("HEAD", from.commit());
    }

    private Refs refs() {
        return place.repository().refs();
    }

    /// What the project has of the files that the attempt changed, where it is neither what the attempt found nor
    /// what it left.
    public List<Conflict> against(Path scratch) throws IOException {
        List<Difference> differences = place.repository().comparison().names(from.base(), from.commit());
        Map<RawName, TreeEntry> now = now(differences, scratch);
        List<Conflict> found = new ArrayList<>();
        for (Difference difference : differences) {
            Path path = difference.name().path();
            @Nullable TreeEntry there = now.get(difference.name());
            boolean isBefore = difference.letter() == 'A'
                    ? there == null
                    : difference.before().equals(there);
            boolean isAfter = difference.letter() == 'D'
                    ? there == null
                    : difference.after().equals(there);
            if (isInProject(path) && !isBefore && !isAfter) {
                found.add(new Conflict(path, Conflict.Why.CHANGED));
            }
        }
        return found;
    }

    private boolean isInProject(Path path) {
        Path prefix = place.prefix();
        return !OverlayTree.isRalphs(path) && (prefix.toString().isEmpty() || path.startsWith(prefix));
    }

    private Map<RawName, TreeEntry> now(List<Difference> differences, Path scratch) throws IOException {
        List<RawName> names = new ArrayList<>();
        for (Difference difference : differences) {
            Path file = place.top().resolve(difference.name().path());
            if (Files.isSymbolicLink(file) || Files.isRegularFile(file)) {
                names.add(difference.name());
            }
        }
        Files.createDirectories(scratch);
        try (PrivateIndex index = place.repository().index(place.top(), scratch.resolve("git-against"))) {
            index.read(null);
            index.add(names);
            return index.blobs();
        }
    }
}
