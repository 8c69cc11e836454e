package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.engine.LoopReceipts;
import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.ReceiptChain;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.wording.Amount;
import dev.ralph.wording.DurationText;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `ralph receipts`: what every check found, and whether somebody changed it since.
record ReceiptsCommand(CommandContext context) {
    private static final int LONGEST_TITLE = 60;
    private static final int SHORT_COMMIT = 10;

    static Command receipts(CommandContext context) {
        return Command.of("receipts", Commands.LOOKING, new ReceiptsCommand(context)::receipts)
                .summary("what each check found, on which commit; exit code 1 when a receipt was changed")
                .option(Option.flag("markdown", "the last verdict, for a pull request"))
                .options(Commands.place())
                .argument(Argument.optional("TASK", "only this task").completes(CompletionSource.TASKS))
                .example("ralph receipts fix-1", "every check of a task")
                .example("ralph receipts fix-1 --markdown | gh pr comment --body-file -", "show them in a pull request")
                .example("ralph receipts --json", "all of them, for a program");
    }

    private int receipts(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        Optional<String> task = invocation.argument("TASK");
        boolean markdown = invocation.has("markdown");
        if (markdown && invocation.has("json")) {
            throw new BadUsage("--markdown and --json exclude each other");
        }
        List<LoopReceipts> books = books(ralph, task, markdown);
        Console console = context.console(invocation);
        if (console.json()) {
            json(console, books);
        } else if (markdown) {
            if (books.isEmpty()) {
                throw new BadUsage(TaskChoice.nothingYet(ralph));
            }
            console.exactly(ReceiptMarkdown.of(books.getFirst()));
        } else {
            page(console, books, task.isPresent());
        }
        return books.stream().allMatch(book -> book.report().isIntact()) ? ExitCode.OK : ExitCode.TROUBLE;
    }

    /// Oldest first; for a pull request only the newest.
    private static List<LoopReceipts> books(Ralph ralph, Optional<String> task, boolean onlyNewest) throws IOException {
        try (JournalView journal = ralph.journal()) {
            List<LoopSummary> loops = task.isPresent() ? journal.loopsOf(task.get()) : journal.loops();
            if (task.isPresent() && loops.isEmpty()) {
                throw new AddedTasks(ralph.layout()).nothingOf(task.get());
            }
            List<LoopSummary> wanted =
                    onlyNewest ? LoopSummary.last(loops).stream().toList() : loops.reversed();
            List<LoopReceipts> books = new ArrayList<>();
            for (LoopSummary loop : wanted) {
                books.add(LoopReceipts.read(ralph.layout(), journal, loop));
            }
            return books;
        }
    }

    private static void page(Console console, List<LoopReceipts> books, boolean oneTask) {
        List<String[]> rows = new ArrayList<>();
        rows.add(row(oneTask ? null : "TASK", "WHEN", "ATTEMPT", "CHECK", "VERDICT", "EXIT", "COMMIT", "TOOK"));
        for (LoopReceipts book : books) {
            for (ReceiptChain.Stored stored : book.receipts()) {
                rows.add(row(oneTask ? null : book.task(), stored.receipt().evidence()));
            }
        }
        if (rows.size() > 1) {
            TextTable.print(console, rows);
            console.say("");
        }
        books.forEach(book -> book.troubles().forEach(trouble -> console.say(Console.harmless(trouble))));
        console.say(summary(books));
    }

    private static String summary(List<LoopReceipts> books) {
        long receipts =
                books.stream().mapToLong(book -> book.report().receipts()).sum();
        long broken = books.stream().filter(book -> !book.report().isIntact()).count();
        long gone =
                books.stream().mapToLong(book -> book.report().outputsGone()).sum();
        long torn = books.stream().filter(book -> book.report().torn()).count();
        if (broken > 0) {
            return "BROKEN: receipts of " + broken + " of " + Amount.of(books.size(), "loop")
                    + " were changed. See docs/receipts.md";
        }
        String words = receipts == 0
                ? "no receipts: no check has run yet"
                : Amount.of(receipts, "receipt") + (receipts == 1 ? ", intact" : ", all intact");
        return words
                + (gone == 0 ? "" : "; the output of " + gone + " was removed by ralph gc")
                + (torn == 0 ? "" : "; one incomplete receipt after a crash; it will be replaced");
    }

    private static String[] row(@Nullable String task, Evidence evidence) {
        String commit = evidence.subject().commit();
        return row(
                task,
                LoopLines.STAMP.format(evidence.started().atZone(ZoneId.systemDefault())),
                Integer.toString(evidence.claim().attempt()),
                brief(evidence.check().title()),
                verdict(evidence),
                Integer.toString(evidence.finding().exitCode()),
                commit == null ? "" : commit.substring(0, SHORT_COMMIT),
                DurationText.brief(evidence.took()));
    }

    private static String[] row(@Nullable String first, String... rest) {
        List<String> cells = new ArrayList<>(List.of(rest));
        if (first != null) {
            cells.add(1, first);
        }
        return cells.toArray(String[]::new);
    }

    static String brief(String title) {
        String line = title.lines().findFirst().orElse("");
        boolean whole = line.length() == title.length() && line.length() <= LONGEST_TITLE;
        return whole ? line : line.substring(0, Math.min(line.length(), LONGEST_TITLE - 1)) + "…";
    }

    static String verdict(Evidence evidence) {
        Evidence.Again again = evidence.finding().secondRun();
        boolean flaky = again != null && again.passed() != evidence.finding().passed();
        return (evidence.finding().passed() ? "passed" : "refused")
                + (flaky ? ", flaky" : "")
                + (evidence.claim().occasion() == Evidence.Occasion.REVERIFICATION ? " (verify)" : "");
    }

    private static void json(Console console, List<LoopReceipts> books) {
        console.object(json -> {
            json.field("intact", books.stream().allMatch(book -> book.report().isIntact()));
            json.objects("loops", books, book -> book(json, book));
        });
    }

    private static void book(JsonOutput json, LoopReceipts book) {
        json.field("task", book.task());
        json.field("loop", book.loop().head().id());
        json.field("intact", book.report().isIntact());
        json.field("torn", book.report().torn());
        json.field("outputs_gone", book.report().outputsGone());
        json.objects("flaws", book.report().flaws(), flaw -> {
            json.field("line", flaw.line());
            json.code("kind", flaw.kind());
            json.field("message", flaw.words());
        });
        json.texts("verdict", book.verdict());
        json.arrayField("receipts", () -> book.receipts().forEach(stored -> json.raw(stored.json())));
    }
}
