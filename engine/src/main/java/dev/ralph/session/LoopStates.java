package dev.ralph.session;

import dev.ralph.disk.LockFile;
import dev.ralph.disk.Sha256;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.RecordCodec;
import dev.ralph.machine.IllegalEvent;
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
/// The events of each session's loop are in a file of its own in `ralph-loop-sessions/`. The newest loop is also shown
/// at the path and in the form of the specification, `.supercoin/ralph-loop-state.json`, and there people may look at
/// it, change it, and delete it.
///
/// The states promise:
/// 1. What [#start], [#save] and [#clear] report as done survives the end of the process, and what they do not report
///    as done may have happened or not, but never half.
/// 2. A loop that was cleared, or whose file at the documented path was deleted, never comes back: whatever is newer
///    than the loop at the documented path is void. A loop is written to its own file first and cleared from the
///    documented path first, so a process that dies in between leaves something void.
/// 3. [#save] stores events only if nobody stored, cleared or restarted the loop since it was read, in whatever
///    process.
/// 4. A damaged file is told about and harms no other loop; at the documented path it harms none at all.
final class LoopStates {
    /// Nobody has more loops at once; an agent that makes files by the million costs no more than this.
    private static final int MOST = 1000;

    private static final Duration LONGEST_WRITE = Duration.ofSeconds(5);

    private final RalphLoopConfig config;
    private final SpecifiedStateFile documented;
    private final Path sessions;
    private final Path lock;
    private final RelatedLoopFiles relatives;
    private final Consumer<LogLine> log;

    LoopStates(Path workdir, RalphLoopConfig config, Consumer<LogLine> log) {
        this.config = config;
        this.documented = SpecifiedStateFile.of(workdir, config.stateDir());
        this.sessions = documented.folder().resolve("ralph-loop-sessions");
        this.lock = documented.folder().resolve("ralph-loop-state.lock");
        this.relatives = new RelatedLoopFiles(workdir, log);
        this.log = log;
    }

    /// The loop of a session, null when it has none.
    @Nullable
    SessionLoop of(String session) {
        return of(session, documented());
    }

