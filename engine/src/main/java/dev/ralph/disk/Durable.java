package dev.ralph.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Makes what was written survive a power cut.
public final class Durable {
    private Durable() {}

    public static void file(Path file) throws IOException {
        force(file);
    }

    /// The names in it.
    public static void folder(Path folder) throws IOException {
        force(folder);
    }

    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
