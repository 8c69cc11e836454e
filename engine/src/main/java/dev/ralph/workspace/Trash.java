package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Removes trees that are ours, whatever permissions an agent gave to what is in them.
public final class Trash {
    private Trash() {}

    /// What a folder holds.
    public static List<Path> list(Path folder) throws IOException {
        return Opened.to(folder, () -> {
            List<Path> children = new ArrayList<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                entries.forEach(children::add);
            }
            return children;
        });
    }

    public static void delete(Path path) throws IOException {
        Entry entry = Entry.at(path);
        if (entry == null) {
            return;
        }
        if (entry.isDirectory()) {
            if ((entry.mode() & 0700) != 0700) {
                Opened.mode(path, 0700);
            }
            for (Path child : list(path)) {
                delete(child);
            }
        }
        Files.delete(path);
    }
}
