package dev.ralph.workspace;

import dev.ralph.disk.Durable;
import dev.ralph.git.GitHead;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// What a working tree was opened on, written down so that the next process knows it.
record TreeRecord(Path file) {
    private static final String NONE = "-";

    /// @param gitDir where git keeps what belongs to the tree
    record Opened(GitHead head, Path gitDir) {}

    void write(Opened opened) throws IOException {
        GitHead head = opened.head();
        Path draft = file.resolveSibling(file.getFileName() + ".new");
        Files.write(
                draft,
                List.of(
                        head.branch() == null ? NONE : head.branch(),
                        head.commit() == null ? NONE : head.commit(),
                        FileNames.encoded(opened.gitDir())));
        Durable.file(draft);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Durable.folder(Objects.requireNonNull(file.toAbsolutePath().getParent()));
    }

    Optional<Opened> read() throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        if (lines.size() != 3) {
            throw new IOException(file + " is damaged: it names a branch, a commit and a folder, one per line");
        }
        GitHead head = new GitHead(
                lines.get(0).equals(NONE) ? null : lines.get(0), lines.get(1).equals(NONE) ? null : lines.get(1));
        return Optional.of(new Opened(head, Path.of("/").resolve(FileNames.decoded(lines.get(2)))));
    }
}
