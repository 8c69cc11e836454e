package dev.ralph.heal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Folders below `.kiro` in which nothing is for the repository.
final class IgnoredStateFolders {
    private IgnoredStateFolders() {}

    /// Tells git so, once.
    static void ignored(Path folder) throws IOException {
        try {
            Files.writeString(folder.resolve(".gitignore"), "*\n", StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException there) {
            return; // it may say something else on purpose
        }
    }
}
