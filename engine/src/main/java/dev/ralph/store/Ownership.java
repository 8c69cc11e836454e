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

/// Something that only one process has at a time.
///
/// It promises:
/// 1. At most one owner of a key, among all processes of this machine and all threads of this one.
/// 2. Whatever ends the owner's process also ends its ownership, at once: the lock is the kernel's, and no pid that
/// was written down is believed unless that very process still runs.
/// 3. Deleting the lock file takes the ownership from nobody while the description beside it is left; where both
/// are deleted, the journal still lets only one of two owners write.
public final class Ownership implements Claim, AutoCloseable {
    private static final Map<Path, Ownership> OURS = new HashMap<>();
    /// Closing any channel of a file drops every lock this process has on that file, so these stay open.
    private static final List<FileChannel> KEPT_OPEN = new ArrayList<>();

    private final Path lock;
    private final FileChannel channel;
    private final Holder me;
    private final @Nullable Object key;

    private Ownership(Path lock, FileChannel channel, Holder me) {
        this.lock = lock;
        this.channel = channel;
        this.me = me;
        this.key = SqliteHome.key(lock);
    }

    /// Makes this process the owner of `key`, or says who is. Does not wait.
    ///
    /// @param locks the folder of lock files, made when it is missing
    /// @throws CannotOwn when the lock file cannot be used
    public static Claim acquire(Path locks, String key, Holder me) {
        if (key.isEmpty() || key.startsWith(".") || key.indexOf('/') >= 0 || key.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("`" + key + "` is no name for a lock");
        }
        Path lock = locks.resolve(key + ".lock");
        try {
            Files.createDirectories(locks);
            lock = locks.toRealPath().resolve(key + ".lock");
            return claim(lock, me);
        } catch (AccessDeniedException e) {
            throw new CannotOwn(lock, "this user may not write it" + owner(lock) + "; change its owner or mode", e);
        } catch (IOException e) {
            throw new CannotOwn(lock, e.toString(), e);
        }
    }

    /// Who owns `key` at this moment, without asking for it.
    public static Optional<Holder> whoHolds(Path locks, String key) {
        Path lock = locks.resolve(key + ".lock");
        Holder holder = description(lock, Holder::alive);
        return Optional.ofNullable(holder != null ? holder : foreigner(lock));
    }

    /// The owner in another PID namespace. Its pid says nothing here, but the kernel's lock does.
    private static @Nullable Holder foreigner(Path lock) {
        Holder holder = description(lock, Holder::foreign);
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

    private static Claim claim(Path lock, Holder me) throws IOException {
        synchronized (OURS) {
            Ownership ours = OURS.get(lock);
            if (ours != null) {
                return new HeldBy(lock, ours.me);
            }
            if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
                throw new CannotOwn(lock, "it is no plain file; somebody put it there, remove it", null);
            }
            for (int tries = 0; tries < 10; tries++) {
                Claim claim = lock(lock, me);
                if (claim instanceof Ownership mine) {
                    OURS.put(lock, mine);
                }
                if (claim != null) {
                    return claim;
                }
            }
            throw new CannotOwn(lock, "somebody deletes it again and again", null);
        }
    }

    /// Null when the file was deleted meanwhile: what was locked is nothing that others would find.
    private static @Nullable Claim lock(Path lock, Holder me) throws IOException {
        FileChannel channel =
                FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FileLock got;
        try {
            got = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            KEPT_OPEN.add(channel);
            return new HeldBy(lock, described(lock));
        }
        if (got == null) {
            channel.close();
            return new HeldBy(lock, awaitDescribed(lock));
        }
        try {
            Holder other = described(lock);
            if (other != null && !other.born().equals(me.born())) {
                channel.close();
                return new HeldBy(lock, other);
            }
            if (!isOf(lock, channel, me)) {
                channel.close();
                return null;
            }
            FaultPoint.OWNERSHIP.before();
            describe(lock, me);
            FaultPoint.OWNERSHIP.after();
            return new Ownership(lock, channel, me);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// Whether the file that was locked is still the one of that name: written through one, seen through the other.
    private static boolean isOf(Path lock, FileChannel channel, Holder me) throws IOException {
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

    private static void describe(Path lock, Holder me) throws IOException {
        Path draft = lock.resolveSibling(lock.getFileName() + ".holder-" + me.pid());
        Files.writeString(draft, me.lines());
        try {
            Files.move(draft, description(lock), StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, description(lock), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /// A new owner describes itself right after it got the lock; what is there before is of the owner before it.
    private static @Nullable Holder awaitDescribed(Path lock) {
        Predicate<Holder> owner = holder -> holder.alive() || holder.foreign();
        Holder holder = description(lock, owner);
        for (int tries = 0; holder == null && tries < 20; tries++) {
            LockSupport.parkNanos(10_000_000);
            holder = description(lock, owner);
        }
        return holder;
    }

    /// Who says to be the owner, if exactly that process still runs.
    private static @Nullable Holder described(Path lock) {
        return description(lock, Holder::alive);
    }

    private static @Nullable Holder description(Path lock, Predicate<Holder> wanted) {
        try {
            Holder holder = Holder.read(Files.readString(description(lock)));
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

    public Holder holder() {
        return me;
    }

    /// Whether the lock file is still where it was; when it is not, another process may believe nobody owns this.
    public boolean intact() {
        return key != null && key.equals(SqliteHome.key(lock));
    }

    /// Gives it up. The lock file stays: removing it could take the lock from the next owner.
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
