package dev.ralph.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sqlite.util.OSInfo;

/// Unpacks SQLite's native library for this machine into a folder, once after a build. Left packed, the driver
/// unpacks it at every start, which costs more than the rest of a command.
final class UnpackSqlite {

    private UnpackSqlite() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        String name = System.mapLibraryName("sqlitejdbc");
        String resource = "/org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + name;
        try (InputStream library = OSInfo.class.getResourceAsStream(resource)) {
            if (library == null) {
                throw new FileNotFoundException(resource + " is not in sqlite-jdbc's jar");
            }
            Files.createDirectories(folder);
            Files.copy(library, folder.resolve(name));
        }
    }
}
