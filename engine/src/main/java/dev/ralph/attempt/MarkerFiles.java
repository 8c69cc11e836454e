package dev.ralph.attempt;

import dev.ralph.bus.Bus;
import dev.ralph.bus.BusMessage;
import dev.ralph.environment.InheritedVariables;
import dev.ralph.environment.SecretFilter;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Declaration;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.UnlinkedFiles;
import java.io.IOException;
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
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The marker files in a task's folder, and wishes to wait on its bus.
public final class MarkerFiles {
    private static final String WAIT_TYPE = "wait_without_restart";
    private static final int MESSAGES_LOOKED_AT = 1000;
    private static final int MOST_LOOKED_AT = 16 << 20;
    private static final int SLACK = 1 << 16; // others may post meanwhile
    private static final int MOST_LINES = 200;
    private static final int MOST_BYTES = 16 << 10;

    private final TaskFolder task;
    private final InstantSource clock;
    private final Set<Signal> counting;
    private final Stops stops;
    private final Supplier<UnaryOperator<String>> scrubber;
    private long busMark;

    private enum Stops {
        COUNT,
        /// Who stops a task of a list says so to Ralph: in the folder of a stage only its agent writes, and what waits
        /// for the task would begin.
        IGNORED
    }

    /// All of them count.
    public MarkerFiles(TaskFolder task, InstantSource clock) {
        this(task, clock, ConversationPolicy.EVERY_SIGNAL, Stops.COUNT, UnaryOperator::identity);
    }

    private MarkerFiles(
            TaskFolder task,
            InstantSource clock,
            Set<Signal> counting,
            Stops stops,
            Supplier<UnaryOperator<String>> scrubber) {
        this.task = task;
        this.clock = clock;
        this.counting = counting;
        this.stops = stops;
        this.scrubber = scrubber;
    }

    /// Those of a loop: signals that do not count are not looked for, and secrets are taken out of what agents say in
    /// them, because that is told to others.
    public static MarkerFiles of(LoopPaths paths, Policy policy, InheritedVariables environment, InstantSource clock) {
        return new MarkerFiles(
                paths.task(),
                clock,
                policy.conversation().signals(),
                paths.head().isStage() ? Stops.IGNORED : Stops.COUNT,
                () -> new SecretFilter(policy.confinement(), environment).cleaning());
    }

    /// What the marker files ask for, if anything.
    public Optional<Event> look() {
        Optional<Event.StopRequested> stop = lookForStop();
        if (stop.isPresent()) {
            return Optional.of(stop.get());
        }
        return lookForDone()
                .or(() -> counting.contains(Signal.WAIT_MARKER) && exists(task.waitMarker())
                        ? Optional.of(new Event.SignalSeen(Signal.WAIT_MARKER, now()))
                        : Optional.empty());
    }

    /// A wish to stop, whatever else the files ask for.
    public Optional<Event.StopRequested> lookForStop() {
        if (stops == Stops.COUNT && exists(task.path().resolve("CANCELLED"))) {
            return Optional.of(new Event.StopRequested(StopKind.CANCEL, "the file CANCELLED"));
        }
        return stops == Stops.COUNT && exists(task.path().resolve("STOP-REQUESTED"))
                ? Optional.of(new Event.StopRequested(StopKind.STOP, "the file STOP-REQUESTED"))
                : Optional.empty();
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
            Declaration said = lookForDone().orElse(null) instanceof Event.SignalSeen
                    ? AttemptTools.done(task)
                    : AttemptTools.blocked(run);
            return said == null ? null : scrubbed(said);
        } catch (IOException unreadable) {
            return null;
        }
    }

    /// What it declared, where it cannot continue; where it only said so by its promise, its words beside that.
    ///
    /// @param words null where there are none
    public @Nullable Declaration blocked(@Nullable Declaration declared, @Nullable String words) {
        if (declared != null || words == null) {
            return declared;
        }
        String clean = scrubber.get().apply(words);
        int from = Math.max(0, clean.length() - Declaration.LONGEST);
        return new Declaration(List.of(), null, clean.substring(from));
    }

    private Declaration scrubbed(Declaration said) {
        UnaryOperator<String> clean = scrubber.get();
        String summary = said.summary();
        String blocker = said.blocker();
        return new Declaration(
                said.artifacts().stream().map(clean).toList(),
                summary == null ? null : clean.apply(summary),
                blocker == null ? null : clean.apply(blocker));
    }

    /// What an agent says, without secrets.
    public List<String> scrubbed(List<String> words) {
        return words.isEmpty() ? words : words.stream().map(scrubber.get()).toList();
    }

    /// What stands beside a wish to wait: in the marker file, or in the last such message on the bus.
    public String question(Signal signal) throws IOException {
        return switch (signal) {
            case WAIT_MARKER -> LenientText.tail(task.home(), task.waitMarker(), MOST_LINES, MOST_BYTES);
            case WAIT_MESSAGE -> {
                List<BusMessage> messages = bus().last(MESSAGES_LOOKED_AT);
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
            Bus bus = bus();
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

    private Bus bus() {
        return Bus.below(task.home(), task.bus(), clock);
    }

    private static boolean asksToWait(BusMessage message) {
        return message.type().equalsIgnoreCase(WAIT_TYPE);
    }

    /// Whether what was added to the bus since the attempt began contains the word at all: reading messages costs a
    /// hundred times more than looking for it, and hardly any attempt says it.
    private boolean mentionsWaiting(int length) throws IOException {
        byte[] added = UnlinkedFiles.end(task.home(), task.bus(), length + SLACK);
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
