package dev.ralph.paths;

import dev.ralph.loop.Event;
import dev.ralph.loop.Reason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/// What a failed file operation means to a person, and what to do about it.
public final class FileErrorText {
    private FileErrorText() {}

    public static Event.TroubleFound found(IOException failure) {
        return new Event.TroubleFound(new Reason.Broken(words(failure)));
    }

    public static String words(IOException failure) {
        if (failure instanceof AccessDeniedException denied) {
            return "no permission for " + denied.getFile() + "; check who owns it";
        }
        if (failure.getCause() instanceof IOException) { // who wraps a failure has said what to do
            return String.valueOf(failure.getMessage());
        }
        if (failure instanceof NoSuchFileException gone && gone.getReason() == null) {
            return gone.getFile() + " no longer exists";
        }
        String message = failure instanceof FileSystemException file && file.getReason() != null
                ? file.getFile() + ": " + file.getReason()
                : String.valueOf(failure.getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.contains("no space left")) {
            return message + "; free some space, then `ralph resume`";
        }
        if (lower.contains("not a directory")) {
            return message + "; move the file away, or choose another path";
        }
        if (lower.contains("too many open files")) {
            return message + "; allow more, see `ulimit -n`";
        }
        if (lower.contains("read-only file system")) {
            return message + "; make it writable, then `ralph resume`";
        }
        return message;
    }
}
