package dev.ralph.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// One output file, looked at without native access.
final class JdkOutputFile {
    private static final int WINDOW = 4096;

    private final Path path;
    private final long kept;
    private long size;
    private long counted;
    private long lastGrowth = System.nanoTime();

    JdkOutputFile(Path path, long kept) {
        this.path = path;
        this.kept = kept;
    }

    synchronized boolean look() {
        long now = sizeOfFile();
        boolean grown = now > size;
        if (grown) {
            counted += now - size;
            lastGrowth = System.nanoTime();
        }
        size = now;
        return grown;
    }

    private long sizeOfFile() {
        try {
            return Files.size(path);
        } catch (IOException deleted) {
            return 0;
        }
    }

    synchronized long counted() {
        return counted;
    }

    synchronized long lastGrowth() {
        return lastGrowth;
    }

    synchronized boolean isTooMuch() {
        return size > kept;
    }

    String lastLine() {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long length = file.length();
            int window = (int) Math.min(WINDOW, length);
            byte[] end = new byte[window];
            file.seek(length - window);
            file.readFully(end);
            return OutputCapture.lastLineOf(end);
        } catch (IOException deletedOrCut) {
            return "";
        }
    }

    synchronized OutputResult settle() {
        look();
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            return OutputSettlement.settle(path, new Channel(file), size, kept, counted);
        } catch (IOException deleted) {
            return new OutputResult(counted, counted, OutputSettlement.EMPTY);
        }
    }

    /// The file behind a channel.
    private record Channel(FileChannel file) implements OutputSettlement.Bytes {
        @Override
        public int read(byte[] into, int most, long offset) throws IOException {
            return file.read(ByteBuffer.wrap(into, 0, most), offset);
        }

        @Override
        public boolean isStill(Path path) {
            return Files.exists(path);
        }
    }
}
