package dev.ralph.cli;

import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy;
import dev.ralph.loop.ReviewCost;
import dev.ralph.paths.StateLayout;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `ralph cost`: what agents used, by attempt, model and task.
record CostCommand(CommandContext context) {

    static Command cost(CommandContext context) {
        return Command.of(
                        "cost",
                        Commands.LOOKING,
                        "tokens and dollars by task, attempt and model",
                        new CostCommand(context)::cost)
                .option(Commands.task())
                .options(Commands.place())
                .argument(Argument.optional("TASK", "only this task").completes(CompletionSource.TASKS))
                .example("ralph cost", "every attempt of every task")
                .example("ralph cost fix-1 --json", "one task, for a program");
    }

    /// One attempt of an agent, or what reviewers of it used.
    ///
    /// @param run null for reviewers
    private record Line(
            LoopSummary loop, int attempt, @Nullable String run, String agent, Spent spent) {
        String task() {
            return loop.head().task();
        }

        boolean isReview() {
            return run == null;
        }
    }

    private static Spent spent(AttemptSummary attempt) {
        AttemptReport report = attempt.report();
        boolean neverRan = report != null && report.how() == AttemptReport.How.NOT_STARTED;
        AgentStatement said = attempt.testimony();
        return said != null ? said.spent() : neverRan ? Spent.NOTHING : Spent.UNKNOWN;
    }

    private int cost(Invocation invocation) throws IOException {
        StateLayout layout = context.project(invocation).layout();
        Optional<String> task = invocation.text("task").or(() -> invocation.argument("TASK"));
        List<Line> lines = new ArrayList<>();
        try (JournalView journal = SqliteJournal.view(layout.journal())) {
            for (LoopSummary loop : task.isPresent() ? journal.loopsOf(task.get()) : journal.loops()) {
                List<Line> reviews = reviews(journal, loop);
                for (AttemptSummary attempt : journal.attempts(loop.head().id())) {
                    AgentStatement said = attempt.testimony();
                    String agent = said == null ? silent(journal, loop, attempt) : said.agent();
                    lines.add(new Line(loop, attempt.attempt(), attempt.run(), agent, spent(attempt)));
                    reviews.stream()
                            .filter(review -> review.attempt() == attempt.attempt())
                            .forEach(lines::add);
                }
            }
            if (task.isPresent() && journal.loopsOf(task.get()).isEmpty()) {
                throw new AddedTasks(layout).nothingOf(task.get());
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

    /// What verdicts tell of reviewers, each with the attempt before it.
    private static List<Line> reviews(JournalView journal, LoopSummary loop) {
        List<Line> reviews = new ArrayList<>();
        int attempt = 0;
        for (JournalEntry<Event> entry : journal.entries(loop.head().id())) {
            if (entry.event() instanceof Event.AttemptStarted started) {
                attempt = started.attempt();
            } else if (entry.event() instanceof Event.ChecksEnded ended) {
                ReviewCost reviewCost = ended.verdict().fee();
                if (reviewCost != null) {
                    reviews.add(new Line(loop, attempt, null, "reviewer", reviewCost.spent()));
                }
            }
        }
        return reviews;
    }

    /// Whose attempt it is that has said nothing, because it still runs, was lost or is no agent that is listened to.
    private static String silent(JournalView journal, LoopSummary loop, AttemptSummary attempt) {
        List<Event> before = journal.entries(loop.head().id()).stream()
                .map(JournalEntry::event)
                .takeWhile(event ->
                        !(event instanceof Event.AttemptStarted started && started.attempt() == attempt.attempt()))
                .toList();
        LoopState state = LoopState.replay(before);
        Policy.AgentCommand agent = state.policy().agents().get(state.chain().at());
        return agent.kind() == Policy.AgentCommand.Kind.KNOWN ? agent.words().getFirst() : "program";
    }

    private static Spent sum(List<Line> lines) {
        return lines.stream().map(Line::spent).reduce(Spent.NOTHING, Spent::plus);
    }

    private static Map<String, List<Line>> byTask(List<Line> lines) {
        return lines.stream().collect(Collectors.groupingBy(Line::task, LinkedHashMap::new, Collectors.toList()));
    }

    private static void page(Console console, List<Line> lines) {
        if (lines.isEmpty()) {
            console.say("no attempt yet; `ralph run` makes the first");
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"TASK", "ATTEMPT", "AGENT", "MODEL", "INPUT", "CACHED", "OUTPUT", "COST"});
        byTask(lines).forEach((task, attempts) -> {
            for (Line line : attempts) {
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

    private static void models(List<String[]> rows, Line line) {
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

    private static void json(JsonOutput json, Line line) {
        json.field("task", line.task());
        json.field("loop", line.loop().head().id());
        json.field("attempt", line.attempt());
        if (line.run() != null) {
            json.field("run_id", line.run());
            json.field("agent", line.agent());
        }
        CostLines.fields(json, line.spent());
    }

    private static void json(Console console, List<Line> lines) {
        JsonOutput json = new JsonOutput(console.out());
        json.object(() -> {
            json.arrayField(
                    "attempts",
                    () -> lines.stream()
                            .filter(line -> !line.isReview())
                            .forEach(line -> json.object(() -> json(json, line))));
            json.arrayField(
                    "reviews",
                    () -> lines.stream().filter(Line::isReview).forEach(line -> json.object(() -> json(json, line))));
            json.objectField(
                    "tasks",
                    () -> byTask(lines)
                            .forEach((task, attempts) ->
                                    json.objectField(task, () -> CostLines.fields(json, sum(attempts)))));
            json.objectField("total", () -> CostLines.fields(json, sum(lines)));
        });
        json.end();
    }
}
