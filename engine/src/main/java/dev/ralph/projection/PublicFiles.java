package dev.ralph.projection;

import dev.ralph.bus.Bus;
import dev.ralph.bus.Durability;
import dev.ralph.bus.MessageDraft;
import dev.ralph.config.Profile;
import dev.ralph.disk.WholeFile;
import dev.ralph.environment.Confinement;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.UnlinkedFiles;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Projection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The files other tools read, written from the journal: each can be deleted and made again. One that cannot be
/// written is complained about and does not stop the loop.
public final class PublicFiles implements Confinement.SandboxListener {
    /// An agent's output is cut to what is kept of it when it ends; that of a lost one may be longer.
    private static final long SLACK = 1 << 20;

    private final LoopPaths paths;
    private final InstantSource clock;
    private final Announcements announcements;
    private final RunInfoContent infos;
    private final List<Projection> projections;
    private final Consumer<String> complaints;
    private List<String> confines = List.of();
    private @Nullable AttemptSummary attempt;
    private @Nullable String previous;

    public PublicFiles(LoopPaths paths, InstantSource clock, Consumer<String> complaints) {
        this.paths = paths;
        this.clock = clock;
        this.complaints = complaints;
        this.announcements = new Announcements(paths);
        this.infos = new RunInfoContent(paths);
        this.projections = Profile.of(paths.head().profile()).projections(paths, complaints);
    }

    /// Writes what an entry changes. What keeps a file from being written does not keep the bus from being told.
    public void tell(JournalEntry<Event> entry, LoopState state) {
        follow(entry);
        written(() -> {
            writeFiles(entry, state, RunInfo::write);
            writeCancelled(entry, state);
        });
        written(() -> projections.forEach(own -> own.show(state)));
        written(() -> bus().post(announcements.of(entry, state, run()), Durability.LATER));
    }

    /// The agent runs now: its process is worth knowing while it does.
    public void running(long pid, Policy policy) {
        AttemptSummary now = attempt;
        if (now != null) {
            written(() -> infos.of(now, policy, pid, previous)
                    .write(paths.task().run(now.run()).info()));
        }
    }

    /// What somebody did to a file that may be edited, and the loop has not heard of.
    ///
    /// @param policy that holds now
    public Optional<Event> edited(Policy policy) throws InterruptedException {
        for (Projection own : projections) {
            Optional<Event> edited = own.edited(policy);
            if (edited.isPresent()) {
                return edited;
            }
        }
        return Optional.empty();
    }

    /// Tells the bus something that is no entry of the journal; a warning also whoever looks on.
    public void say(String type, String body) {
        if (type.equals("WARNING")) {
            complaints.accept(body);
        }
        MessageDraft draft = MessageDraft.of(type, paths.head().project(), body)
                .task(paths.head().task())
                .run(run());
        written(() -> bus().post(draft, Durability.LATER));
    }

    /// Where that is not what the one before it was.
    @Override
    public void confined(List<String> notes) {
        if (!notes.equals(confines)) {
            confines = List.copyOf(notes);
            notes.forEach(note -> say("INFO", "sandbox: " + note));
        }
    }

    @Override
    public void noted(String words) {
        say("INFO", words);
    }

    @Override
    public void warned(String words) {
        say("WARNING", words);
    }

    /// Takes up where an earlier process left off, writing nothing.
    public void remember(List<JournalEntry<Event>> entries) {
        entries.forEach(this::follow);
    }

    /// Makes the files say what the journal implies, after a crash or a deletion. No attempt is open.
    public void repair(List<JournalEntry<Event>> entries, PostedMessages posted) {
        written(() -> {
            LoopState state = null;
            for (JournalEntry<Event> entry : entries) {
                state = state == null ? LoopState.begin((Event.LoopStarted) entry.event()) : state.after(entry.event());
                follow(entry);
                writeFiles(entry, state, RunInfo::mend);
                tellAgain(entry, state, posted);
            }
            // Only as the last word: a loop that was cancelled and then resumed is cancelled no more.
            if (state != null) {
                writeCancelled(entries.getLast(), state);
                LoopState shown = state;
                projections.forEach(own -> own.show(shown));
            }
        });
    }

