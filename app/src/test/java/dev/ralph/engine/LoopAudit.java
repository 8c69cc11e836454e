package dev.ralph.engine;

import dev.ralph.bus.Bus;
import dev.ralph.bus.BusMessage;
import dev.ralph.bus.MessageDraft;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.TaskFolder;
import dev.ralph.paths.TaskId;
import dev.ralph.projection.Announcements;
import dev.ralph.projection.RunInfoContent;
import dev.ralph.proof.ReceiptWriter;
import dev.ralph.receipt.ReceiptChain;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
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
final class LoopAudit {
    private final KillFixture fixture;
    private final List<String> problems = new ArrayList<>();

    private LoopAudit(KillFixture fixture) {
        this.fixture = fixture;
    }

    /// What does not fit, in words; empty when all is well.
    static List<String> of(KillFixture fixture) throws IOException, InterruptedException {
        LoopAudit audit = new LoopAudit(fixture);
        try (JournalView journal = SqliteJournal.view(fixture.layout().journal())) {
            audit.loops(journal);
        }
        audit.leftovers();
        if (fixture.scenario().isOverlaid()) {
            OverlayScenario.audit(fixture, audit::expect);
        }
        Path shown = fixture.project().resolve(".supercoin/ralph-loop-state.json");
        audit.expect(!Files.exists(shown), shown + " shows a loop that has ended");
        return audit.problems;
    }

    private void loops(JournalView journal) throws IOException, InterruptedException {
        TaskFolder task = fixture.layout().task(new TaskId("t"));
        List<String> journaled = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        int completed = 0;
        for (LoopSummary loop : journal.loops().reversed()) {
            List<JournalEntry<Event>> entries = journal.entries(loop.head().id());
            entries.forEach(entry -> events.add(entry.event()));
            LoopPaths paths = new LoopPaths(fixture.layout(), fixture.project(), loop.head());
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
            new CostAudit(this::expect).of(paths, entries, attempts);
            runFolders(paths, attempts, LoopState.replay(events(entries)).policy());
            receipts(paths, entries);
            keys.addAll(messages(paths, entries));
            boolean looping = LoopState.replay(events(entries)).policy().mode() == Policy.Mode.LOOP;
            // A loop that finds everything done already has nothing to tell.
            completed += looping && loop.outcome() == Outcome.COMPLETED && !attempts.isEmpty() ? 1 : 0;
        }
        expect(
                new HashSet<>(journaled).containsAll(fixture.ran()),
                "ran " + fixture.ran() + ", journaled " + journaled);
        bus(task, keys);
        completion(task, completed);
        refusals(task, events);
        commits(events);
    }

    /// Each check of each verdict has its receipt, whatever was killed around it.
    private void receipts(LoopPaths paths, List<JournalEntry<Event>> entries) {
        List<String> journaled = new ArrayList<>();
        for (Event event : events(entries)) {
            if (event instanceof Event.ChecksEnded ended) {
                ended.verdict().results().forEach(result -> journaled.add(String.valueOf(result.receipt())));
            }
        }
        String loop = paths.head().id();
        ReceiptChain.Report report =
                ReceiptChain.read(ReceiptWriter.file(paths.layout(), loop), loop, journaled, _ -> {});
        expect(report.isIntact() && !report.torn(), "the receipts of " + loop + ": " + report);
    }

    private void executions(List<AttemptSummary> attempts) throws IOException {
        List<String> ran = fixture.ran();
        for (AttemptSummary attempt : attempts) {
            int times = Collections.frequency(ran, attempt.run());
            AttemptReport report = attempt.report();
            boolean itself = report != null && report.how() == AttemptReport.How.EXITED;
            expect(attempt.lost() || report != null, "attempt " + attempt + " has no end");
            expect(itself ? times == 1 : times <= 1, "attempt " + attempt + " ran " + times + " times");
        }
    }

    private void runFolders(LoopPaths paths, List<AttemptSummary> attempts, Policy policy) throws IOException {
        String previous = null;
        for (AttemptSummary attempt : attempts) {
            RunFolder folder = paths.task().run(attempt.run());
            String implied =
                    new RunInfoContent(paths).of(attempt, policy, 0, previous).text();
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
    private List<String> messages(LoopPaths paths, List<JournalEntry<Event>> entries) throws IOException {
        Announcements announcements = new Announcements(paths);
        List<BusMessage> told = new Bus(paths.task().bus(), InstantSource.system()).read();
        List<String> keys = new ArrayList<>();
        LoopState state = null;
        String run = null;
        for (JournalEntry<Event> entry : entries) {
            state = state == null ? LoopState.begin((Event.LoopStarted) entry.event()) : state.after(entry.event());
            run = entry.event() instanceof Event.AttemptStarted started ? started.run() : run;
            for (MessageDraft draft : announcements.of(entry, state, run)) {
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
        List<BusMessage> facts = new Bus(fixture.layout().projectBus(), InstantSource.system())
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
        if (!fixture.scenario().commits()) {
            return;
        }
        List<String> kept = new ArrayList<>();
        events.forEach(event -> {
            if (event instanceof Event.WorkKept work && work.commit() != null) {
                kept.add(work.commit());
            }
        });
        List<String> found = fixture.git("log", "--reverse", "--grep=^Ralph-Loop:", "--format=%H")
                .lines()
                .toList();
        expect(kept.equals(found) && kept.size() == 1, "commits are " + found + ", the journal says " + kept);
        String changes = fixture.git("status", "--porcelain");
        expect(changes.isBlank(), "git sees changes: " + changes);
        if (fixture.scenario().discards()) {
            String files = fixture.git("ls-files");
            expect(files.contains("work.txt") && files.contains("mine") && !files.contains("junk"), "files: " + files);
            expect(!fixture.git("log", "--format=%s").contains("junk"), "the branch has the agent's discarded commit");
            expect(!Files.exists(fixture.folder().resolve("leaked")), "the next attempt saw what was discarded");
            expect(
                    !fixture.git("log", "--all", "--full-history", "--format=%s", "--", "junk")
                            .isBlank(),
                    "what was discarded is not reachable");
            expect(
                    fixture.git("for-each-ref", "refs/ralph").lines().noneMatch(ref -> ref.contains("-aside-")),
                    "what nobody changed was put aside");
        }
    }

    private void leftovers() throws IOException {
        expectEmpty(fixture.layout().leases());
        expectEmpty(fixture.layout().state().resolve("requests"));
        TaskFolder task = fixture.layout().task(new TaskId("t"));
        expect(KillScenario.PROMPT.equals(text(task.taskFile())), "TASK.md says " + text(task.taskFile()));
        for (String file : List.of("STOP-REQUESTED", "CANCELLED")) {
            expect(!Files.exists(task.path().resolve(file)), file + " is left in a loop that went on");
        }
        Set<String> alive = LivingProcesses.of(fixture.folder());
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

    private static List<Event> events(List<JournalEntry<Event>> entries) {
        return entries.stream().map(JournalEntry::event).toList();
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
