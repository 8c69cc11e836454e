package dev.ralph.store;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Leases on one machine, by locks on files.
///
/// Besides what [Leases] promise: whatever ends the holder's process also ends its lease, at once. The lock is the
/// kernel's, and no pid that was written down is believed unless that very process still runs. Deleting the lock file
/// takes the lease from nobody while the description beside it is left.
///
/// @param locks the folder of lock files, made when it is missing
public record FileLeases(Path locks) implements Leases {
    private static final String LOCK = ".lock";
    private static final Map<Path, Held> OURS = new HashMap<>();
    /// Closing any channel of a file drops every lock this process has on that file, so these stay open.
    private static final List<FileChannel> KEPT_OPEN = new ArrayList<>();

    @Override
    public Answer acquire(String key, OwnerProcess me) {
        Path lock = lock(key);
        try {
            Files.createDirectories(locks);
            lock = locks.toRealPath().resolve(lock.getFileName());
            return claim(lock, me);
        } catch (AccessDeniedException e) {
            throw new CannotOwn(lock, "this user may not write it" + owner(lock) + "; change its owner or mode", e);
        } catch (IOException e) {
            throw new CannotOwn(lock, e.toString(), e);
        }
    }

    @Override
    public Optional<OwnerProcess> whoHolds(String key) {
        Path lock = lock(key);
        OwnerProcess holder = description(lock, OwnerProcess::alive);
        return Optional.ofNullable(holder != null ? holder : foreigner(lock));
    }

    @Override
    public Optional<OwnerProcess> anyHolder() throws IOException {
        if (!Files.isDirectory(locks)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(locks, "*" + LOCK)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                Optional<OwnerProcess> holder = whoHolds(name.substring(0, name.length() - LOCK.length()));
                if (holder.isPresent()) {
                    return holder;
                }
            }
        }
        return Optional.empty();
    }

    private Path lock(String key) {
        if (key.isEmpty() || key.startsWith(".") || key.indexOf('/') >= 0 || key.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("`" + key + "` cannot be the name of a lock");
        }
        return locks.resolve(key + LOCK);
    }

    /// The owner in another PID namespace. Its pid says nothing here, but the kernel's lock does.
    private static @Nullable OwnerProcess foreigner(Path lock) {
        OwnerProcess holder = description(lock, OwnerProcess::foreign);
        if (holder == null) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
                FileLock free = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return free == null ? holder : null;
        } catch (IOException | OverlappingFileLockException unknown) {
            return holder;
        }
    }

    private static Answer claim(Path lock, OwnerProcess me) throws IOException {
        synchronized (OURS) {
            Held ours = OURS.get(lock);
            if (ours != null) {
                return heldBy(lock, ours.me);
            }
            if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
                throw new CannotOwn(lock, "not a regular file; remove it", null);
            }
            for (int tries = 0; tries < 10; tries++) {
                Answer answer = lock(lock, me);
                if (answer instanceof Held mine) {
                    OURS.put(lock, mine);
                }
                if (answer != null) {
                    return answer;
                }
            }
            throw new CannotOwn(lock, "another process keeps deleting it", null);
        }
    }

    /// Null when the file was deleted meanwhile: what was locked is nothing that others would find.
    private static @Nullable Answer lock(Path lock, OwnerProcess me) throws IOException {
        FileChannel channel =
                FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FileLock got;
        try {
            got = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            KEPT_OPEN.add(channel);
            return heldBy(lock, described(lock));
        }
        if (got == null) {
            channel.close();
            return heldBy(lock, awaitDescribed(lock));
        }
        try {
            OwnerProcess other = described(lock);
            if (other != null && !other.born().equals(me.born())) {
                channel.close();
                return heldBy(lock, other);
            }
            if (!isOf(lock, channel, me)) {
                channel.close();
                return null;
            }
            FaultPoint.OWNERSHIP.before();
            describe(lock, me);
            FaultPoint.OWNERSHIP.after();
            return new Held(lock, channel, me);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// Whether the file that was locked is still the one of that name: written through one, seen through the other.
    private static boolean isOf(Path lock, FileChannel channel, OwnerProcess me) throws IOException {
        byte[] line =
                ("locked by process " + me.pid() + " since " + me.since() + "\n").getBytes(StandardCharsets.UTF_8);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(line), 0);
        try {
            return Files.readAttributes(lock, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .size()
                    == line.length;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static Path description(Path lock) {
        return lock.resolveSibling(lock.getFileName() + ".holder");
    }

    private static void describe(Path lock, OwnerProcess me) throws IOException {
        Path draft = lock.resolveSibling(lock.getFileName() + ".holder-" + me.pid());
        Files.writeString(draft, me.lines());
        try {
            Files.move(draft, description(lock), StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, description(lock), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /// A new owner describes itself right after it got the lock; what is there before is of the owner before it.
    private static @Nullable OwnerProcess awaitDescribed(Path lock) {
        Predicate<OwnerProcess> owner = holder -> holder.alive() || holder.foreign();
        OwnerProcess holder = description(lock, owner);
        for (int tries = 0; holder == null && tries < 20; tries++) {
            LockSupport.parkNanos(10_000_000);
            holder = description(lock, owner);
        }
        return holder;
    }

    /// Who says to be the owner, if exactly that process still runs.
    private static @Nullable OwnerProcess described(Path lock) {
        return description(lock, OwnerProcess::alive);
    }

    private static @Nullable OwnerProcess description(Path lock, Predicate<OwnerProcess> wanted) {
        try {
            OwnerProcess holder = OwnerProcess.read(Files.readString(description(lock)));
            return holder != null && wanted.test(holder) ? holder : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static String owner(Path lock) {
        try {
            return ", it belongs to "
                    + Files.getOwner(lock, LinkOption.NOFOLLOW_LINKS).getName();
        } catch (IOException e) {
            return "";
        }
    }

    private static HeldBy heldBy(Path lock, @Nullable OwnerProcess holder) {
        return new HeldBy("lock file " + lock, holder);
    }

    private static final class Held implements Lease {
        private final Path lock;
        private final FileChannel channel;
        private final OwnerProcess me;
        private final @Nullable Object key;

        Held(Path lock, FileChannel channel, OwnerProcess me) {
            this.lock = lock;
            this.channel = channel;
            this.me = me;
            this.key = SqliteFiles.key(lock);
        }

        @Override
        public OwnerProcess holder() {
            return me;
        }

        @Override
        public boolean intact() {
            return key != null && key.equals(SqliteFiles.key(lock));
        }

        /// The lock file stays: removing it could take the lock from the next holder.
        @Override
        public void close() {
            synchronized (OURS) {
                if (!OURS.remove(lock, this)) {
                    return;
                }
                try {
                    Files.deleteIfExists(description(lock));
                } catch (IOException e) {
                    throw new CannotOwn(lock, "its description cannot be removed: " + e, e);
                } finally {
                    release();
                }
            }
        }

        private void release() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new CannotOwn(lock, "it cannot be released: " + e, e);
            }
        }
    }
}
