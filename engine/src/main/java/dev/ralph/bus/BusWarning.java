package dev.ralph.bus;

import java.nio.file.Path;

/// Something in a bus file that could not be read as a message and was stepped over.
///
/// @param file the bus file or archive
/// @param offset where the damage starts, in bytes
/// @param what what was found there
public record BusWarning(Path file, long offset, String what) {
    @Override
    public String toString() {
        return file + " at byte " + offset + ": " + what;
    }
}
