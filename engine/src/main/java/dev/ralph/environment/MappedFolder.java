package dev.ralph.environment;

import java.nio.file.Path;

/// Where what a command writes can be read from here.
///
/// @param folder on this machine; of a view that only programs see, the layer that holds what they wrote
/// @param seen   the same folder as programs see it
public record MappedFolder(Path folder, Path seen) {
    /// Of a folder that everybody sees.
    static MappedFolder plain(Path folder) {
        return new MappedFolder(folder, folder);
    }

    public MappedFolder below(String name) {
        return new MappedFolder(folder.resolve(name), seen.resolve(name));
    }
}
