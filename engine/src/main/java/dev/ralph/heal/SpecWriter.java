package dev.ralph.heal;

import dev.ralph.disk.Durable;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.paths.Folders;
import dev.ralph.paths.UnlinkedFiles;
import dev.ralph.spec.SpecDocument;
import dev.ralph.spec.SpecFile;
import dev.ralph.spec.SpecFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;

/// Writes spec documents.
///
/// It promises:
/// 1. Whatever happens at any moment, a document is what it was or what it shall be, never less. After an exception it
///    is what it was.
/// 2. What somebody else wrote meanwhile is not overwritten.
/// 3. Before a correction the document is copied to `.kiro/backups/<feature>/`; the last ten copies of each stay.
record SpecWriter(SpecFolder folder) {
    private static final int MOST_BACKUPS = 10;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

    /// Replaces a document by a corrected one.
    ///
    /// @param before what it is expected to be
    /// @param now    names the copy
    void correct(SpecDocument before, SpecDocument after, Instant now) throws IOException {
        backUp(before.file(), now);
        write(before, after);
    }

    /// The same without a copy: for a mark alone.
    ///
    /// @throws FileSystemException where the document is another one by now
    void write(SpecDocument before, SpecDocument after) throws IOException {
        SpecFile which = before.file();
        Path file = folder.file(which);
        UnlinkedFiles.require(folder.project(), file);
        Path draft = folder.path().resolve("." + stem(which) + ".tmp");
        FaultPoint.SPEC_FILE.before();
        try {
            Files.deleteIfExists(draft);
            Files.write(
                    draft,
                    after.text().getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE);
            requireWhole(draft, after);
            if (!Files.readString(file).equals(before.text())) {
                throw new FileSystemException(file.toString(), null, "changed meanwhile; not overwritten");
            }
            publish(draft, file, after);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /// A document that has its name is written, also where the folder could not be flushed after that.
    private static void publish(Path draft, Path file, SpecDocument after) throws IOException {
        try {
            WholeFile.publishDurably(FaultPoint.SPEC_FILE, draft, file);
        } catch (IOException failed) {
            if (!Files.readString(file).equals(after.text())) {
                throw failed;
            }
        }
    }

    /// What lies on the disk is read again: a full disk is noticed before it counts. The same text has the same
    /// sections.
    private static void requireWhole(Path draft, SpecDocument wanted) throws IOException {
        if (!Files.readString(draft).equals(wanted.text())) {
            throw new FileSystemException(draft.toString(), null, "incomplete write; disk full?");
        }
    }

    private void backUp(SpecFile which, Instant now) throws IOException {
        Path backups = folder.project().resolve(".kiro/backups").resolve(folder.feature());
        Folders.below(folder.project(), backups);
        IgnoredStateFolders.ignored(folder.project().resolve(".kiro/backups"));
        Path copy = backups.resolve(stem(which) + "-" + STAMP.format(now) + ".md");
        WholeFile.copy(FaultPoint.SPEC_BACKUP, folder.file(which), copy);
        Durable.file(copy);
        Durable.folder(backups);
        List<Path> all;
        try (Stream<Path> files = Files.list(backups)) {
            all = files.filter(file -> file.getFileName().toString().matches(stem(which) + "-\\d{8}T\\d{9}Z\\.md"))
                    .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
        for (Path old : all.subList(0, Math.max(0, all.size() - MOST_BACKUPS))) {
            Files.deleteIfExists(old);
        }
    }

    private static String stem(SpecFile which) {
        return which.fileName().replaceFirst("\\.md$", "");
    }
}
