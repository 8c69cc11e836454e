package dev.ralph.receipt;

import dev.ralph.disk.Durable;
import dev.ralph.disk.Sha256;
import dev.ralph.fault.FaultPoint;
import dev.ralph.paths.Folders;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/// The receipts of one loop: a file with a line of JSON for each.
///
/// It promises:
/// 1. A receipt that [#append] returned survives a power cut, and so does the file's name.
/// 2. Of several writers, in one process or many, each appends whole lines after those of the others: no number and no
///    place is given twice.
/// 3. What a crash left of a line is cut off by the next append, and is never read as a receipt.
/// 4. Nothing that was appended is changed, whatever is wrong with it: what somebody else changed stays as evidence,
///    and the next receipt is chained to it as it is.
/// 5. An interrupt neither loses nor doubles a receipt; it is still set afterwards.
/// 6. No link is followed, and a pipe or device in its place is refused.
///
/// @param state  the project's state folder, which must be there
/// @param folder the loop's own below it
public record ReceiptFile(Path state, Path folder) {
    static final int LONGEST_LINE = 1 << 20;
    private static final int PART = 1 << 13;
    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

    public Path path() {
        return folder.resolve("receipts.jsonl");
    }

    public Receipt append(Evidence evidence) throws IOException {
        return UninterruptedWork.call(() -> appendLocked(evidence));
    }

    private Receipt appendLocked(Evidence evidence) throws IOException {
        Folders.below(state, folder);
        Path lock = folder.resolve("receipts.lock");
        requireFile(lock); // whoever opens a pipe waits for somebody to read from it
        ONE_AT_A_TIME.lock(); // a file lock holds for a whole process
        try (FileChannel channel = FileChannel.open(
                        lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock _ = channel.lock()) {
            return appendAlone(evidence);
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }

    private Receipt appendAlone(Evidence evidence) throws IOException {
        requireFile(path());
        boolean isNew = !Files.exists(path(), LinkOption.NOFOLLOW_LINKS);
        FaultPoint.RECEIPT.before();
        Receipt receipt;
        try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw")) {
            long end = lineEnd(file, file.length());
            file.setLength(end);
            receipt = next(file, end, evidence);
            write(file, end, (receipt.json() + "\n").getBytes(StandardCharsets.UTF_8));
            file.getFD().sync();
        }
        if (isNew) {
            Durable.folder(folder);
        }
        FaultPoint.RECEIPT.after();
        return receipt;
    }

    private static void requireFile(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(path.toString(), null, "not a regular file; remove it");
        }
    }

    private static void write(RandomAccessFile file, long at, byte[] line) throws IOException {
        file.seek(at);
        int first = FaultPoint.ON ? line.length / 2 : line.length;
        file.write(line, 0, first);
        if (first < line.length) {
            FaultPoint.RECEIPT.inside();
            file.write(line, first, line.length - first);
        }
    }

    private static Receipt next(RandomAccessFile file, long end, Evidence evidence) throws IOException {
        if (end == 0) {
            return Receipt.of(1, evidence, Sha256.NONE);
        }
        long begin = lineEnd(file, end - 1);
        if (end - begin > LONGEST_LINE) {
            return Receipt.of(lines(file, end) + 1, evidence, ChainedLine.tooLong());
        }
        byte[] last = new byte[(int) (end - begin - 1)];
        file.seek(begin);
        file.readFully(last);
        return switch (ChainedLine.of(last)) {
            case ChainedLine.Sound sound -> Receipt.of(sound.receipt().number() + 1, evidence, sound.hash());
            case ChainedLine.Unsound unsound -> Receipt.of(lines(file, end) + 1, evidence, unsound.hash());
        };
    }

    /// The end of the last whole line before a position.
    private static long lineEnd(RandomAccessFile file, long before) throws IOException {
        byte[] part = new byte[PART];
        for (long to = before; to > 0; ) {
            long from = Math.max(0, to - PART);
            file.seek(from);
            file.readFully(part, 0, (int) (to - from));
            for (int i = (int) (to - from) - 1; i >= 0; i--) {
                if (part[i] == '\n') {
                    return from + i + 1;
                }
            }
            to = from;
        }
        return 0;
    }

    private static long lines(RandomAccessFile file, long end) throws IOException {
        byte[] part = new byte[PART];
        long lines = 0;
        file.seek(0);
        for (long at = 0; at < end; ) {
            int read = file.read(part, 0, (int) Math.min(PART, end - at));
            if (read < 0) {
                break;
            }
            for (int i = 0; i < read; i++) {
                lines += part[i] == '\n' ? 1 : 0;
            }
            at += read;
        }
        return lines;
    }
}