    private void tellAgain(JournalEntry<Event> entry, LoopState state, PostedMessages posted) throws IOException {
        TaskFolder task = paths.task();
        boolean known = entry.event() instanceof Event.AttemptEnded
                && posted.has(task, announcements.key(entry, 0))
                && posted.has(task, announcements.key(entry, 1));
        // A failed attempt is told by two messages, and to word them one has to look at what it printed.
        List<MessageDraft> drafts = known ? List.of() : announcements.of(entry, state, run());
        for (int i = 0; i < drafts.size(); i++) {
            if (!posted.has(task, announcements.key(entry, i))) {
                bus().post(drafts.get(i), Durability.LATER);
            }
        }
    }

    private void follow(JournalEntry<Event> entry) {
        projections.forEach(own -> own.follow(entry));
        AttemptSummary now = attempt;
        if (entry.event() instanceof Event.AttemptStarted started) {
            previous = now == null ? null : now.run();
            attempt = AttemptSummary.begin(paths.head().id(), started, entry.at());
        } else if (endsAttempt(entry) && now != null) {
            attempt = now.after(entry);
        }
    }

    private static boolean endsAttempt(JournalEntry<Event> entry) {
        return entry.event() instanceof Event.AttemptEnded || entry.event() instanceof Event.AttemptLost;
    }

    /// How a file is written.
    private interface Way {
        void write(RunInfo info, Path file) throws IOException;
    }

    /// Of an attempt that starts, the file is written when its process is known; a crash before is repaired when
    /// the attempt is known to be lost.
    private void writeFiles(JournalEntry<Event> entry, LoopState state, Way way) throws IOException {
        AttemptSummary now = attempt;
        if (endsAttempt(entry) && now != null) {
            RunFolder folder = paths.task().run(now.run());
            RunInfo info = infos.of(now, state.policy(), 0, previous);
            try {
                way.write(info, folder.info());
            } catch (NoSuchFileException deleted) {
                Folders.below(paths.layout().state(), folder.path());
                way.write(info, folder.info());
            }
            guaranteeOutput(folder, now.report(), state.policy().limits().keptOutput() + SLACK);
        }
    }

    private void writeCancelled(JournalEntry<Event> entry, LoopState state) throws IOException {
        if (entry.event() instanceof Event.LoopEnded ended && ended.outcome() == Outcome.CANCELLED) {
            WholeFile.write(
                    FaultPoint.CANCELLED,
                    paths.task().path().resolve("CANCELLED"),
                    "cancelled_at: " + RunInfo.time(entry.at()) + "\nreason: "
                            + Profile.of(state.policy()).wording().of(ended.reason()) + "\n");
        }
    }

    /// Every run has an `output.md`: the agent's own, or what it printed.
    private static void guaranteeOutput(RunFolder folder, @Nullable AttemptReport report, long most)
            throws IOException {
        if (Files.exists(folder.output(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        boolean silent = report != null && report.stdout().bytes() == 0;
        if (!silent && UnlinkedFiles.has(folder.home(), folder.stdout())) {
            WholeFile.copy(FaultPoint.OUTPUT, folder.stdout(), folder.output(), most);
        } else {
            Files.createFile(folder.output());
        }
    }

    private Bus bus() {
        return Bus.below(paths.layout().state(), paths.task().bus(), clock);
    }

    private @Nullable String run() {
        AttemptSummary now = attempt;
        return now == null ? null : now.run();
    }

    private void requireNoLinks() throws IOException {
        String run = run();
        TaskFolder task = paths.task();
        UnlinkedFiles.require(
                task.home(), run == null ? task.runs() : task.run(run).path());
    }

    private interface Work {
        void run() throws IOException;
    }

    /// A project that was moved or deleted is not made anew by a message; the journal will notice and say so.
    private void written(Work work) {
        if (!Files.isDirectory(paths.layout().state())) {
            return;
        }
        try {
            requireNoLinks();
            work.run();
        } catch (IOException unwritable) {
            complaints.accept(
                    "could not write the public files of task " + paths.head().task() + ": "
                            + FileErrorText.words(unwritable) + "; `ralph doctor` makes them again");
        }
    }
}
