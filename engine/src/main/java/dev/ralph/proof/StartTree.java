package dev.ralph.proof;

import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeEntry;
import dev.ralph.tamper.CheckFiles;
import dev.ralph.tamper.FileContent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The project as it was when a loop began. Its folder may be one of a larger repository.
final class StartTree implements CheckFiles.Before {
    private final Repository repository;
    private final String prefix;
    private final Map<String, TreeEntry> blobs = new HashMap<>();

    /// @param prefix the project's folder in the repository, with a slash at its end; empty for its top
    StartTree(Repository repository, String tree, String prefix) throws IOException {
        this.repository = repository;
        this.prefix = prefix;
        repository.commits().blobs(tree).forEach((name, blob) -> blobs.put(inProject(name), blob));
    }

    /// From the project's folder, where it lies in it, otherwise from the top of the repository.
    String inProject(RawName name) {
        String path = name.toString();
        return path.startsWith(prefix) ? path.substring(prefix.length()) : path;
    }

    @Override
    public boolean holds(String path) {
        return blobs.containsKey(path);
    }

    @Override
    public @Nullable String text(String path) {
        TreeEntry blob = blobs.get(path);
        if (blob == null) {
            return null;
        }
        try {
            byte[] bytes = repository
                    .contents()
                    .of(List.of(blob.id()), FileContent.LARGEST, FileContent.LARGEST)
                    .get(blob.id());
            return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
