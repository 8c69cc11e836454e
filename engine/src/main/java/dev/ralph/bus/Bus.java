package dev.ralph.bus;

import dev.ralph.fault.FaultPoint;
import dev.ralph.paths.UnlinkedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A message bus: one append-only Markdown file for any number of processes, without a daemon and without locks.
///
/// ```java
/// Bus bus = new Bus(Path.of("TASK-MESSAGE-BUS.md"), InstantSource.system());
/// BusMessage question = bus.post(MessageDraft.of("QUESTION", "shop", "Which currency?"));
/// List<BusMessage> answers = bus.readingSince(question.id()).messages();
/// ```
///
/// The bus promises:
/// 1. A message returned by [#post(MessageDraft)] survives a power cut, and every reader sees it whole.
/// 2. Any number of processes may post, read, follow and rotate at once; none waits for another, nothing is lost.
/// 3. A writer killed in the middle of a post leaves at most one torn record, which readers step over.
/// 4. All readers see the messages in one order: that of the file.
///
/// A bus holds no open file and needs no closing. For many threads of one process that post much, see [GroupBus].
public final class Bus {
    private static final long FIRST_LOOK_BACK = 64 << 10;

    private final Path file;
    private final @Nullable Path home;
    private final InstantSource clock;
    private final BusAppender appender;
    private final BusArchives archives;

    public Bus(Path file, InstantSource clock) {
        this(file, null, clock);
    }

    /// @param home a folder above the file that must be there: what is missing below it is made, it is not; and no link
    ///             below it is followed
    public static Bus below(Path home, Path file, InstantSource clock) {
        return new Bus(file, home, clock);
    }

    private Bus(Path file, @Nullable Path home, InstantSource clock) {
        this.file = file;
        this.home = home;
        this.clock = clock;
        this.appender = new BusAppender(file, home);
        this.archives = new BusArchives(file);
    }

    /// Appends a message; it is on the disk when this returns.
    public BusMessage post(MessageDraft draft) throws IOException {
        return post(draft, Durability.NOW);
    }

    public BusMessage post(MessageDraft draft, Durability durability) throws IOException {
        return post(List.of(draft), durability).getFirst();
    }

    /// Appends several messages with one write, in their order.
    public List<BusMessage> post(List<MessageDraft> drafts, Durability durability) throws IOException {
        if (drafts.isEmpty()) return List.of();
        List<BusMessage> messages = new ArrayList<>(drafts.size());
        List<BusAppender.Item> items = new ArrayList<>(drafts.size());
        for (MessageDraft draft : drafts) {
            Instant at = clock.instant();
            BusMessage message = BusMessage.of(MessageIds.next(at), at, draft);
            messages.add(message);
            items.add(new BusAppender.Item(message));
        }
        FaultPoint.BUS_POST.before(drafts.getFirst().type());
        appender.append(items, durability);
        FaultPoint.BUS_POST.after(drafts.getFirst().type());
        return messages;
    }

    /// All messages of the file, oldest first; a file that is not there has none.
    public List<BusMessage> read() throws IOException {
        return reading().messages();
    }

    /// All messages of the file, and what had to be stepped over.
    public BusReading reading() throws IOException {
        List<BusMessage> messages = new ArrayList<>();
        List<BusWarning> warnings = scan(messages::add);
        return new BusReading(messages, warnings);
    }

    /// Gives all messages of the file to `each`, one after the other, for files larger than memory.
    ///
    /// @return what had to be stepped over
    public List<BusWarning> scan(Consumer<BusMessage> each) throws IOException {
        BusReader reader = openedOrNull();
        if (reader == null) return List.of();
        try (reader) {
            for (BusMessage m = reader.next(); m != null; m = reader.next()) each.accept(m);
            return reader.takeWarnings();
        }
    }

