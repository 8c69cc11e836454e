package dev.ralph.projection;

import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.TaskId;
import dev.ralph.session.RalphLoopState;
import dev.ralph.session.ShownLoop;
import dev.ralph.signal.PromiseRule;
import dev.ralph.store.FileLeases;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Projection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The state of a loop of profile `session` where its specification wants it, `.supercoin/ralph-loop-state.json`: a
/// projection of the journal, there while the loop is open, gone when it has ended. The session it names is the loop.
///
/// 1. An iteration counts once its agent was started.
/// 2. The loop of another session that lies there is not touched; that it does is told once.
public final class SessionStateFile implements Projection {
    private final LoopPaths paths;
    private final ShownLoop shown;
    private final Consumer<String> complaints;
    private @Nullable Instant begun;
    private Start prepared = Start.NONE;
    private Start dispatched = Start.NONE;
    private boolean complained;

    private record Start(int attempt, @Nullable Instant at) {
        static final Start NONE = new Start(0, null);
    }

    public SessionStateFile(LoopPaths paths, Consumer<String> complaints) {
        this.paths = paths;
        this.shown = new ShownLoop(paths.project());
        this.complaints = complaints;
    }

    @Override
    public void follow(JournalEntry<Event> entry) {
        switch (entry.event()) {
            case Event.LoopStarted _ -> begun = entry.at();
            case Event.AttemptStarted started -> prepared = new Start(started.attempt(), entry.at());
            case Event.AttemptEnded ended
            when ended.report().how() != AttemptReport.How.NOT_STARTED -> dispatched = prepared;
            case Event.AttemptLost _ -> dispatched = prepared;
            default -> {}
        }
    }

    @Override
    public void running(LoopState state) {
        dispatched = prepared;
        show(state);
    }

    @Override
    public void show(LoopState state) {
        try {
            RalphLoopState now = state.hasEnded() ? null : state(state);
            if (now == null) {
                shown.hide(paths.head().id());
                return;
            }
            RalphLoopState other = shown.show(now, this::isOver);
            if (other != null) {
                complain("the loop of session " + other.sessionId() + " is shown there, remove it if that has ended");
            }
        } catch (IOException | IllegalArgumentException cannot) {
            complain(cannot instanceof IOException trouble ? FileErrorText.words(trouble) : cannot.getMessage());
        }
    }

    private void complain(@Nullable String why) {
        if (!complained) {
            complained = true;
            complaints.accept("this loop is not shown at " + shown.path() + ": " + why
                    + "; it goes on, and `ralph status` shows it");
        }
    }

    /// Null where the specification has no words for it: a loop that allows no attempt.
    private @Nullable RalphLoopState state(LoopState state) throws IOException {
        PromiseRule promise = state.policy().talk().promise();
        int max = state.policy().limits().attempts();
        Instant start = begun;
        if (promise == null || max < 1 || start == null) {
            return null;
        }
        int iteration = Math.max(1, dispatched.attempt() - state.usage().free());
        return new RalphLoopState(
                true,
                iteration,
                max,
                promise.promise(),
                start,
                prompt(),
                paths.head().id(),
                dispatched.attempt() > 1 ? dispatched.at() : null,
                paths.head().task());
    }

    private String prompt() throws IOException {
        Path file = paths.task().taskFile();
        return LenientText.read(Files.exists(file) ? file : paths.keptTask());
    }

    /// Whether a loop that is shown is one of Ralph's own that nobody runs: it is shown again when it goes on.
    private boolean isOver(RalphLoopState other) {
        try {
            if (!Files.isDirectory(paths.layout().loop(other.sessionId()))) {
                return false;
            }
            String task = other.description();
            return task == null
                    || task.equals(paths.head().task())
                    || new FileLeases(paths.layout().locks())
                            .whoHolds(new TaskId(task).lock())
                            .isEmpty();
        } catch (IllegalArgumentException noLoopOfOurs) {
            return false;
        }
    }
}
