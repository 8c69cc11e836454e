package dev.ralph.run;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Writes a file aside and gives it its name when it is complete: a reader, and whoever looks after a crash, finds all
/// of it or nothing. Half a surrogate pair, which is no UTF-8, becomes a question mark.
final class WholeFile {
    private WholeFile() {}

    static void write(FaultPoint point, Path file, String text) throws IOException {
        point.before();
        Files.write(draft(file), text.getBytes(StandardCharsets.UTF_8));
        publish(point, file);
    }

    static void copy(FaultPoint point, Path from, Path to) throws IOException {
        point.before();
        Files.copy(from, draft(to), StandardCopyOption.REPLACE_EXISTING);
        publish(point, to);
    }

    private static void publish(FaultPoint point, Path file) throws IOException {
        point.inside();
        Files.move(draft(file), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        point.after();
    }

    private static Path draft(Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }
}
