package dev.ralph.session;

import dev.ralph.disk.LockFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The loops of one working folder, on disk.
///
/// Each session has a file of its own in `ralph-loop-sessions/`. The newest loop also lies at the path and in the form
/// of the specification, `.supercoin/ralph-loop-state.json`, and there people may look at it, change it, and delete it.
///
/// The states promise:
/// 1. What [#start], [#advance] and [#clear] report as done survives the end of the process, and what they do not
///    report as done may have happened or not, but never half.
/// 2. A loop that was cleared, or whose file at the documented path was deleted, never comes back: whatever is newer
///    than the loop at the documented path is void. A loop is written to its own file first and cleared from the
///    documented path first, so a process that dies in between leaves something void.
/// 3. [#advance] counts an iteration only if nobody counted, cleared or restarted the loop meanwhile, in whatever
///    process.
/// 4. A damaged file is told about and harms no other loop; at the documented path it harms none at all.
final class LoopStates {
    static final String FILE = "ralph-loop-state.json";
    static final String FOLDER = ".supercoin";

    /// Nobody has more loops at once; an agent that makes files by the million costs no more than this.
    private static final int MOST = 1000;

    /// @param messages how many messages the session had when the loop began
    record Stored(RalphLoopState state, int messages) {
        static final int UNKNOWN = -1;
    }

    private final StateFile documented;
    private final Path sessions;
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(5);

    private final Path lock;
    private final RelatedLoopFiles relatives;
    private final Consumer<LogLine> log;

    LoopStates(Path workdir, @Nullable Path stateDir, Consumer<LogLine> log) {
        Path folder = stateDir == null ? workdir.resolve(FOLDER) : stateDir;
        this.documented = new StateFile(folder.resolve(FILE));
        this.sessions = folder.resolve("ralph-loop-sessions");
        this.lock = folder.resolve("ralph-loop-state.lock");
        this.relatives = new RelatedLoopFiles(workdir, log);
        this.log = log;
    }

    /// The loop of a session, null when it has none.
    @Nullable
    Stored of(String session) {
        Documented shown = documented();
        Stored own = own(SessionFileName.of(session));
        if (own != null && !own.state().sessionId().equals(session)) {
            own = null;
        }
        if (shown.state() != null && shown.state().sessionId().equals(session)) {
            return merged(shown.state(), own);
        }
        if (own != null) {
            return shown.allows(own.state()) ? own : null;
        }
        RalphLoopState imported = relatives.of(session);
        return imported == null ? null : new Stored(imported, Stored.UNKNOWN);
    }

    /// The newest loop of all, null when there is none.
    @Nullable
    RalphLoopState newest() {
        List<RalphLoopState> all = all();
        return all.isEmpty() ? null : all.getFirst();
    }

    /// Every loop, the newest first.
    List<RalphLoopState> all() {
        List<RalphLoopState> all = new ArrayList<>();
        Documented shown = documented();
        if (shown.state() != null) {
            Stored whole = of(shown.state().sessionId());
            all.add(whole == null ? shown.state() : whole.state());
        }
        Predicate<RalphLoopState> isNew =
                state -> all.stream().noneMatch(a -> a.sessionId().equals(state.sessionId()));
        owns(shown).stream()
                .filter(isNew)
                .sorted(Comparator.comparing(RalphLoopState::startedAt).reversed())
                .forEach(all::add);
        relatives.all().stream().filter(isNew).forEach(all::add);
        return all;
    }

    /// Begins a loop in place of the one that the session may have; null when that cannot be stored.
    @Nullable
    RalphLoopState start(RalphLoopState wanted, int messages) {
        return locked("write", () -> {
            RalphLoopState state = newer(wanted);
            removeVoid();
            save(new Stored(state, messages));
            return state;
        });
    }

    /// Counts an iteration; null when the loop is no longer what was expected, or that cannot be stored.
    @Nullable
    RalphLoopState advance(RalphLoopState expected, Instant now) {
        return locked("write", () -> {
            Stored current = of(expected.sessionId());
            if (current == null
                    || !current.state().active()
                    || !current.state().isSameLoop(expected)
                    || current.state().iteration() != expected.iteration()) {
                return null;
            }
            RalphLoopState next = current.state().next(now);
            save(new Stored(next, current.messages()));
            return next;
        });
    }

    /// Ends a loop; null when it was gone, or replaced, or cannot be removed.
    @Nullable
    RalphLoopState clear(RalphLoopState expected) {
        return locked("clear", () -> {
            Stored current = of(expected.sessionId());
            if (current == null || !current.state().isSameLoop(expected)) {
                return null;
            }
            Documented shown = documented();
            if (shown.state() != null && shown.state().isSameLoop(expected)) {
                showNextAfter(expected, shown);
            }
            own(expected).delete();
            relatives.putAside(expected.sessionId());
            return current.state();
        });
    }

