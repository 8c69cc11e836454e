package dev.ralph.attempt;

import dev.ralph.bus.Bus;
import dev.ralph.bus.BusMessage;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Declaration;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.TaskFolder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The marker files in a task's folder, and wishes to wait on its bus.
public final class MarkerFiles {
    private static final String WAIT_TYPE = "wait_without_restart";
    private static final int MESSAGES_LOOKED_AT = 1000;
    private static final int MOST_LOOKED_AT = 16 << 20;
    private static final int MOST_LINES = 200;
    private static final int MOST_BYTES = 16 << 10;

    private final TaskFolder task;
    private final InstantSource clock;
    private final Set<Signal> counting;
    private long busMark;

    /// All of them count.
    public MarkerFiles(TaskFolder task, InstantSource clock) {
        this(task, clock, ConversationPolicy.EVERY_SIGNAL);
    }

    /// @param counting the others are not looked for
    public MarkerFiles(TaskFolder task, InstantSource clock, Set<Signal> counting) {
        this.task = task;
        this.clock = clock;
        this.counting = counting;
    }

    /// What the marker files ask for, if anything.
    public Optional<Event> look() {
        if (exists(task.path().resolve("CANCELLED"))) {
            return Optional.of(new Event.StopRequested(StopKind.CANCEL, "the file CANCELLED"));
        }
        if (exists(task.path().resolve("STOP-REQUESTED"))) {
            return Optional.of(new Event.StopRequested(StopKind.STOP, "the file STOP-REQUESTED"));
        }
        return lookForDone()
                .or(() -> counting.contains(Signal.WAIT_MARKER) && exists(task.waitMarker())
                        ? Optional.of(new Event.SignalSeen(Signal.WAIT_MARKER, now()))
                        : Optional.empty());
    }

    /// A wish to stop, whatever else the files ask for.
    public Optional<Event.StopRequested> lookForStop() {
        return look().filter(Event.StopRequested.class::isInstance).map(Event.StopRequested.class::cast);
    }

    public Optional<Event> lookForDone() {
        if (!counting.contains(Signal.DONE)) {
            return Optional.empty();
        }
        try {
            // Asked all the time, and the usual answer is no: Files.readAttributes would throw for it.
            Path done = task.done();
            BasicFileAttributes found =
                    done.getFileSystem().provider().readAttributesIfExists(done, BasicFileAttributes.class);
            if (found == null) {
                return Optional.empty();
            }
            return Optional.of(
                    found.isDirectory()
                            ? new Event.TroubleFound(
                                    new Reason.DoneIsFolder(task.done().toString()))
                            : new Event.SignalSeen(Signal.DONE, now()));
        } catch (NotDirectoryException missing) {
            return Optional.empty();
        } catch (IOException unreadable) {
            return Optional.of(new Event.TroubleFound(
                    new Reason.Broken("cannot look for " + task.done() + ": " + FileErrorText.words(unreadable))));
        }
    }

    /// An attempt begins: wishes to wait that are on the bus already are not its own.
    void attemptBegins() {
        busMark = busSize();
    }

    /// The signal an attempt left behind. DONE counts most, a wish to wait least.
    ///
    /// @param since    when it was started
    /// @param declared see [#declared]
    @Nullable
    Signal leftBy(Instant since, int exitCode, @Nullable Declaration declared) {
        if (lookForDone().orElse(null) instanceof Event.SignalSeen) {
            return Signal.DONE;
        }
        if (declared != null && declared.blocker() != null) {
            return Signal.GAVE_UP;
        }
        if (exitCode == 42 && counting.contains(Signal.WAIT_EXIT)) {
            return Signal.WAIT_EXIT;
        }
        if (counting.contains(Signal.WAIT_MARKER) && exists(task.waitMarker())) {
            return Signal.WAIT_MARKER;
        }
        return counting.contains(Signal.WAIT_MESSAGE) && waitMessage(since) ? Signal.WAIT_MESSAGE : null;
    }

