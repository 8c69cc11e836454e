package dev.ralph.process;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The output of one program on its way through its sieve, if it has one: it writes to pipes, and what comes through
/// is appended to its files. What it promises:
///
/// 1. Nothing is stored that did not go through the sieve.
/// 2. When [#drain] returns, everything that was written before the program's end is in the files.
/// 3. A disk that is full does not hold the program up; what is lost then is reported.
final class FilteredOutput {
    private static final int PIECE = 1 << 16;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<Strand> strands;

    private FilteredOutput(List<Strand> strands) {
        this.strands = strands;
    }

    /// @param troubles hears why something was not stored
    static FilteredOutput open(Launch launch, Consumer<Throwable> troubles) throws CannotStart {
        OutputFilter filter = launch.filter();
        List<Strand> strands = new ArrayList<>();
        FilteredOutput sieved = new FilteredOutput(strands);
        if (filter != null) {
            try {
                strands.add(new Strand(launch.stdout(), filter, troubles));
                strands.add(new Strand(launch.stderr(), filter, troubles));
            } catch (IOException | IllegalStateException failed) {
                sieved.abandon();
                throw new CannotStart(
                        CannotStart.Kind.OTHER, "the program's output cannot be stored: " + failed.getMessage());
            }
        }
        return sieved;
    }

    /// The same order with pipes in the place of the files.
    Spawn.Order through(Spawn.Order order) {
        return strands.isEmpty()
                ? order
                : order.to(strands.get(0).input(), strands.get(1).input());
    }

    /// The program has its ends of the pipes.
    void begin() {
        strands.forEach(Strand::begin);
    }

    boolean isDrained() {
        return strands.isEmpty();
    }

    /// All writers are dead.
    void drain() {
        strands.forEach(Strand::drain);
    }

    /// The program was not started.
    void abandon() {
        strands.forEach(Strand::abandon);
    }

    /// One stream.
    private static final class Strand implements Runnable {
        private final Path file;
        private final Consumer<Throwable> troubles;
        private final FileChannel pipe;
        private final OutputStream stored;
        private final Thread thread;
        private int writing;
        private boolean lost;

        Strand(Path file, OutputFilter filter, Consumer<Throwable> troubles) throws IOException {
            this.file = file;
            this.troubles = troubles;
            this.stored = filter.over(new BufferedOutputStream(new FileOutputStream(file.toFile(), true), PIECE));
            int[] ends = SystemCalls.pipe(0);
            writing = ends[1];
            try {
                pipe = FileChannel.open(self(ends[0]), StandardOpenOption.READ);
            } catch (IOException failed) {
                SystemCalls.close(ends[1]);
                stored.close();
                throw failed;
            } finally {
                SystemCalls.close(ends[0]);
            }
            // A pipe that blocks would hold the carrier of a virtual thread.
            thread = Thread.ofPlatform().daemon().name("ralph-sieve-" + file).unstarted(this);
        }

        private static Path self(int descriptor) {
            return Path.of("/proc/self/fd/" + descriptor);
        }

        /// What the program's side is called in the moment of its birth.
        String input() {
            return self(writing).toString();
        }

        void begin() {
            SystemCalls.close(writing);
            writing = -1;
            thread.start();
        }

        void abandon() {
            SystemCalls.close(writing);
            closePipe();
            try {
                stored.close();
            } catch (IOException empty) {
                troubles.accept(empty);
            }
        }

        @Override
        public void run() {
            byte[] bytes = new byte[PIECE];
            ByteBuffer piece = ByteBuffer.wrap(bytes);
            try (stored) {
                for (int length = pipe.read(piece); length >= 0; length = pipe.read(piece.clear())) {
                    store(bytes, length);
                }
            } catch (ClosedChannelException enough) {
                return; // somebody still holds the other end
            } catch (IOException unwritable) {
                lose(unwritable);
            }
        }

        private void store(byte[] bytes, int length) {
            try {
                stored.write(bytes, 0, length);
                stored.flush();
            } catch (IOException unwritable) {
                lose(unwritable);
            }
        }

        private void lose(IOException unwritable) {
            if (!lost) {
                lost = true;
                troubles.accept(new IOException("not all output is stored in " + file, unwritable));
            }
        }

        /// An interrupt does not cut this short.
        void drain() {
            boolean interrupted = false;
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (thread.isAlive()) {
                if (System.nanoTime() > deadline) {
                    closePipe(); // ends the reading
                }
                try {
                    thread.join(Duration.ofMillis(100));
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
            closePipe();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private void closePipe() {
            try {
                pipe.close();
            } catch (IOException closed) {
                troubles.accept(closed);
            }
        }
    }
}
