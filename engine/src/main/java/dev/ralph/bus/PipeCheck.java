package dev.ralph.bus;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Opening a named pipe waits for its other end, perhaps for ever, so one in the place of a bus is refused.
final class PipeCheck {
    private static final int KIND = 0xF000;
    private static final int PIPE = 0x1000;

    private PipeCheck() {}

    static void at(Path file) throws IOException {
        BasicFileAttributes found =
                file.getFileSystem().provider().readAttributesIfExists(file, BasicFileAttributes.class);
        // Only what is neither file nor folder nor link is asked for its kind: that costs more.
        if (found != null
                && found.isOther()
                && Files.getAttribute(file, "unix:mode") instanceof Integer mode
                && (mode & KIND) == PIPE) {
            throw new FileSystemException(file.toString(), null, "It is a named pipe");
        }
    }
}
