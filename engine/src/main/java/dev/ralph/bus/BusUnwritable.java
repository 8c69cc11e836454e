package dev.ralph.bus;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// A message could not be put on the bus; the text names the file and what to do.
final class BusUnwritable extends IOException {
    private final int landed;

    /// @param landed how many of the messages given are safely in the file all the same
    BusUnwritable(Path file, IOException cause, int landed) {
        super("The message was not posted to " + file + ": " + reason(cause) + ". " + advice(cause), cause);
        this.landed = landed;
    }

    int landed() {
        return landed;
    }

    private static String reason(IOException cause) {
        String reason = cause instanceof FileSystemException trouble ? trouble.getReason() : cause.getMessage();
        if (reason != null) return reason;
        return cause instanceof AccessDeniedException
                ? "Permission denied"
                : cause.getClass().getSimpleName();
    }

    private static String advice(IOException cause) {
        String text = cause.toString();
        if (text.contains("No space left") || text.contains("quota"))
            return "Free some disk space and post again; everything posted before is safe.";
        if (text.contains("Read-only file system"))
            return "Remount it writable or use a bus elsewhere, then post again.";
        if (cause instanceof AccessDeniedException)
            return "Make the file and its folder writable for this user, then post again.";
        return "Check that the path is a writable file on a working disk, then post again.";
    }
}
