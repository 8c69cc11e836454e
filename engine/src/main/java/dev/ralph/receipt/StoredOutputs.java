package dev.ralph.receipt;

import dev.ralph.disk.Sha256;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.paths.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/// What checks printed, in files named by what they hold: a check that is run again never replaces what an older
/// receipt points to.
///
/// @param state  the project's state folder
/// @param folder where they lie, below it
public record StoredOutputs(Path state, Path folder) {

    /// Keeps what stands in these files, one after the other, each at most `most` bytes of its end.
    ///
    /// @param through what is written passes through this, such as something that replaces secrets
    public Evidence.Output keep(List<Path> files, long most, UnaryOperator<OutputStream> through) throws IOException {
        return UninterruptedWork.call(() -> keepAlone(files, most, through));
    }

    private Evidence.Output keepAlone(List<Path> files, long most, UnaryOperator<OutputStream> through)
            throws IOException {
        Folders.below(state, folder);
        Path draft = Files.createTempFile(folder, "new-", ".tmp");
        try {
            try (OutputStream out = through.apply(Files.newOutputStream(draft))) {
                for (Path file : files) {
                    copyEnd(file, most, out);
                }
            }
            String sha256 = Sha256.of(draft);
            Evidence.Output output = new Evidence.Output(
                    sha256, Files.size(draft), state.relativize(file(sha256)).toString());
            if (!isThere(file(sha256), sha256)) {
                publish(draft, file(sha256));
            }
            return output;
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private Path file(String sha256) {
        return folder.resolve(sha256 + ".txt");
    }

    private static boolean isThere(Path file, String sha256) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Sha256.of(file).equals(sha256);
    }

    private static void copyEnd(Path file, long most, OutputStream out) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            in.skipNBytes(Math.max(0, Files.size(file) - most));
            in.transferTo(out);
        }
    }

    private void publish(Path draft, Path file) throws IOException {
        FaultPoint.RECEIPT_OUTPUT.before();
        WholeFile.publishDurably(FaultPoint.RECEIPT_OUTPUT, draft, file);
    }
}
