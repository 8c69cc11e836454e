package dev.ralph.git;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A named pipe in the place of a file with rules holds git up for ever: it opens it, and waits for somebody who
/// writes.
/// Here is somebody, who writes nothing; git then goes on as if the file were empty.
///
/// The working tree is searched only for a git that does nothing.
final class PipeRelease {
    private static final Set<String> RULES = Set.of(".gitignore", ".gitattributes", ".gitmodules", ".mailmap");
    private static final int TYPE_BITS = 0170000;
    private static final int PIPE = 0010000;
    private static final int MOST_FILES = 1_000_000;

    private final Path folder;
    private final Process git;
    private Duration worked = Duration.ofDays(-1);
    private @Nullable List<Path> pipes;

    PipeRelease(Path folder, Process git) {
        this.folder = folder;
        this.git = git;
    }

    /// To be called now and then while git runs.
    void look() {
        Duration now = git.info().totalCpuDuration().orElse(Duration.ZERO);
        boolean idle = now.equals(worked);
        worked = now;
        if (idle) {
            List<Path> known = pipes == null ? found() : pipes;
            pipes = known;
            known.forEach(PipeRelease::release);
        }
    }

    private List<Path> found() {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(top(), new SimpleFileVisitor<>() {
                private int looked;

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isOther() && RULES.contains(String.valueOf(file.getFileName())) && isPipe(file)) {
                        found.add(file);
                    }
                    return git.isAlive() && ++looked < MOST_FILES
                            ? FileVisitResult.CONTINUE
                            : FileVisitResult.TERMINATE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException closed) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path inner, @Nullable IOException closed) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException gone) {
            return found;
        }
        return found;
    }

    /// Git looks at all of a working tree, wherever in it it was started.
    private Path top() {
        for (Path above = folder.toAbsolutePath(); above != null; above = above.getParent()) {
            if (Files.exists(above.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
                return above;
            }
        }
        return folder;
    }

    private static boolean isPipe(Path file) {
        try {
            int mode = (Integer) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
            return (mode & TYPE_BITS) == PIPE;
        } catch (IOException gone) {
            return false;
        }
    }

    /// Who opens a pipe for both ends waits for nobody.
    private static void release(Path pipe) {
        OpenOption[] both = {StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS};
        if (isPipe(pipe)) {
            try {
                FileChannel.open(pipe, both).close();
            } catch (IOException closed) {
                return; // nor can git open it
            }
        }
    }
}
