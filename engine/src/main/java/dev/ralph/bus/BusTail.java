package dev.ralph.bus;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Follows a bus. One thread at a time may use it. A tail promises:
/// 1. Each message is delivered once, in file order; what a slow writer puts into a file just rotated comes late, but
/// comes.
/// 2. Rotation, deletion and replacement of the file are survived; a copy put in its place (an editor does that) is not
///    delivered again, as long as it holds the last message delivered.
/// 3. Memory does not grow with the file.
/// 4. An interrupt ends the waiting with an [InterruptedException]; the tail can be used further.
public final class BusTail implements AutoCloseable {
    private static final int MOST_AT_ONCE = 1_000;
    private static final int MOST_FILES = 8;
    private static final Duration OLD = Duration.ofMinutes(1);

    private final Path file;
    private final BusArchives archives;
    private final FolderWatch watch;
    private final List<BusFileFollower> followers = new ArrayList<>();
    private final List<BusWarning> warnings = new ArrayList<>();
    private @Nullable Path newestArchive;
    private @Nullable String lastId;

    private BusTail(Path file, BusArchives archives) {
        this.file = file.toAbsolutePath();
        this.archives = archives;
        this.watch = new FolderWatch(Objects.requireNonNullElse(this.file.getParent(), this.file));
    }

    static BusTail after(Path file, BusArchives archives, @Nullable String since) throws IOException {
        BusTail tail = new BusTail(file, archives);
        boolean found = false;
        try {
            while (!tail.begin(since)) {
                Path newest = tail.newestArchive;
                if (Objects.equals(newest, tail.newest())) throw new UnknownMessage(file, String.valueOf(since));
                tail.forgetFollowers(); // rotated while we searched
            }
            tail.lastId = since;
            found = true;
            return tail;
        } finally {
            if (!found) tail.close();
        }
    }

    static BusTail fromNow(Path file, BusArchives archives) throws IOException {
        BusTail tail = after(file, archives, null);
        for (BusFileFollower follower : tail.followers) follower.moveToEnd();
        return tail;
    }

    /// What has come since the last call, at most a thousand messages; empty if there is nothing new.
    public List<BusMessage> poll() throws IOException {
        return take(false);
    }

    /// Waits for new messages.
    ///
    /// @return at least one message, or none if the time has passed
    public List<BusMessage> await(Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            if (Thread.interrupted()) throw new InterruptedException();
            boolean lookAgain = watch.begin();
            List<BusMessage> messages = poll();
            if (!messages.isEmpty()) return messages;
            long left = deadline - System.nanoTime();
            if (left <= 0) return messages;
            if (!lookAgain) watch.await(Duration.ofNanos(left));
        }
    }

    /// What had to be stepped over since the last call.
    public List<BusWarning> takeWarnings() {
        List<BusWarning> taken = List.copyOf(warnings);
        warnings.clear();
        return taken;
    }

    @Override
    public void close() throws IOException {
        forgetFollowers();
        watch.close();
    }

    /// All that is there now, also a last message that might still grow.
    List<BusMessage> everything() throws IOException {
        List<BusMessage> all = new ArrayList<>();
        for (List<BusMessage> some = take(true); !some.isEmpty(); some = take(true)) all.addAll(some);
        return all;
    }

    private List<BusMessage> take(boolean evenIfGrowing) throws IOException {
        noticeReplacement();
        List<BusMessage> messages = new ArrayList<>();
        for (BusFileFollower follower : followers) {
            while (messages.size() < MOST_AT_ONCE) {
                BusMessage message = follower.next(evenIfGrowing, lastId);
                if (message == null) break;
                messages.add(message);
                lastId = message.id();
            }
            warnings.addAll(follower.takeWarnings());
        }
        if (messages.size() < MOST_AT_ONCE) giveUpOldFiles();
        return messages;
    }

    /// Archives are listed before the file is opened: what is rotated in between is then an archive not yet known.
    private boolean begin(@Nullable String since) throws IOException {
        List<Path> old = archives.list();
        newestArchive = old.isEmpty() ? null : old.getLast();
        BusFileFollower current = BusFileFollower.of(file);
        if (current != null) followers.add(current);
        if (since == null || (current != null && current.moveAfter(since))) return true;
        for (int i = old.size() - 1; i >= 0; i--) {
            BusFileFollower archive = BusFileFollower.of(old.get(i));
            if (archive == null) continue;
            followers.addFirst(archive);
            if (archive.moveAfter(since)) return true;
        }
        return false;
    }

    private @Nullable Path newest() throws IOException {
        List<Path> list = archives.list();
        return list.isEmpty() ? null : list.getLast();
    }

    private void noticeReplacement() throws IOException {
        Object key = BusFileFollower.keyOf(file);
        if (key == null) followNewArchives(); // perhaps written and rotated since we looked
        while (key != null && (followers.isEmpty() || !followers.getLast().is(key))) {
            BusFileFollower current = BusFileFollower.of(file);
            boolean rotated = followNewArchives();
            if (current != null) follow(current, rotated);
            key = BusFileFollower.keyOf(file);
        }
    }

    /// Rotated files are given up late: a writer that was asleep in between may still write into one.
    private void giveUpOldFiles() throws IOException {
        while (followers.size() > MOST_FILES && followers.getFirst().quietFor(OLD))
            followers.removeFirst().close();
    }

    private void follow(BusFileFollower current, boolean rotated) throws IOException {
        for (BusFileFollower known : followers) {
            if (known.is(current.key())) {
                current.close(); // just archived
                return;
            }
        }
        if (!rotated && lastId != null) current.moveAfter(lastId);
        current.takeWarnings();
        followers.add(current);
    }

    /// True if there were some.
    private boolean followNewArchives() throws IOException {
        boolean some = false;
        for (Path archive : archives.list()) {
            if (newestArchive != null && archive.compareTo(newestArchive) <= 0) continue;
            newestArchive = archive;
            BusFileFollower follower = BusFileFollower.of(archive);
            if (follower == null) continue;
            some = true;
            boolean known = followers.stream().anyMatch(f -> f.is(follower.key()));
            if (known) follower.close();
            else followers.add(follower);
        }
        return some;
    }

    private void forgetFollowers() throws IOException {
        for (BusFileFollower follower : followers) follower.close();
        followers.clear();
    }
}