    /// What an attempt declared in files, null where that is nothing.
    public @Nullable Declaration declared(RunFolder run) {
        try {
            return lookForDone().orElse(null) instanceof Event.SignalSeen
                    ? AttemptTools.done(task)
                    : AttemptTools.blocked(run);
        } catch (IOException unreadable) {
            return null;
        }
    }

    /// What stands beside a wish to wait: in the marker file, or in the last such message on the bus.
    public String question(Signal signal) throws IOException {
        return switch (signal) {
            case WAIT_MARKER -> LenientText.tail(task.waitMarker(), MOST_LINES, MOST_BYTES);
            case WAIT_MESSAGE -> {
                List<BusMessage> messages = new Bus(task.bus(), clock).last(MESSAGES_LOOKED_AT);
                yield messages.reversed().stream()
                        .filter(MarkerFiles::asksToWait)
                        .map(BusMessage::body)
                        .findFirst()
                        .orElse("");
            }
            case WAIT_EXIT, DONE, PROMISE, GAVE_UP, ENDED -> "";
        };
    }

    /// Puts DONE aside. Doing it again changes nothing.
    ///
    /// @return the name it has now, empty where there was none
    public String refuse(int attempt) throws IOException {
        Path aside = task.path().resolve("DONE.rejected-" + attempt);
        for (int again = 2; exists(aside) && exists(task.done()); again++) {
            aside = task.path().resolve("DONE.rejected-" + attempt + "." + again);
        }
        if (exists(task.done())) {
            FaultPoint.REFUSE.before();
            Files.move(task.done(), aside);
            FaultPoint.REFUSE.after();
        }
        return exists(aside) ? aside.getFileName().toString() : "";
    }

    public void clearWait() throws IOException {
        FaultPoint.CLEAR_WAIT.before();
        Files.deleteIfExists(task.waitMarker());
        FaultPoint.CLEAR_WAIT.after();
    }

    /// Left-over wishes to stop do not bind a loop that somebody starts anew.
    public void clearStops() throws IOException {
        FaultPoint.CLEAR_STOPS.before();
        Files.deleteIfExists(task.path().resolve("STOP-REQUESTED"));
        FaultPoint.CLEAR_STOPS.inside();
        Files.deleteIfExists(task.path().resolve("CANCELLED"));
        FaultPoint.CLEAR_STOPS.after();
    }

    public Instant now() {
        return clock.instant();
    }

    /// Whether the run asked to wait. What stood on the bus when it began was for an earlier one; where the bus is
    /// shorter now, as after a rotation, times decide, which carry seconds only.
    private boolean waitMessage(Instant since) {
        try {
            long size = busSize();
            if (size == busMark) {
                return false;
            }
            Bus bus = new Bus(task.bus(), clock);
            if (size < busMark || size - busMark > MOST_LOOKED_AT) {
                Instant from = since.truncatedTo(ChronoUnit.SECONDS);
                return bus.last(MESSAGES_LOOKED_AT).stream()
                        .anyMatch(
                                message -> asksToWait(message) && !message.at().isBefore(from));
            }
            return mentionsWaiting((int) (size - busMark))
                    && bus.readFrom(busMark).stream().anyMatch(MarkerFiles::asksToWait);
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static boolean asksToWait(BusMessage message) {
        return message.type().equalsIgnoreCase(WAIT_TYPE);
    }

    /// Whether what was added to the bus since the attempt began contains the word at all: reading messages costs a
    /// hundred times more than looking for it, and hardly any attempt says it.
    private boolean mentionsWaiting(int length) throws IOException {
        byte[] added = new byte[length];
        try (RandomAccessFile bus = new RandomAccessFile(task.bus().toFile(), "r")) {
            bus.seek(busMark);
            bus.readFully(added);
        }
        return new String(added, StandardCharsets.ISO_8859_1)
                .toLowerCase(Locale.ROOT)
                .contains(WAIT_TYPE);
    }

    private long busSize() {
        return task.bus().toFile().length();
    }

    private static boolean exists(Path path) {
        return Files.exists(path);
    }
}
