package dev.ralph.workspace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What an attempt had made, laid out so that a program inside an overlay can bring it in: only there the kernel
/// lets a plain user delete what lies below.
///
/// @param folder a folder of ours, outside the project
public record IncomingFiles(Path folder) {
    private static final String LINE = "xargs -0 -r rm -rf -- < \"$1/gone\" && cp -a -- \"$1/files/.\" .";

    /// @param before what the project is like; the attempt's own beginning, or what is there now
    public static IncomingFiles of(Conservation place, String before, Conserved wanted, Path folder)
            throws IOException {
        TreeRemoval.delete(folder);
        Files.createDirectories(folder.resolve("files"));
        Delta delta = place.unpack(before, wanted.commit(), place.prefix(), folder.resolve("files"));
        try (OutputStream gone = Files.newOutputStream(folder.resolve("gone"))) {
            for (PathChange change : delta.changes()) {
                if (change.kind() == PathChange.Kind.DELETED || change.kind() == PathChange.Kind.TYPE) {
                    gone.write('.');
                    gone.write('/');
                    gone.write(FileNames.bytes(change.path()));
                    gone.write(0);
                }
            }
        }
        return new IncomingFiles(folder);
    }

    /// What to run in the project's place.
    public List<String> command() {
        return List.of("/bin/sh", "-c", LINE, "sh", folder.toString());
    }
}