    /// The messages after the one with this id, oldest first, also if that one has been rotated away meanwhile, and
    /// what had to be stepped over.
    ///
    /// @throws UnknownMessage if neither the file nor an archive has it
    public BusReading readingSince(String id) throws IOException {
        try (BusTail tail = tail(id)) {
            List<BusMessage> messages = tail.everything();
            return new BusReading(messages, tail.takeWarnings());
        }
    }

    /// The newest `count` messages of the file, oldest of them first. Reads the file's end only, however large it is.
    public List<BusMessage> last(int count) throws IOException {
        return readingLast(count).messages();
    }

    /// The newest `count` messages of the file, and what had to be stepped over in the part that was read for them.
    public BusReading readingLast(int count) throws IOException {
        if (count < 1)
            throw new IllegalArgumentException("The number of messages must be 1 or more, not " + count + ".");
        BusReader reader = openedOrNull();
        if (reader == null) return new BusReading(List.of(), List.of());
        try (reader) {
            long size = reader.size();
            for (long back = FIRST_LOOK_BACK; back < size; back *= 4) {
                reader.moveTo(size - back);
                reader.alignToRecord();
                List<BusMessage> found = newest(reader, count);
                List<BusWarning> warnings = reader.takeWarnings();
                if (found.size() == count) return new BusReading(found, warnings);
            }
            reader.moveTo(0);
            List<BusMessage> all = newest(reader, count);
            return new BusReading(all, reader.takeWarnings());
        }
    }

    /// The messages from this byte of the file on, oldest first: what was added since the file had that size.
    public List<BusMessage> readFrom(long offset) throws IOException {
        BusReader reader = openedOrNull();
        if (reader == null) return List.of();
        try (reader) {
            reader.moveTo(offset);
            List<BusMessage> messages = new ArrayList<>();
            for (BusMessage m = reader.next(); m != null; m = reader.next()) messages.add(m);
            return messages;
        }
    }

    /// Follows the bus.
    ///
    /// @param since the last message already known; null to begin with the first one of the file
    /// @throws UnknownMessage if neither the file nor an archive has it
    public BusTail tail(@Nullable String since) throws IOException {
        return BusTail.after(file, archives, since);
    }

    /// Follows the bus from now on, leaving out what is there already.
    public BusTail tailNew() throws IOException {
        return BusTail.fromNow(file, archives);
    }

    /// Renames the file to `<file>.<YYYYMMDD-HHMMSS>.archived` if it has more bytes than that; the next post begins a
    /// new one.
    ///
    /// @return the archive, if there was need for one
    public Optional<Path> rotate(long maxBytes) throws IOException {
        if (maxBytes < 0)
            throw new IllegalArgumentException("The size to rotate at must not be negative: " + maxBytes + ".");
        return Optional.ofNullable(archives.rotate(maxBytes, clock));
    }

    private static List<BusMessage> newest(BusReader reader, int count) throws IOException {
        ArrayDeque<BusMessage> newest = new ArrayDeque<>();
        for (BusMessage m = reader.next(); m != null; m = reader.next()) {
            if (newest.size() == count) newest.removeFirst();
            newest.addLast(m);
        }
        return List.copyOf(newest);
    }

    private @Nullable BusReader openedOrNull() throws IOException {
        if (home != null) UnlinkedFiles.require(home.toAbsolutePath(), file.toAbsolutePath());
        return openedOrNull(file);
    }

    static @Nullable BusReader openedOrNull(Path path) throws IOException {
        if (!Files.exists(path)) return null;
        try {
            return new BusReader(path);
        } catch (IOException e) {
            if (Files.exists(path)) throw unreadable(path, e);
            return null; // rotated or deleted just now
        }
    }

    private static IOException unreadable(Path path, IOException cause) {
        if (cause instanceof NoSuchFileException) return cause;
        return new IOException(
                "The message bus " + path + " cannot be read: " + cause.getMessage()
                        + ". Check that it is a readable file.",
                cause);
    }
}
