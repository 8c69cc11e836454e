package dev.ralph.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// A text that is given by its place: a file, a pipe such as `<(make test)`, or `-` for standard input.
final class InputFile {
    private InputFile() {}

    /// Its beginning. Nobody knows how much comes out of a pipe, so there is always a limit.
    ///
    /// @param what names it in messages
    static byte[] read(String what, String name, int most) throws IOException {
        if (name.equals("-")) {
            return System.in.readNBytes(most);
        }
        Path path = Path.of(name);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new BadUsage(
                    "cannot read " + what + " " + path.toAbsolutePath() + ": check that it is a readable file");
        }
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(most);
        }
    }
}
