package dev.ralph.run;

import dev.ralph.bus.Bus;
import dev.ralph.bus.Draft;
import dev.ralph.bus.Durability;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Report;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Entry;
import dev.ralph.task.Folders;
import dev.ralph.task.RunFolder;
import dev.ralph.task.TaskFolder;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The files other tools read, written from the journal: each can be deleted and made again. One that cannot be
/// written is complained about and does not stop the loop.
final class PublicFiles implements Confinement.Told {
    /// An agent's output is cut to what is kept of it when it ends; that of a lost one may be longer.
    private static final long SLACK = 1 << 20;

    private final Site site;
    private final InstantSource clock;
    private final Announcements announcements;
    private final RunInfos infos;
    private final SessionState session;
    private final Consumer<String> complaints;
    private List<String> confines = List.of();
    private @Nullable LoopState last;
    private @Nullable AttemptSummary attempt;
    private @Nullable String previous;

    PublicFiles(Site site, InstantSource clock, Consumer<String> complaints) {
        this.site = site;
        this.clock = clock;
        this.complaints = complaints;
        this.announcements = new Announcements(site);
        this.infos = new RunInfos(site);
        this.session = new SessionState(site, complaints);
    }

    /// Writes what an entry changes. What keeps a file from being written does not keep the bus from being told.
    void tell(Entry<Event> entry, LoopState state) {
        follow(entry);
        last = state;
        written(() -> {
            writeFiles(entry, state, RunInfo::write);
            writeCancelled(entry, state);
        });
        written(() -> session.show(state));
        written(() -> bus().post(announcements.of(entry, state, run()), Durability.LATER));
    }

    /// The agent runs now: its process is worth knowing while it does.
    void running(long pid, Policy policy) {
        AttemptSummary now = attempt;
        if (now != null) {
            written(() -> infos.of(now, policy, pid, previous)
                    .write(site.task().run(now.run()).info()));
        }
        LoopState state = last;
        if (state != null) {
            written(() -> session.running(state));
        }
    }

    /// Tells the bus something that is no entry of the journal; a warning also whoever looks on.
    void say(String type, String body) {
        if (type.equals("WARNING")) {
            complaints.accept(body);
        }
        Draft draft = Draft.of(type, site.head().project(), body)
                .task(site.head().task())
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
    void remember(List<Entry<Event>> entries) {
        entries.forEach(this::follow);
    }

    /// Makes the files say what the journal implies, after a crash or a deletion. No attempt is open.
    void repair(List<Entry<Event>> entries, Told told) {
        written(() -> {
            LoopState state = null;
            for (Entry<Event> entry : entries) {
                state = state == null ? LoopState.begin((Event.LoopStarted) entry.event()) : state.after(entry.event());
                follow(entry);
                writeFiles(entry, state, RunInfo::mend);
                tellAgain(entry, state, told);
            }
            // Only as the last word: a loop that was cancelled and then resumed is cancelled no more.
            if (state != null) {
                writeCancelled(entries.getLast(), state);
                session.show(state);
            }
        });
    }

    private void tellAgain(Entry<Event> entry, LoopState state, Told told) throws IOException {
        TaskFolder task = site.task();
        boolean known = entry.event() instanceof Event.AttemptEnded
                && told.has(task, announcements.key(entry, 0))
                && told.has(task, announcements.key(entry, 1));
        // A failed attempt is told by two messages, and to word them one has to look at what it printed.
        List<Draft> drafts = known ? List.of() : announcements.of(entry, state, run());
        for (int i = 0; i < drafts.size(); i++) {
            if (!told.has(task, announcements.key(entry, i))) {
                bus().post(drafts.get(i), Durability.LATER);
            }
        }
    }

    private void follow(Entry<Event> entry) {
        session.follow(entry);
        AttemptSummary now = attempt;
        if (entry.event() instanceof Event.AttemptStarted started) {
            previous = now == null ? null : now.run();
            attempt = AttemptSummary.begin(site.head().id(), started, entry.at());
        } else if (endsAttempt(entry) && now != null) {
            attempt = now.after(entry);
        }
    }

    private static boolean endsAttempt(Entry<Event> entry) {
        return entry.event() instanceof Event.AttemptEnded || entry.event() instanceof Event.AttemptLost;
    }

    /// How a file is written.
    private interface Way {
        void write(RunInfo info, Path file) throws IOException;
    }

    /// Of an attempt that starts, the file is written when its process is known; a crash before is repaired when
    /// the attempt is known to be lost.
    private void writeFiles(Entry<Event> entry, LoopState state, Way way) throws IOException {
        AttemptSummary now = attempt;
        if (endsAttempt(entry) && now != null) {
            RunFolder folder = site.task().run(now.run());
            RunInfo info = infos.of(now, state.policy(), 0, previous);
            try {
                way.write(info, folder.info());
            } catch (NoSuchFileException deleted) {
                Folders.below(site.layout().state(), folder.path());
                way.write(info, folder.info());
            }
            guaranteeOutput(folder, now.report(), state.policy().limits().keptOutput() + SLACK);
        }
    }

    private void writeCancelled(Entry<Event> entry, LoopState state) throws IOException {
        if (entry.event() instanceof Event.LoopEnded ended && ended.outcome() == Outcome.CANCELLED) {
            WholeFile.write(
                    FaultPoint.CANCELLED,
                    site.task().path().resolve("CANCELLED"),
                    "cancelled_at: " + RunInfo.time(entry.at()) + "\nreason: "
                            + Wording.of(state.policy()).of(ended.reason()) + "\n");
        }
    }

    /// Every run has an `output.md`: the agent's own, or what it printed.
    private static void guaranteeOutput(RunFolder folder, @Nullable Report report, long most) throws IOException {
        if (Files.exists(folder.output())) {
            return;
        }
        boolean silent = report != null && report.stdout().bytes() == 0;
        if (!silent && Files.isRegularFile(folder.stdout(), LinkOption.NOFOLLOW_LINKS)) {
            WholeFile.copy(FaultPoint.OUTPUT, folder.stdout(), folder.output(), most);
        } else {
            Files.createFile(folder.output());
        }
    }

    private Bus bus() {
        return Bus.below(site.layout().state(), site.task().bus(), clock);
    }

    private @Nullable String run() {
        AttemptSummary now = attempt;
        return now == null ? null : now.run();
    }

    private interface Work {
        void run() throws IOException;
    }

    /// A project that was moved or deleted is not made anew by a message; the journal will notice and say so.
    private void written(Work work) {
        if (!Files.isDirectory(site.layout().state())) {
            return;
        }
        try {
            work.run();
        } catch (IOException unwritable) {
            complaints.accept("could not write the public files of task "
                    + site.head().task() + ": " + Trouble.words(unwritable) + "; `ralph doctor` makes them again");
        }
    }
}
