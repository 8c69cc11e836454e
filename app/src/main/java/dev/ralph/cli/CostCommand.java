package dev.ralph.cli;

import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.loop.Testimony;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import dev.ralph.task.Layout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `ralph cost`: what agents used, by attempt and model.
record CostCommand(Context context) {

    static Command cost(Context context) {
        return Command.of(
                        "cost",
                        Commands.LOOKING,
                        "tokens and dollars by task, attempt and model",
                        new CostCommand(context)::cost)
                .option(Commands.task())
                .options(Commands.place())
                .argument(Argument.optional("TASK", "only this task").completes(Completes.TASKS))
                .example("ralph cost", "every attempt of every task")
                .example("ralph cost fix-1 --json", "one task, for a program");
    }

    /// One attempt of an agent; `spent` is null where the agent is a program that does not say.
    private record Line(
            LoopSummary loop,
            AttemptSummary attempt,
            @Nullable Testimony testimony) {
        Spent spent() {
            return testimony == null ? Spent.UNKNOWN : testimony.spent();
        }

        String agent() {
            return testimony == null ? "program" : testimony.agent();
        }
    }

    private int cost(Invocation invocation) throws IOException {
        Layout layout = context.project(invocation).layout();
        Optional<String> task = invocation.text("task").or(() -> invocation.argument("TASK"));
        List<Line> lines = new ArrayList<>();
        try (JournalView journal = SqliteJournal.view(layout.journal())) {
            for (LoopSummary loop : task.isPresent() ? journal.loopsOf(task.get()) : journal.loops()) {
                for (AttemptSummary attempt : journal.attempts(loop.head().loop())) {
                    lines.add(new Line(loop, attempt, attempt.testimony()));
                }
            }
        }
        Console console = context.console(invocation);
        if (console.json()) {
            json(console, lines);
        } else {
            page(console, lines);
        }
        return ExitCode.OK;
    }

    private static Spent sum(List<Line> lines) {
        return lines.stream().map(Line::spent).reduce(Spent.NOTHING, Spent::plus);
    }

    private static void page(Console console, List<Line> lines) {
        if (lines.isEmpty()) {
            console.say("no attempt yet; `ralph run` makes the first");
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"TASK", "ATTEMPT", "AGENT", "MODEL", "INPUT", "CACHED", "OUTPUT", "COST"});
        for (Line line : lines) {
            Spent spent = line.spent();
            if (spent.models().isEmpty()) {
                rows.add(row(line, "", null, CostLines.dollars(spent)));
            }
            boolean several = spent.models().size() > 1;
            spent.models()
                    .forEach((model, tokens) ->
                            rows.add(row(line, model, tokens, several ? "" : CostLines.dollars(spent))));
            if (several) {
                rows.add(row(line, "all", spent.tokens(), CostLines.dollars(spent)));
            }
        }
        Table.print(console, rows);
        Spent all = sum(lines);
        console.say("");
        console.say("in all: " + CostLines.tokens(all) + " tokens, " + CostLines.dollars(all));
    }

    private static String[] row(Line line, String model, @Nullable Tokens tokens, String cost) {
        return new String[] {
            Console.harmless(line.loop().head().task()),
            Integer.toString(line.attempt().attempt()),
            line.agent(),
            Console.harmless(model),
            tokens == null ? "unknown" : CostLines.number(tokens.input()),
            tokens == null ? "unknown" : CostLines.number(tokens.cacheRead() + tokens.cacheWrite()),
            tokens == null ? "unknown" : CostLines.number(tokens.output()),
            cost
        };
    }

    private static void json(Console console, List<Line> lines) {
        Json json = new Json(console.out());
        json.object(() -> {
            json.arrayField("attempts", () -> {
                for (Line line : lines) {
                    json.object(() -> {
                        json.field("task", line.loop().head().task());
                        json.field("loop", line.loop().head().loop());
                        json.field("attempt", line.attempt().attempt());
                        json.field("run_id", line.attempt().run());
                        json.field("agent", line.agent());
                        CostLines.fields(json, line.spent());
                    });
                }
            });
            json.objectField("total", () -> CostLines.fields(json, sum(lines)));
        });
        json.end();
    }
}
