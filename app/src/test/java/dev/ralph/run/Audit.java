package dev.ralph.run;

import dev.ralph.bus.Bus;
import dev.ralph.bus.Draft;
import dev.ralph.bus.Message;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Report;
import dev.ralph.receipt.Chain;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.Entry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import dev.ralph.task.RunFolder;
import dev.ralph.task.TaskFolder;
import dev.ralph.task.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compares everything that a finished loop left behind with what its journal implies.
final class Audit {
    private final Stage stage;
    private final List<String> problems = new ArrayList<>();

    private Audit(Stage stage) {
        this.stage = stage;
    }

    /// What does not fit, in words; empty when all is well.
    static List<String> of(Stage stage) throws IOException, InterruptedException {
        Audit audit = new Audit(stage);
        try (JournalView journal = SqliteJournal.view(stage.layout().journal())) {
            audit.loops(journal);
        }
        audit.leftovers();
        if (stage.scenario().isOverlaid()) {
            Overlaid.audit(stage, audit::expect);
        }
        Path shown = stage.project().resolve(".supercoin/ralph-loop-state.json");
        audit.expect(!Files.exists(shown), shown + " shows a loop that has ended");
        return audit.problems;
    }

    private void loops(JournalView journal) throws IOException, InterruptedException {
        TaskFolder task = stage.layout().task(new TaskId("t"));
        List<String> journaled = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        int completed = 0;
        for (LoopSummary loop : journal.loops().reversed()) {
            List<Entry<Event>> entries = journal.entries(loop.head().id());
            entries.forEach(entry -> events.add(entry.event()));
            Site site = new Site(stage.layout(), stage.project(), loop.head());
            expect(!loop.open(), "loop " + loop + " has not ended");
            expect(
                    loop.equals(LoopSummary.of(loop.head(), entries)),
                    "the summary of " + loop + " is not what its entries imply");
            List<AttemptSummary> attempts = AttemptSummary.of(loop.head().id(), entries);
            expect(
                    attempts.equals(journal.attempts(loop.head().id())),
                    "the attempts of " + loop + " are not what its entries imply");
            attempts.forEach(attempt -> journaled.add(attempt.run()));
            executions(attempts);
            new Bill(this::expect).of(site, entries, attempts);
            runFolders(site, attempts, LoopState.replay(events(entries)).policy());
            receipts(site, entries);
            keys.addAll(messages(site, entries));
            boolean looping = LoopState.replay(events(entries)).policy().mode() == Policy.Mode.LOOP;
            // A loop that finds everything done already has nothing to tell.
            completed += looping && loop.outcome() == Outcome.COMPLETED && !attempts.isEmpty() ? 1 : 0;
        }
        expect(new HashSet<>(journaled).containsAll(stage.ran()), "ran " + stage.ran() + ", journaled " + journaled);
        bus(task, keys);
        completion(task, completed);
        refusals(task, events);
        commits(events);
    }

    /// Each check of each verdict has its receipt, whatever was killed around it.
    private void receipts(Site site, List<Entry<Event>> entries) {
        List<String> journaled = new ArrayList<>();
        for (Event event : events(entries)) {
            if (event instanceof Event.ChecksEnded ended) {
                ended.verdict().results().forEach(result -> journaled.add(String.valueOf(result.receipt())));
            }
        }
        String loop = site.head().id();
        Chain.Report report = Chain.read(Notary.file(site.layout(), loop), loop, journaled, _ -> {});
        expect(report.isIntact() && !report.torn(), "the receipts of " + loop + ": " + report);
    }

    private void executions(List<AttemptSummary> attempts) throws IOException {
        List<String> ran = stage.ran();
        for (AttemptSummary attempt : attempts) {
            int times = Collections.frequency(ran, attempt.run());
            Report report = attempt.report();
            boolean itself = report != null && report.how() == Report.How.EXITED;
            expect(attempt.lost() || report != null, "attempt " + attempt + " has no end");
            expect(itself ? times == 1 : times <= 1, "attempt " + attempt + " ran " + times + " times");
        }
    }

    private void runFolders(Site site, List<AttemptSummary> attempts, Policy policy) throws IOException {
        String previous = null;
        for (AttemptSummary attempt : attempts) {
            RunFolder folder = site.task().run(attempt.run());
            String implied = new RunInfos(site).of(attempt, policy, 0, previous).text();
            String found = text(folder.info());
            expect(implied.equals(found), folder.info() + " says\n" + found + "but the journal implies\n" + implied);
            String printed = text(folder.stdout());
            String output = text(folder.output());
            expect(
                    Objects.equals(printed == null ? "" : printed, output),
                    folder.output() + " says \"" + output + "\", printed was \"" + printed + "\"");
            expect(text(folder.prompt()) != null, folder.prompt() + " is missing");
            previous = attempt.run();
        }
    }

