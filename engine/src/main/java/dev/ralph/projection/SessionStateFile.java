package dev.ralph.projection;

import dev.ralph.loop.ConversationPolicy.SessionRules;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.TaskId;
import dev.ralph.session.RalphLoopState;
import dev.ralph.session.SpecifiedStateFile;
import dev.ralph.signal.PromiseRule;
import dev.ralph.store.FileLeases;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Projection;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The state of a loop of profile `session` where its specification wants it, `.supercoin/ralph-loop-state.json`: a
/// projection of the journal, there while the loop is open, gone when it has ended.
///
/// 1. What people do to the file counts: to delete it or to set `active` to false cancels the loop, and another
///    `maxIterations` or `completionPromise` holds from the next iteration on. Everything else is put back.
/// 2. A change counts once, also when nobody ran the loop while it was made: a copy in the loop's own folder says what
///    was shown last, and is written after the file.
/// 3. The loop of another session that lies there is not touched; that it does is told once.
public final class SessionStateFile implements Projection {
    /// Some editors delete a file before they write it anew.
    private static final Duration SAVING = Duration.ofMillis(300);

    private final LoopPaths paths;
    private final SpecifiedStateFile copy;
    private final Consumer<String> complaints;
    private @Nullable Instant begun;
    private @Nullable Instant attempted;
    private boolean complained;

    public SessionStateFile(LoopPaths paths, Consumer<String> complaints) {
        this.paths = paths;
        this.copy = new SpecifiedStateFile(paths.layout().loop(paths.head().id()));
        this.complaints = complaints;
    }

    @Override
    public void follow(JournalEntry<Event> entry) {
        if (entry.event() instanceof Event.LoopStarted) {
            begun = entry.at();
        } else if (entry.event() instanceof Event.AttemptStarted) {
            attempted = entry.at();
        }
    }

    @Override
    public void show(LoopState state) {
        SessionRules rules = state.policy().conversation().rules();
        PromiseRule promise = state.policy().conversation().promise();
        int max = state.policy().limits().attempts();
        Instant start = begun;
        // The specification has no words for a loop that allows no iteration.
        if (rules == null || promise == null || max < 1 || start == null) {
            return;
        }
        SpecifiedStateFile file = file(rules);
        try {
            if (state.hasEnded()) {
                hide(file);
                return;
            }
            String session = state.chain().session();
            RalphLoopState now = new RalphLoopState(
                    true,
                    state.iteration(),
                    max,
                    promise.promise(),
                    start,
                    prompt(),
                    session == null ? paths.head().id() : session,
                    state.iteration() > 1 ? attempted : null,
                    rules.description());
            RalphLoopState there = file.read();
            if (there != null && !isSame(there, now)) {
                if (!isOver(there)) {
                    complain(file, "the loop of session " + there.sessionId() + " is there, remove it if that ended");
                    return;
                }
            } else if (isChanged(there, state.policy(), file)) {
                return; // the loop has yet to hear of that
            }
            if (!now.equals(there)) { // the less is written, the less can be overwritten that somebody just changed
                file.ignore();
                file.write(now);
            }
            if (!own(now).equals(copy.read())) {
                copy.write(own(now));
            }
        } catch (IOException | IllegalArgumentException cannot) {
            complain(file, cannot instanceof IOException trouble ? FileErrorText.words(trouble) : cannot.getMessage());
        }
    }

    @Override
    public Optional<Event> edited(Policy policy) throws InterruptedException {
        SessionRules rules = policy.conversation().rules();
        if (rules == null) {
            return Optional.empty();
        }
        SpecifiedStateFile file = file(rules);
        try {
            RalphLoopState last = copy.read();
            if (last == null) {
                return Optional.empty();
            }
            RalphLoopState there = file.read();
            if (there == null) {
                Thread.sleep(SAVING);
                there = file.read();
            }
            return there == null
                    ? Optional.of(cancelled("the deletion of " + file.path()))
                    : edit(there, last, policy, file);
        } catch (IOException | IllegalArgumentException damaged) {
            complain(
                    file, damaged instanceof IOException trouble ? FileErrorText.words(trouble) : damaged.getMessage());
            return Optional.empty();
        }
    }

    private boolean isChanged(@Nullable RalphLoopState there, Policy policy, SpecifiedStateFile file)
            throws IOException {
        RalphLoopState last = copy.read();
        return last != null && (there == null || edit(there, last, policy, file).isPresent());
    }

    private static Optional<Event> edit(
            RalphLoopState there, RalphLoopState last, Policy policy, SpecifiedStateFile file) {
        if (!isSame(there, last)) {
            return Optional.empty();
        }
        return there.active()
                ? file.changed(there, last, policy, 0).map(Event.class::cast)
                : Optional.of(cancelled("active: false in " + file.path()));
    }

    private static Event cancelled(String by) {
        return new Event.StopRequested(Event.StopKind.CANCEL, by);
    }

    /// Where its copy says what the loop's own name and task are, so that others find out whether it is over.
    private RalphLoopState own(RalphLoopState shown) {
        return new RalphLoopState(
                true,
                shown.iteration(),
                shown.maxIterations(),
                shown.completionPromise(),
                shown.startedAt(),
                shown.prompt(),
                paths.head().id(),
                shown.lastIterationAt(),
                paths.head().task());
    }

    private void hide(SpecifiedStateFile file) throws IOException {
        RalphLoopState last = copy.read();
        if (last == null) {
            return;
        }
        try {
            RalphLoopState there = file.read();
            if (there != null && isSame(there, last)) {
                file.clear();
            }
        } finally {
            copy.clear();
        }
    }

    private SpecifiedStateFile file(SessionRules rules) {
        return SpecifiedStateFile.of(paths.project(), rules.stateDir() == null ? null : Path.of(rules.stateDir()));
    }

    /// The agent's session has another name with every conversation; no two loops begin in the same millisecond.
    private static boolean isSame(RalphLoopState one, RalphLoopState other) {
        return one.startedAt().equals(other.startedAt());
    }

    private void complain(SpecifiedStateFile file, @Nullable String why) {
        if (!complained) {
            complained = true;
            complaints.accept("this loop is not shown at " + file.path() + ": " + why
                    + "; it still runs, and `ralph status` shows it");
        }
    }

    private String prompt() throws IOException {
        Path file = paths.task().taskFile();
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                ? LenientText.read(paths.task().home(), file, TaskFolder.LONGEST_TEXT)
                : LenientText.read(paths.keptTask());
    }

    /// Whether a loop that is shown is one of Ralph's own that nobody runs: it is shown again when it goes on.
    private boolean isOver(RalphLoopState other) throws IOException {
        Path loops = Objects.requireNonNull(copy.folder().getParent());
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(loops)) {
            for (Path folder : folders) {
                RalphLoopState known = new SpecifiedStateFile(folder).read();
                String task = known == null ? null : known.description();
                if (known != null && task != null && isSame(known, other)) {
                    return task.equals(paths.head().task())
                            || new FileLeases(paths.layout().locks())
                                    .whoHolds(new TaskId(task).lock())
                                    .isEmpty();
                }
            }
        }
        return false;
    }
}
