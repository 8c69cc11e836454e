package dev.ralph.bench;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.ralph.bus.Bus;
import dev.ralph.bus.GroupBus;
import dev.ralph.bus.MessageDraft;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/// The ways to put a message on the disk that are compared.
enum BusWay {
    /// What anybody writes first: open, lock, append, fsync, close. The bytes are ready made, which favours it.
    PLAIN("plain way") {
        @Override
        Poster on(Path file) throws IOException {
            byte[] record = sample(file);
            Object oneThread = new Object(); // a file lock is held by the process, threads need one of their own
            return () -> {
                synchronized (oneThread) {
                    try (FileChannel channel = FileChannel.open(file, CREATE, WRITE, APPEND);
                            FileLock lock = channel.lock()) {
                        if (!lock.isValid()) throw new IOException("lost the lock");
                        ByteBuffer bytes = ByteBuffer.wrap(record);
                        while (bytes.hasRemaining()) channel.write(bytes);
                        channel.force(true);
                    }
                }
            };
        }
    },
    /// Each message its own write and sync.
    BUS("each by itself") {
        @Override
        Poster on(Path file) {
            Bus bus = new Bus(file, InstantSource.system());
            return () -> bus.post(draft());
        }
    },
    /// Messages that come together are synced together.
    GROUP("group commit") {
        @Override
        Poster on(Path file) {
            GroupBus bus = new GroupBus(file, InstantSource.system());
            return () -> bus.post(draft());
        }
    };

    private final String words;

    BusWay(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /// Posts one message; it is on the disk afterwards.
    @FunctionalInterface
    interface Poster {
        void post() throws IOException;
    }

    abstract Poster on(Path file) throws IOException;

    private static MessageDraft draft() {
        return MessageDraft.of(
                        "FACT", "bench", "The quick brown fox jumps over the lazy dog, again and again and again")
                .task("task-1");
    }

    private static byte[] sample(Path file) throws IOException {
        Path sample = Files.createTempFile(file.toAbsolutePath().getParent(), "sample", ".md");
        try {
            new Bus(sample, InstantSource.system()).post(draft());
            return Files.readAllBytes(sample);
        } finally {
            Files.delete(sample);
        }
    }
}
