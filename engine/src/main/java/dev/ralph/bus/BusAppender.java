package dev.ralph.bus;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.ralph.paths.Folders;
import dev.ralph.paths.UnlinkedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts records at the end of a bus file. It promises:
/// 1. Records given together go out in one `write` with O_APPEND, so those of other processes stand before or after
///    them, never between; no lock is needed, and a lock would cost a multiple (see the benchmark).
/// 2. With [Durability#NOW] they, and the name of a new file, are on the disk when the call returns.
/// 3. A record is appended again only if the file system took just a part of it; readers see that part as torn.
/// 4. An interrupt of the calling thread neither loses nor doubles a record; it is still set afterwards.
/// 5. The file is opened anew each time: a deleted file or folder is made again, a rotated one is not written to for
/// long. Where a home is named, that folder is not made: a project that was moved away stays away; and no link below it
/// is followed: an agent may have made it.
///
/// @param home the folder that is never made again, null when all of them are
record BusAppender(Path file, @Nullable Path home) {
    private static final int TRIES = 5;

    /// A record and the id that finds it again.
    static final class Item {
        private final String id;
        private final byte[] bytes;

        Item(BusMessage message) {
            this.id = message.id();
            this.bytes = RecordForm.encode(message);
        }
    }

    void append(List<Item> items, Durability durability) throws IOException {
        boolean interrupted = Thread.interrupted(); // a pending interrupt would close the channel
        Progress progress = new Progress(items);
        try {
            while (!attempt(progress, durability)) interrupted |= Thread.interrupted();
        } catch (IOException e) {
            throw new BusUnwritable(file, e, progress.safe);
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// What of the records is in the file already.
    private static final class Progress {
        private final List<Item> items;
        private int written;
        private int safe;
        private boolean fresh;
        private long before = -1;

        Progress(List<Item> items) {
            this.items = items;
        }

        ByteBuffer rest() {
            int size = 0;
            for (Item item : items.subList(written, items.size())) size += item.bytes.length;
            ByteBuffer rest = ByteBuffer.allocate(size);
            for (Item item : items.subList(written, items.size())) rest.put(item.bytes);
            return rest.flip();
        }

        /// Counts the records that fit into so many bytes; a last one that was cut is not among them.
        void wrote(int bytes) {
            int left = bytes;
            while (written < items.size() && items.get(written).bytes.length <= left)
                left -= items.get(written++).bytes.length;
        }
    }

    /// True when all is written (and on the disk), false when an interrupt got in between.
    private boolean attempt(Progress progress, Durability durability) throws IOException {
        try (FileChannel channel = open()) {
            if (progress.before >= 0) forgetWhatArrived(progress);
            progress.before = channel.size();
            progress.fresh |= progress.before == 0;
            try {
                write(progress, channel);
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (IOException full) {
                if (progress.written > 0) sync(progress, channel, durability); // what fitted is posted
                throw full;
            }
            sync(progress, channel, durability);
            progress.before = -1;
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        }
    }

    private void sync(Progress progress, FileChannel channel, Durability durability) throws IOException {
        if (durability == Durability.NOW) {
            channel.force(false);
            if (progress.fresh) syncFolder(file);
        }
        progress.safe = progress.written;
    }

    private static void write(Progress progress, FileChannel channel) throws IOException {
        for (int tries = 0; progress.written < progress.items.size(); tries++) {
            if (tries == TRIES) throw new IOException("The file system takes only parts of a message");
            progress.wrote(channel.write(progress.rest()));
        }
    }

    /// After an interrupt nobody says whether the write took place: the file does.
    private void forgetWhatArrived(Progress progress) throws IOException {
        try (BusReader reader = new BusReader(file)) {
            if (progress.before > reader.size()) return;
            reader.moveTo(progress.before);
            for (BusMessage m = reader.next(); m != null && progress.written < progress.items.size(); m = reader.next())
                if (m.id().equals(progress.items.get(progress.written).id)) progress.written++;
        }
    }

    private FileChannel open() throws IOException {
        for (int tries = 0; ; tries++) {
            try {
                PipeCheck.at(file);
                if (home == null) return FileChannel.open(file, CREATE, WRITE, APPEND);
                UnlinkedFiles.require(home.toAbsolutePath(), file.toAbsolutePath());
                return FileChannel.open(file, CREATE, WRITE, APPEND, LinkOption.NOFOLLOW_LINKS);
            } catch (NoSuchFileException e) {
                Path folder = file.toAbsolutePath().getParent();
                if (folder == null || tries == TRIES) throw e;
                makeAgain(folder);
            }
        }
    }

    private void makeAgain(Path folder) throws IOException {
        if (home == null) Files.createDirectories(folder);
        else Folders.below(home.toAbsolutePath(), folder);
    }

    /// Makes the names in the folder of a file durable.
    static void syncFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) return;
        try (FileChannel channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        }
    }
}
