package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.engine.AttemptCost;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// `ralph cost`: what agents used, by attempt, model and task.
record CostCommand(CommandContext context) {

    static Command cost(CommandContext context) {
        return Command.of("cost", Commands.LOOKING, new CostCommand(context)::cost)
                .summary("tokens and dollars by task, attempt and model")
                .onTask("only this task")
                .example("ralph cost", "every attempt of every task")
                .example("ralph cost fix-1 --json", "one task, for a program");
    }

    private int cost(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        Optional<String> task = invocation.text("task").or(() -> invocation.argument("TASK"));
        List<AttemptCost> lines;
        try (JournalView journal = ralph.journal()) {
            List<LoopSummary> loops = task.isPresent() ? journal.loopsOf(task.get()) : journal.loops();
            if (task.isPresent() && loops.isEmpty()) {
                throw new AddedTasks(ralph.layout()).nothingOf(task.get());
            }
            lines = AttemptCost.of(loops, journal);
        }
        Console console = context.console(invocation);
        json(console, lines);
        page(console, ralph, lines);
        return ExitCode.OK;
    }

    private static Spent sum(List<AttemptCost> lines) {
        return lines.stream().map(AttemptCost::spent).reduce(Spent.NOTHING, Spent::plus);
    }

    private static Map<String, List<AttemptCost>> byTask(List<AttemptCost> lines) {
        return lines.stream()
                .collect(Collectors.groupingBy(AttemptCost::task, LinkedHashMap::new, Collectors.toList()));
    }

    private static void page(Console console, Ralph ralph, List<AttemptCost> lines) {
        if (lines.isEmpty()) {
            console.say(TaskChoice.nothingYet(ralph));
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"TASK", "ATTEMPT", "AGENT", "MODEL", "INPUT", "CACHED", "OUTPUT", "COST"});
        byTask(lines).forEach((task, attempts) -> {
            for (AttemptCost line : attempts) {
                models(rows, line);
            }
            if (attempts.size() > 1) {
                rows.add(row(task, "all", "", "", sum(attempts)));
            }
        });
        TextTable.print(console, rows);
        Spent all = sum(lines);
        console.say("");
        console.say("in all: "
                + (all.equals(Spent.NOTHING)
                        ? CostLines.NOTHING
                        : CostLines.tokens(all) + " tokens, " + CostLines.dollars(all)));
    }

    private static void models(List<String[]> rows, AttemptCost line) {
        Spent spent = line.spent();
        String attempt = Integer.toString(line.attempt());
        if (spent.models().size() < 2) {
            String model = spent.models().keySet().stream().findFirst().orElse("");
            rows.add(row(line.task(), attempt, line.agent(), model, spent));
            return;
        }
        spent.models().forEach((model, tokens) -> {
            String[] row = row(line.task(), attempt, line.agent(), model, new Spent(Map.of(model, tokens), null, true));
            row[row.length - 1] = "";
            rows.add(row);
        });
        rows.add(row(line.task(), attempt, line.agent(), "all", spent));
    }

    private static String[] row(String task, String attempt, String agent, String model, Spent spent) {
        Tokens tokens = spent.tokens();
        return new String[] {
            task,
            attempt,
            agent,
            model,
            CostLines.part(spent, tokens.input()),
            CostLines.part(spent, tokens.cacheRead() + tokens.cacheWrite()),
            CostLines.part(spent, tokens.output()),
            CostLines.dollars(spent)
        };
    }

    private static void json(JsonOutput json, AttemptCost line) {
        json.field("task", line.task());
        json.field("loop", line.loop().head().id());
        json.field("attempt", line.attempt());
        if (line.run() != null) {
            json.field("run_id", line.run());
            json.field("agent", line.agent());
        }
        CostLines.fields(json, line.spent());
    }

    private static void json(Console console, List<AttemptCost> lines) {
        console.object(json -> {
            json.objects(
                    "attempts", lines.stream().filter(line -> !line.isReview()).toList(), line -> json(json, line));
            json.objects("reviews", lines.stream().filter(AttemptCost::isReview).toList(), line -> json(json, line));
            json.objectField(
                    "tasks",
                    () -> byTask(lines)
                            .forEach((task, attempts) ->
                                    json.objectField(task, () -> CostLines.fields(json, sum(attempts)))));
            json.objectField("total", () -> CostLines.fields(json, sum(lines)));
        });
    }
}
