package dev.ralph.workspace;

import dev.ralph.disk.Durable;
import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The plan of keeping, on disk before its first step. While it is called `keep.staging` nothing the user sees has
/// changed; from the moment it is called `keep.plan` every step will be taken. In the end it becomes `opened`, the
/// mark of when the workspace began: what was kept is what the next work is based on.
final class PlanFile {
    private final Path folder;
    private final Path staging;
    private final Path committed;

    PlanFile(Path folder) {
        this.folder = folder;
        this.staging = folder.resolve("keep.staging");
        this.committed = folder.resolve("keep.plan");
    }

    /// @param move what is done in git first; null when nothing is
    void stage(@Nullable BranchMove move, List<KeepStep> steps) throws IOException {
        FaultPoint.KEEP_PLAN.before();
        Path draft = folder.resolve("keep.new");
        String first = move == null ? "" : move.line() + "\n";
        String text = steps.stream().map(KeepStep::line).collect(Collectors.joining("\n", first, "\n"));
        try (FileChannel channel = FileChannel.open(
                draft, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(draft, staging, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Durable.folder(folder);
        FaultPoint.KEEP_PLAN.after();
    }

    void commit() throws IOException {
        FaultPoint.KEEP_COMMIT.before();
        Files.move(staging, committed, StandardCopyOption.ATOMIC_MOVE);
        Durable.folder(folder);
        FaultPoint.KEEP_COMMIT.after();
    }

    List<KeepStep> staged() throws IOException {
        return read(staging);
    }

    List<KeepStep> committed() throws IOException {
        return read(committed);
    }

    /// What keeping does in git, if it has begun and is not over; null for nothing.
    @Nullable
    BranchMove move() throws IOException {
        for (Path file : List.of(staging, committed)) {
            if (Files.exists(file)) {
                String first =
                        Files.readAllLines(file, StandardCharsets.US_ASCII).getFirst();
                return BranchMove.isOne(first) ? BranchMove.parse(first) : null;
            }
        }
        return null;
    }

    boolean isStaged() {
        return Files.exists(staging);
    }

    boolean isCommitted() {
        return Files.exists(committed);
    }

    void forgetStaged() throws IOException {
        Files.deleteIfExists(staging);
    }

    /// The plan is no more, and the mark is a new one, in a single step.
    void becomeMark() throws IOException {
        FaultPoint.KEEP_END.before();
        Files.setLastModifiedTime(committed, FileTime.from(Instant.EPOCH)); // its own change is what counts
        Files.move(
                committed,
                folder.resolve("opened"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        Durable.folder(folder);
        FaultPoint.KEEP_END.after();
    }

    void forgetCommitted() throws IOException {
        Files.deleteIfExists(committed);
        Durable.folder(folder);
    }

    private static List<KeepStep> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        return Files.readAllLines(file, StandardCharsets.US_ASCII).stream()
                .filter(line -> !line.isEmpty() && !BranchMove.isOne(line))
                .map(KeepStep::parse)
                .toList();
    }
}
