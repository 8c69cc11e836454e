package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.engine.LoopReceipts;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.wording.Amount;
import dev.ralph.workspace.AttemptRef;
import dev.ralph.workspace.Audit;
import dev.ralph.workspace.Conservation;
import dev.ralph.workspace.Workspaces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `ralph diff` and `ralph audit`: the work of attempts that is conserved whatever became of it.
record ConservedCommands(CommandContext context) {

    static Command diff(CommandContext context) {
        return Command.of(
                        "diff",
                        Commands.LOOKING,
                        "what an attempt changed, kept or not",
                        new ConservedCommands(context)::diff)
                .option(Commands.task())
                .options(Commands.place())
                .argument(Argument.optional("TASK", "the task").completes(CompletionSource.TASKS))
                .argument(Argument.optional("N", "the attempt; the last one when left out"))
                .example("ralph diff fix-1", "the last attempt of a task")
                .example("ralph diff fix-1 2 | git apply", "take over what attempt 2 had made");
    }

    static Command audit(CommandContext context) {
        return Command.of(
                        "audit",
                        Commands.HOUSEKEEPING,
                        "prove that the work of every attempt is still there, and no receipt was changed",
                        new ConservedCommands(context)::audit)
                .options(Commands.place())
                .example("ralph audit", "exit code 1 when something is missing");
    }

    private int diff(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        String task = new TaskChoice(ralph).chosen(invocation).value();
        AttemptRef attempt;
        try (JournalView journal = ralph.journal()) {
            List<LoopSummary> loops = journal.loopsOf(task);
            if (loops.isEmpty()) {
                throw new AddedTasks(ralph.layout()).nothingOf(task);
            }
            String loop = loops.getFirst().head().id();
            attempt = new AttemptRef(
                    loop, number(invocation, journal.attempts(loop).size(), task));
        }
        Optional<Conservation> place = Conservation.holding(ralph.folder(), attempt);
        if (place.isEmpty()) {
            throw new BadUsage(
                    attempt
                            + " is not conserved: it still runs, was removed by `ralph gc`, lost its workspace, or worked in place in a folder without git or with --snapshots off");
        }
        String text = place.get().diff(place.get().find(attempt).orElseThrow());
        Console console = context.console(invocation);
        if (console.json()) {
            JsonOutput json = new JsonOutput(console.out());
            json.object(() -> {
                json.field("task", task);
                json.field("loop", attempt.loop());
                json.field("attempt", attempt.attempt());
                json.field("diff", text);
            });
            json.end();
            return ExitCode.OK;
        }
        console.foreign(text.endsWith("\n") || text.isEmpty() ? text : text + "\n", Console.onTerminal());
        return ExitCode.OK;
    }

    private static int number(Invocation invocation, int last, String task) {
        String given = invocation.argument("N").orElse(Integer.toString(last));
        try {
            int number = Integer.parseInt(given);
            if (number >= 1 && number <= last) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw new BadUsage("'" + given + "' is not the number of an attempt");
        }
        throw new BadUsage("task " + task + " has " + Amount.of(last, "attempt") + "; there is no attempt " + given);
    }

    private int audit(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        Audit.Report work;
        List<LoopReceipts> books = new ArrayList<>();
        try (JournalView journal = ralph.journal()) {
            work = Audit.of(ralph.folder(), conserved(journal, ralph), idle(journal, ralph));
            journal.loops().forEach(loop -> books.add(LoopReceipts.read(ralph.layout(), journal, loop)));
        }
        List<String> troubles = new ArrayList<>(work.troubles());
        books.forEach(book -> troubles.addAll(book.troubles()));
        long receipts =
                books.stream().mapToLong(book -> book.report().receipts()).sum();
        Console console = context.console(invocation);
        if (console.json()) {
            JsonOutput json = new JsonOutput(console.out());
            json.object(() -> {
                json.field("attempts", work.attempts());
                json.field("receipts", receipts);
                json.field("clean", troubles.isEmpty());
                json.messages("troubles", troubles);
            });
            json.end();
        } else {
            troubles.forEach(trouble -> console.say(Console.harmless(trouble)));
            console.say(
                    troubles.isEmpty()
                            ? "clean: the work of " + Amount.of(work.attempts(), "attempt") + " is complete; "
                                    + Amount.of(receipts, "receipt") + " as written"
                            : Amount.of(troubles.size(), "trouble")
                                    + " in the work of " + Amount.of(work.attempts(), "attempt")
                                    + ": everything else is complete. Lost refs and objects may be in a backup or a"
                                    + " clone of the repository (`git fetch BACKUP 'refs/ralph/*:refs/ralph/*'`); `ralph resume` finishes"
                                    + " what was left half-way");
        }
        return troubles.isEmpty() ? ExitCode.OK : ExitCode.TROUBLE;
    }

    /// Every attempt whose work lies at a ref, if nobody took it away.
    private static List<Audit.Ended> conserved(JournalView journal, Ralph ralph) throws IOException {
        RemovedAttempts removed = new RemovedAttempts(ralph.layout());
        List<Audit.Ended> attempts = new ArrayList<>();
        for (LoopSummary loop : journal.loops()) {
            String id = loop.head().id();
            boolean apart = worksApart(journal.entries(id));
            Set<Integer> gone = removed.of(id);
            for (AttemptSummary attempt : journal.attempts(id)) {
                AttemptReport report = attempt.report();
                AttemptRef ref = new AttemptRef(id, attempt.attempt());
                String commit = report == null ? null : report.effect().commit();
                boolean isMeant = commit != null
                        || (apart && report != null && report.how() != AttemptReport.How.NOT_STARTED)
                        || (apart && attempt.lost() && isDealtWith(attempt, loop))
                        || (attempt.lost()
                                && Conservation.holding(ralph.folder(), ref).isPresent());
                if (isMeant && !gone.contains(attempt.attempt())) {
                    attempts.add(new Audit.Ended(ref, commit));
                }
            }
        }
        return attempts;
    }

    /// What an engine lost is conserved by the next one, before the next attempt begins or the work is kept.
    private static boolean isDealtWith(AttemptSummary lost, LoopSummary loop) {
        return lost.attempt() < loop.attempts() || loop.outcome() == Outcome.COMPLETED;
    }

    /// Workspaces in which nobody works right now.
    private List<Path> idle(JournalView journal, Ralph ralph) throws IOException {
        Path folder = ralph.engineOptions().workspaces();
        List<Path> idle = new ArrayList<>();
        for (Path home : new Workspaces(ralph.folder(), folder).all()) {
            boolean isRunning = journal.stream(String.valueOf(home.getFileName()))
                    .filter(stream -> ralph.isRunning(stream.head().task()))
                    .isPresent();
            if (!isRunning) {
                idle.add(home);
            }
        }
        return idle;
    }

    private static boolean worksApart(List<JournalEntry<Event>> entries) {
        return !entries.isEmpty()
                && entries.getFirst().event() instanceof Event.LoopStarted started
                && started.policy().confinement().workspace() != ConfinementPolicy.Workspace.IN_PLACE;
    }
}
