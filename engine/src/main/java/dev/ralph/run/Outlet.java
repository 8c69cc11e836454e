package dev.ralph.run;

import java.nio.file.Path;

/// Where what a command writes can be read from here.
///
/// @param folder on this machine; of a view that only programs see, the layer that holds what they wrote
/// @param seen   the same folder as programs see it
record Outlet(Path folder, Path seen) {
    /// Of a folder that everybody sees.
    static Outlet plain(Path folder) {
        return new Outlet(folder, folder);
    }

    Outlet below(String name) {
        return new Outlet(folder.resolve(name), seen.resolve(name));
    }
}
