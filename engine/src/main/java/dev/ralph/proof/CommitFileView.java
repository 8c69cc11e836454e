package dev.ralph.proof;

import dev.ralph.git.Commits;
import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// Looks at files as they are in a commit: what a fresh checkout has.
record CommitFileView(Repository repository, Path folder, String commit) implements FileView {
    /// In the last one.
    CommitFileView(Repository repository, Path folder) {
        this(repository, folder, "HEAD");
    }

    /// All of a commit is inside.
    @Override
    public FileView within(String above) {
        return this;
    }

    @Override
    public Seen at(String path) throws IOException {
        Path top = repository.top().toRealPath();
        Path file;
        try {
            file = folder.toRealPath().resolve(path).normalize();
        } catch (InvalidPathException strange) {
            return Seen.no(Kind.MISSING);
        }
        if (!file.startsWith(top)) {
            return Seen.no(Kind.OUTSIDE);
        }
        Commits.Found found =
                repository.commits().find(commit, top.relativize(file).toString());
        return switch (found.what()) {
            case MISSING -> Seen.no(Kind.MISSING);
            case OUTSIDE -> Seen.no(Kind.OUTSIDE);
            case NO_FILE -> Seen.no(Kind.NO_FILE);
            case FILE ->
                found.size() == 0
                        ? Seen.no(Kind.EMPTY)
                        : new Seen(Kind.FILE, repository.commits().sha256(found.id()));
        };
    }
}
