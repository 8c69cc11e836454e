package dev.ralph.run;

import dev.ralph.bus.Bus;
import dev.ralph.bus.Draft;
import dev.ralph.bus.Durability;
import dev.ralph.bus.Message;
import dev.ralph.fault.FaultPoint;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Report;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Entry;
import dev.ralph.task.RunFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The files other tools read, written from the journal: each can be deleted and made again. One that cannot be
/// written is complained about and does not stop the loop.
final class PublicFiles {
    private final Site site;
    private final InstantSource clock;
    private final Announcements announcements;
    private final RunInfos infos;
    private final Consumer<String> complaints;
    private @Nullable AttemptSummary attempt;
    private @Nullable String previous;

    PublicFiles(Site site, InstantSource clock, Consumer<String> complaints) {
        this.site = site;
        this.clock = clock;
        this.complaints = complaints;
        this.announcements = new Announcements(site);
        this.infos = new RunInfos(site);
    }

    /// Writes what an entry changes.
    void tell(Entry entry, LoopState state) {
        follow(entry);
        if (isGone()) {
            return;
        }
        try {
            // Of an attempt that starts, the file is written when its process is known; a crash before is repaired.
            if (!(entry.event() instanceof Event.AttemptStarted)) {
                writeFiles(entry, state);
            }
            writeCancelled(entry);
            bus().post(announcements.of(entry, state, run()), Durability.LATER);
        } catch (IOException unwritable) {
            complain(unwritable);
        }
    }

    /// The agent runs now: its process is worth knowing while it does.
    void running(long pid, Policy policy) {
        AttemptSummary now = attempt;
        if (now != null && !isGone()) {
            try {
                infos.of(now, policy, pid, previous)
                        .write(site.task().run(now.run()).info());
            } catch (IOException unwritable) {
                complain(unwritable);
            }
        }
    }

    /// Tells the bus something that is no entry of the journal.
    void say(String type, String body) {
        if (isGone()) {
            return;
        }
        try {
            Draft draft = Draft.of(type, site.head().project(), body)
                    .task(site.head().task())
                    .run(run());
            bus().post(draft, Durability.LATER);
        } catch (IOException unwritable) {
            complain(unwritable);
        }
    }

    /// Takes up where an earlier process left off, writing nothing.
    void remember(List<Entry> entries) {
        entries.forEach(this::follow);
    }

    /// Makes the files say what the journal implies, after a crash or a deletion.
    void repair(List<Entry> entries) {
        try {
            Set<String> told = told();
            LoopState state = null;
            for (Entry entry : entries) {
                state = state == null ? LoopState.begin((Event.LoopStarted) entry.event()) : state.after(entry.event());
                follow(entry);
                writeFiles(entry, state);
                List<Draft> drafts = announcements.of(entry, state, run());
                for (int i = 0; i < drafts.size(); i++) {
                    if (!told.contains(announcements.key(entry, i))) {
                        bus().post(drafts.get(i), Durability.LATER);
                    }
                }
            }
            // Only as the last word: a loop that was cancelled and then resumed is cancelled no more.
            writeCancelled(entries.getLast());
        } catch (IOException unwritable) {
            complain(unwritable);
        }
    }

    private void follow(Entry entry) {
        AttemptSummary now = attempt;
        switch (entry.event()) {
            case Event.AttemptStarted started -> {
                previous = now == null ? null : now.run();
                attempt = new AttemptSummary(
                        site.head().loop(), started.attempt(), started.run(), entry.at(), null, null, false);
            }
            case Event.AttemptEnded ended
            when now != null ->
                attempt = new AttemptSummary(
                        now.loop(),
                        now.attempt(),
                        now.run(),
                        now.startedAt(),
                        ended.report().endedAt(),
                        ended.report(),
                        false);
            case Event.AttemptLost lost
            when now != null ->
                attempt = new AttemptSummary(
                        now.loop(), now.attempt(), now.run(), now.startedAt(), lost.foundAt(), null, true);
            default -> {}
        }
    }

    private void writeFiles(Entry entry, LoopState state) throws IOException {
        AttemptSummary now = attempt;
        boolean attemptChanged = entry.event() instanceof Event.AttemptStarted
                || entry.event() instanceof Event.AttemptEnded
                || entry.event() instanceof Event.AttemptLost;
        if (attemptChanged && now != null) {
            RunFolder folder = site.task().run(now.run());
            RunInfo info = infos.of(now, state.policy(), 0, previous);
            try {
                info.write(folder.info());
            } catch (NoSuchFileException deleted) {
                Files.createDirectories(folder.path());
                info.write(folder.info());
            }
            if (now.endedAt() != null) {
                guaranteeOutput(folder, now.report());
            }
        }
    }

    private void writeCancelled(Entry entry) throws IOException {
        if (entry.event() instanceof Event.LoopEnded ended && ended.outcome() == Outcome.CANCELLED) {
            WholeFile.write(
                    FaultPoint.CANCELLED,
                    site.task().path().resolve("CANCELLED"),
                    "cancelled_at: " + RunInfo.time(entry.at()) + "\nreason: " + ended.reason() + "\n");
        }
    }

    /// Every run has an `output.md`: the agent's own, or what it printed.
    private static void guaranteeOutput(RunFolder folder, @Nullable Report report) throws IOException {
        if (Files.exists(folder.output())) {
            return;
        }
        boolean silent = report != null && report.stdout().bytes() == 0;
        if (!silent && Files.exists(folder.stdout())) {
            WholeFile.copy(FaultPoint.OUTPUT, folder.stdout(), folder.output());
        } else {
            Files.createFile(folder.output());
        }
    }

    /// Which of our messages the bus and its archives hold.
    private Set<String> told() throws IOException {
        Set<String> keys = new HashSet<>();
        Consumer<Message> note = message -> {
            String key = message.meta().get(Announcements.ENTRY);
            if (key != null) {
                keys.add(key);
            }
        };
        bus().scan(note);
        Path file = site.task().bus();
        if (Files.isDirectory(site.task().path())) {
            try (DirectoryStream<Path> archives =
                    Files.newDirectoryStream(site.task().path(), file.getFileName() + ".*.archived")) {
                for (Path archive : archives) {
                    new Bus(archive, clock).scan(note);
                }
            }
        }
        return keys;
    }

    /// A project that was moved or deleted is not made anew by a message; the journal will notice and say so.
    private boolean isGone() {
        return !Files.isDirectory(site.layout().state());
    }

    private Bus bus() {
        return new Bus(site.task().bus(), clock);
    }

    private @Nullable String run() {
        AttemptSummary now = attempt;
        return now == null ? null : now.run();
    }

    private void complain(IOException unwritable) {
        complaints.accept("could not write the public files of task "
                + site.head().task() + ": " + Trouble.words(unwritable) + "; `ralph doctor` makes them again");
    }
}