    /// The keys of the messages that the journal implies; complains about those that say something else.
    private List<String> messages(Site site, List<Entry<Event>> entries) throws IOException {
        Announcements announcements = new Announcements(site);
        List<Message> told = new Bus(site.task().bus(), InstantSource.system()).read();
        List<String> keys = new ArrayList<>();
        LoopState state = null;
        String run = null;
        for (Entry<Event> entry : entries) {
            state = state == null ? LoopState.begin((Event.LoopStarted) entry.event()) : state.after(entry.event());
            run = entry.event() instanceof Event.AttemptStarted started ? started.run() : run;
            for (Draft draft : announcements.of(entry, state, run)) {
                String key = Objects.requireNonNull(draft.meta().get(Announcements.ENTRY));
                keys.add(key);
                expect(
                        told.stream()
                                .anyMatch(m -> key.equals(m.meta().get(Announcements.ENTRY))
                                        && m.type().equals(draft.type())
                                        && m.body().equals(draft.body())),
                        "the bus does not say " + draft);
            }
        }
        return keys;
    }

    private void bus(TaskFolder task, List<String> implied) throws IOException {
        List<String> told = new Bus(task.bus(), InstantSource.system())
                .read().stream()
                        .map(message -> message.meta().get(Announcements.ENTRY))
                        .filter(Objects::nonNull)
                        .sorted()
                        .toList();
        expect(
                told.equals(implied.stream().sorted().toList()),
                "the bus tells of\n" + told + " instead of\n"
                        + implied.stream().sorted().toList());
    }

    private void completion(TaskFolder task, int completed) throws IOException {
        List<Message> facts = new Bus(stage.layout().projectBus(), InstantSource.system())
                .read().stream()
                        .filter(message -> message.meta().containsKey("kind"))
                        .toList();
        expect(facts.size() == completed, completed + " completed, but the project was told " + facts);
        if (!facts.isEmpty()) {
            String state = text(task.path().resolve("TASK-COMPLETE-FACT-PROPAGATION.yaml"));
            String key = facts.getLast().meta().get("key");
            expect(
                    state != null && state.contains(String.valueOf(key)),
                    "the propagation's state is " + state + ", not " + key);
        }
    }

    private void refusals(TaskFolder task, List<Event> events) throws IOException {
        Set<String> implied = new TreeSet<>();
        events.forEach(event -> {
            if (event instanceof Event.SignalRefused refused
                    && !refused.keptAs().isEmpty()) {
                implied.add(refused.keptAs());
            }
        });
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.list(task.path())) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("DONE.rejected"))
                    .forEach(found::add);
        }
        expect(implied.equals(found), "refused signals are " + found + ", the journal says " + implied);
    }

    private void commits(List<Event> events) throws IOException, InterruptedException {
        if (!stage.scenario().commits()) {
            return;
        }
        List<String> kept = new ArrayList<>();
        events.forEach(event -> {
            if (event instanceof Event.WorkKept work && work.commit() != null) {
                kept.add(work.commit());
            }
        });
        List<String> found = stage.git("log", "--reverse", "--grep=^Ralph-Loop:", "--format=%H")
                .lines()
                .toList();
        expect(kept.equals(found) && kept.size() == 1, "commits are " + found + ", the journal says " + kept);
        String changes = stage.git("status", "--porcelain");
        expect(changes.isBlank(), "git sees changes: " + changes);
    }

    private void leftovers() throws IOException {
        expectEmpty(stage.layout().leases());
        expectEmpty(stage.layout().state().resolve("requests"));
        TaskFolder task = stage.layout().task(new TaskId("t"));
        expect(Scenario.PROMPT.equals(text(task.taskFile())), "TASK.md says " + text(task.taskFile()));
        for (String file : List.of("STOP-REQUESTED", "CANCELLED")) {
            expect(!Files.exists(task.path().resolve(file)), file + " is left in a loop that went on");
        }
        Set<String> alive = Living.of(stage.folder());
        expect(alive.isEmpty(), "still alive: " + alive);
    }

    private void expectEmpty(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                List<Path> left = files.filter(Files::isRegularFile)
                        .filter(file -> !file.toString().endsWith(".new"))
                        .toList();
                expect(left.isEmpty(), "left behind: " + left);
            }
        }
    }

    private static List<Event> events(List<Entry<Event>> entries) {
        return entries.stream().map(Entry::event).toList();
    }

    private static @Nullable String text(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file) : null;
    }

    private void expect(boolean holds, String otherwise) {
        if (!holds) {
            problems.add(otherwise);
        }
    }
}