    private @Nullable SessionLoop of(String session, Documented shown) {
        SessionLoop own = own(fileName(session));
        if (own != null && !own.began().sessionId().equals(session)) {
            own = null;
        }
        RalphLoopState there = shown.state();
        if (there != null && there.sessionId().equals(session)) {
            return merged(there, own);
        }
        if (own != null) {
            return shown.allows(own) ? own : null;
        }
        RalphLoopState imported = relatives.of(session);
        return imported == null ? null : SessionLoop.begin(imported, config, SessionMessage.UNKNOWN);
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
            SessionLoop whole = of(shown.state().sessionId(), shown);
            all.add(whole == null ? shown.state() : whole.state());
        }
        Predicate<RalphLoopState> isNew =
                state -> all.stream().noneMatch(a -> a.sessionId().equals(state.sessionId()));
        owns(shown).stream()
                .map(SessionLoop::state)
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
            Documented shown = documented();
            SessionLoop loop = SessionLoop.begin(newer(wanted, shown), config, messages);
            removeVoid(shown);
            write(loop, shown);
            return loop.state();
        });
    }

    /// Stores what happened to a loop since it was read; null when something else happened to it meanwhile, or that
    /// cannot be stored.
    @Nullable
    SessionLoop save(SessionLoop loop) {
        return locked("write", () -> {
            Documented shown = documented();
            SessionLoop current = of(loop.began().sessionId(), shown);
            if (current == null || !current.isAt(loop)) {
                return null;
            }
            try {
                return write(current.and(loop), shown);
            } catch (IllegalEvent heldMeanwhile) {
                return null;
            }
        });
    }

    /// Ends a loop; null when it was gone, or replaced, or cannot be removed.
    @Nullable
    SessionLoop clear(SessionLoop expected) {
        return locked("clear", () -> {
            Documented shown = documented();
            String session = expected.began().sessionId();
            SessionLoop current = of(session, shown);
            if (current == null || !current.isSameLoop(expected)) {
                return null;
            }
            RalphLoopState there = shown.state();
            if (there != null && there.isSameLoop(expected.began())) {
                showNextAfter(session, shown);
            }
            file(session).delete();
            relatives.putAside(session);
            return current;
        });
    }

    private void showNextAfter(String gone, Documented shown) throws IOException {
        RalphLoopState next = owns(shown).stream()
                .map(SessionLoop::state)
                .filter(state -> !state.sessionId().equals(gone))
                .max(Comparator.comparing(RalphLoopState::startedAt))
                .orElse(null);
        if (next == null) {
            documented.clear();
        } else {
            documented.write(next);
        }
    }

    private SessionLoop write(SessionLoop loop, Documented before) throws IOException {
        SessionLoop.Stored stored = loop.toStore();
        SessionLoop next = SessionLoop.replay(stored, stored.entries().size());
        RalphLoopState state = next.state();
        file(state.sessionId()).write(RecordCodec.text(stored));
        RalphLoopState shown = before.state();
        if (shown == null
                || shown.sessionId().equals(state.sessionId())
                || shown.startedAt().isBefore(state.startedAt())) {
            documented.write(state);
        }
        relatives.putAside(state.sessionId());
        return next;
    }

    /// Started later than every other loop, also when the clock was set back: the order decides what is void.
    private RalphLoopState newer(RalphLoopState wanted, Documented shown) {
        Instant newest = shown.state() == null ? Instant.MIN : shown.state().startedAt();
        for (SessionLoop other : owns(shown)) {
            Instant began = other.began().startedAt();
            newest = began.isAfter(newest) ? began : newest;
        }
        return wanted.startedAt().isAfter(newest) ? wanted : wanted.begunAt(newest.plusMillis(1));
    }

    private void removeVoid(Documented shown) throws IOException {
        for (Path file : files()) {
            SessionLoop own = own(file.getFileName().toString());
            if (own != null && !shown.allows(own)) {
                new StateFile(file).delete();
            }
        }
    }

    /// What people did to the documented file counts. Where it is of another loop, or has counted further, another
    /// program keeps it, and it is taken over as it is.
    private SessionLoop merged(RalphLoopState shown, @Nullable SessionLoop own) {
        boolean same = own != null && own.began().isSameLoop(shown);
        if (own != null && same && shown.iteration() <= own.state().iteration()) {
            return own.edited(shown, documented);
        }
        int messages = own != null && same ? own.since().messages() : SessionMessage.UNKNOWN;
        return SessionLoop.begin(shown, config, messages).onDisk(own != null && same ? own.stored() : 0);
    }

    /// @param state null when there is none that can be read
    /// @param damaged whether there is one that cannot be read
    private record Documented(@Nullable RalphLoopState state, boolean damaged) {
        boolean allows(SessionLoop other) {
            return damaged || (state != null && !other.began().startedAt().isAfter(state.startedAt()));
        }
    }

    private Documented documented() {
        try {
            return new Documented(documented.read(), false);
        } catch (IOException damaged) {
            log.accept(LogLine.warn("Failed to read state: " + damaged.getMessage()));
            return new Documented(null, true);
        }
    }

    private StateFile file(String session) {
        return new StateFile(sessions.resolve(fileName(session)));
    }

    /// Whatever a session is called, its file lies in the folder, and no two share one.
    static String fileName(String session) {
        return "session-" + Sha256.of(session) + ".json";
    }

    /// A copy under another name is nobody's loop.
    private @Nullable SessionLoop own(String fileName) {
        Path file = sessions.resolve(fileName);
        try {
            String text = new StateFile(file).read();
            if (text == null) {
                return null;
            }
            SessionLoop.Stored stored = RecordCodec.read(SessionLoop.Stored.class, text);
            return fileName.equals(fileName(stored.began().sessionId()))
                    ? SessionLoop.replay(stored, stored.entries().size())
                    : null;
        } catch (IOException | InvalidJson | IllegalEvent damaged) {
            tell(file, damaged);
            return null;
        }
    }

    /// The loops in files of their own that are not void.
    private List<SessionLoop> owns(Documented shown) {
        List<SessionLoop> loops = new ArrayList<>();
        for (Path file : files()) {
            SessionLoop own = own(file.getFileName().toString());
            if (own != null && shown.allows(own)) {
                loops.add(own);
            }
        }
        return loops;
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