    private void showNextAfter(RalphLoopState gone, Documented shown) throws IOException {
        RalphLoopState next = owns(shown).stream()
                .filter(state -> !state.sessionId().equals(gone.sessionId()))
                .max(Comparator.comparing(RalphLoopState::startedAt))
                .orElse(null);
        if (next == null) {
            documented.delete();
        } else {
            documented.write(StateText.of(next, Stored.UNKNOWN));
        }
    }

    private void save(Stored stored) throws IOException {
        RalphLoopState state = stored.state();
        own(state).write(StateText.of(state, stored.messages()));
        RalphLoopState shown = documented().state();
        if (shown == null
                || shown.sessionId().equals(state.sessionId())
                || shown.startedAt().isBefore(state.startedAt())) {
            documented.write(StateText.of(state, Stored.UNKNOWN));
        }
        relatives.putAside(state.sessionId());
    }

    /// Started later than every other loop, also when the clock was set back: the order decides what is void.
    private RalphLoopState newer(RalphLoopState wanted) {
        Documented shown = documented();
        Instant newest = owns(shown).stream()
                .map(RalphLoopState::startedAt)
                .max(Comparator.naturalOrder())
                .orElse(Instant.MIN);
        if (shown.state() != null && shown.state().startedAt().isAfter(newest)) {
            newest = shown.state().startedAt();
        }
        return wanted.startedAt().isAfter(newest) ? wanted : wanted.begunAt(newest.plusMillis(1));
    }

    private void removeVoid() throws IOException {
        Documented shown = documented();
        for (Path file : files()) {
            Stored own = own(file.getFileName().toString());
            if (own != null && !shown.allows(own.state())) {
                new StateFile(file).delete();
            }
        }
    }

    /// What people did to the documented file counts; an iteration that was counted stays counted.
    private static Stored merged(RalphLoopState shown, @Nullable Stored own) {
        if (own == null || !own.state().isSameLoop(shown)) {
            return new Stored(shown, Stored.UNKNOWN);
        }
        int counted = Math.max(shown.iteration(), own.state().iteration());
        return new Stored(shown.atIteration(counted), own.messages());
    }

    /// @param state null when there is none that can be read
    /// @param damaged whether there is one that cannot be read
    private record Documented(@Nullable RalphLoopState state, boolean damaged) {
        boolean allows(RalphLoopState other) {
            return damaged || (state != null && !other.startedAt().isAfter(state.startedAt()));
        }
    }

    private Documented documented() {
        try {
            String text = documented.read();
            return new Documented(text == null ? null : new StateFields(StateText.fields(text)).state(), false);
        } catch (IOException | IllegalArgumentException damaged) {
            tell(documented.path(), damaged);
            return new Documented(null, true);
        }
    }

    private StateFile own(RalphLoopState state) {
        return new StateFile(sessions.resolve(SessionFileName.of(state.sessionId())));
    }

    private @Nullable Stored own(String fileName) {
        Path file = sessions.resolve(fileName);
        try {
            String text = new StateFile(file).read();
            if (text == null) {
                return null;
            }
            StateFields fields = new StateFields(StateText.fields(text));
            return new Stored(fields.state(), fields.messages());
        } catch (IOException | IllegalArgumentException damaged) {
            tell(file, damaged);
            return null;
        }
    }

    /// The loops in files of their own that are not void.
    private List<RalphLoopState> owns(Documented shown) {
        List<RalphLoopState> states = new ArrayList<>();
        for (Path file : files()) {
            String name = file.getFileName().toString();
            Stored own = own(name);
            // A copy under another name is nobody's loop.
            if (own != null && name.equals(SessionFileName.of(own.state().sessionId())) && shown.allows(own.state())) {
                states.add(own.state());
            }
        }
        return states;
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        if (!Files.isDirectory(sessions)) {
            return files;
        }
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(sessions, "*.json")) {
            for (Path file : stream) {
                files.add(file);
                if (files.size() == MOST) {
                    break;
                }
            }
        } catch (IOException unreadable) {
            tell(sessions, unreadable);
        }
        return files;
    }

    private void tell(Path file, Exception why) {
        log.accept(LogLine.warn("Failed to read state: " + file + ": " + why.getMessage()));
    }

    private interface Work<T> {
        @Nullable
        T run() throws IOException;
    }

    private <T> @Nullable T locked(String verb, Work<T> work) {
        boolean interrupted = Thread.interrupted(); // a channel closes itself in an interrupted thread
        try (LockFile _ = LockFile.lock(lock, LONGEST_WRITE)) {
            return work.run();
        } catch (IOException | RuntimeException failed) {
            log.accept(LogLine.error("Failed to " + verb + " state: " + failed));
            return null;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
