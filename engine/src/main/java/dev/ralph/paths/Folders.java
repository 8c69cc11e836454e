package dev.ralph.paths;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Makes folders below one that must be there. While a loop runs its project may be moved or deleted at any moment:
/// looking first and then making all parents would bring an empty one back.
public final class Folders {
    private Folders() {}

    /// Makes `folder` and what is missing between it and `home`, never `home` itself.
    ///
    /// @throws NoSuchFileException when `home` is gone
    /// @throws FileSystemException when a part of the path below `home` is a link, see [UnlinkedFiles]
    public static void below(Path home, @Nullable Path folder) throws IOException {
        if (folder == null || !folder.startsWith(home)) {
            throw new IllegalArgumentException(folder + " does not lie below " + home);
        }
        UnlinkedFiles.require(home, folder);
        make(home, folder);
    }

    private static void make(Path home, @Nullable Path folder) throws IOException {
        if (folder == null || folder.equals(home)) {
            if (!Files.isDirectory(home)) {
                throw new NoSuchFileException(home.toString());
            }
            return;
        }
        try {
            Files.createDirectory(folder);
        } catch (NoSuchFileException noParent) {
            make(home, folder.getParent());
            make(home, folder);
        } catch (FileAlreadyExistsException there) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw there;
            }
        }
    }
}
