package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;

/// A whole tree as lines: names, kinds, permissions, contents and where links lead; pipes and their kin are left
/// out.
final class Manifest {
    private final Path root;
    private final List<String> lines = new ArrayList<>();

    private Manifest(Path root) {
        this.root = root;
    }

    static List<String> of(Path root) throws IOException {
        Manifest manifest = new Manifest(root);
        manifest.folder(Path.of(""));
        manifest.lines.sort(null);
        return manifest.lines;
    }

    /// The lines that are only in one of two lists.
    static List<String> difference(List<String> one, List<String> other) {
        List<String> lines = new ArrayList<>();
        one.stream().filter(line -> !other.contains(line)).forEach(line -> lines.add("- " + line));
        other.stream().filter(line -> !one.contains(line)).forEach(line -> lines.add("+ " + line));
        return lines;
    }

    /// Everything that the file system tells of each file without opening it: another list means that somebody wrote.
    static List<String> untouched(Path root) throws IOException {
        List<String> lines = new ArrayList<>();
        List<Path> folders = new ArrayList<>(List.of(root));
        while (!folders.isEmpty()) {
            for (Path child : TreeRemoval.list(folders.removeLast())) {
                PathEntry entry = PathEntry.listed(child);
                lines.add(FileNames.encoded(root.relativize(child)) + " " + entry);
                if (entry.isDirectory()) {
                    folders.add(child);
                }
            }
        }
        lines.sort(null);
        return lines;
    }

    private void folder(Path relative) throws IOException {
        Path here = root.resolve(relative);
        PathEntry entry = PathEntry.listed(here);
        boolean closed = (entry.mode() & 0700) != 0700;
        if (closed) {
            ClosedFileAccess.mode(here, entry.mode() | 0700);
        }
        for (Path child : TreeRemoval.list(here)) {
            add(relative.resolve(child.getFileName()), child);
        }
        if (closed) {
            ClosedFileAccess.mode(here, entry.mode());
        }
    }

    private void add(Path relative, Path path) throws IOException {
        PathEntry entry = PathEntry.listed(path);
        String name = FileNames.encoded(relative);
        switch (entry.kind()) {
            case FILE -> lines.add(name + " file " + mode(entry) + " " + hash(path));
            case LINK ->
                lines.add(name + " link " + FileNames.encoded(Path.of("x").resolve(Files.readSymbolicLink(path))));
            case DIRECTORY -> {
                lines.add(name + " folder " + mode(entry));
                folder(relative);
            }
            case SPECIAL, WHITEOUT -> {}
        }
    }

    /// With the owner's right to read, which keeping never takes away.
    private static String mode(PathEntry entry) {
        return Integer.toOctalString((entry.mode() & 0777) | (entry.isDirectory() ? 0500 : 0400));
    }

    private static String hash(Path file) throws IOException {
        byte[] bytes = ClosedFileAccess.to(file, () -> Files.readAllBytes(file));
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return bytes.length + "-" + HexFormat.of().toHexDigits(crc.getValue());
    }
}
