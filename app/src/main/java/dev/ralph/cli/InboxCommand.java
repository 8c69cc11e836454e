package dev.ralph.cli;

import dev.ralph.Attention;
import dev.ralph.Ralph;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.store.JournalView;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// `ralph inbox`: what waits for a person, and what to type.
record InboxCommand(CommandContext context) {
    private static final int MOST_LINES = 12;

    static Command inbox(CommandContext context) {
        return Command.of("inbox", Commands.STEERING, new InboxCommand(context)::show)
                .summary("what waits for you, with the command to type")
                .options(Commands.place())
                .example("ralph inbox", "questions, and tasks that need you")
                .example("ralph inbox --json", "as JSON, for scripts");
    }

    private int show(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        Console console = context.colored(invocation);
        List<Attention> all = ralph.inbox();
        ListPlan.warn(console, ralph.tasks().look().problems());
        Instant now = Instant.now();
        if (console.json()) {
            console.objects(all, (json, item) -> json(json, ralph, all, item, now));
            return ExitCode.OK;
        }
        if (all.isEmpty()) {
            console.say("nothing waits for you");
        }
        for (Attention item : all) {
            lines(console, item, commands(ralph, all, item), now, context.pageColumns());
        }
        return ExitCode.OK;
    }

    /// A title, the text in lines of whole words, and what to type.
    static void lines(Console console, Attention item, List<String> commands, Instant now, int columns) {
        console.out()
                .println(console.bold(Console.harmless(item.task())) + " "
                        + switch (item.kind()) {
                            case QUESTION -> console.yellow("asks");
                            case BLOCKED -> console.red("is blocked");
                            case INTERRUPTED -> console.yellow("waits");
                        }
                        + console.dim(since(item, now)));
        String text = item.text().isBlank() ? "no reason given" : item.text().strip();
        Console.harmlessLines(text)
                .lines()
                .limit(MOST_LINES)
                .forEach(line -> console.out().println(TerminalWidth.wrap("    " + line, columns)));
        commands.forEach(command -> console.out().println("  $ " + Console.harmless(command)));
    }

    private static String since(Attention item, Instant now) {
        return item.since().equals(Instant.EPOCH) ? "" : ", " + Ago.words(Duration.between(item.since(), now));
    }

    private static void json(JsonOutput json, Ralph ralph, List<Attention> all, Attention item, Instant now) {
        json.code("kind", item.kind());
        json.field("task", item.task());
        json.field("text", item.text());
        json.field("question", item.question());
        json.field("since", item.since().toString());
        json.field("seconds", Math.max(0, Duration.between(item.since(), now).toSeconds()));
        json.texts("commands", commands(ralph, all, item));
    }

    /// What a person types to have it go on.
    static List<String> commands(Ralph ralph, List<Attention> all, Attention item) {
        String task = ShellWord.of(item.task());
        String goOn = ralph.flowOf(item.task())
                .map(StageCommands::again)
                .orElse(item.listed() ? "ralph run" : "ralph resume " + task);
        List<String> commands = new ArrayList<>();
        switch (item.kind()) {
            case QUESTION -> {
                long asked = all.stream()
                        .filter(other ->
                                other.question() != null && other.task().equals(item.task()))
                        .count();
                commands.add("ralph answer " + (asked == 1 ? task : item.question()) + " \"...\"");
                if (!ralph.isWorkedOn(item.task())) {
                    commands.add(goOn);
                }
            }
            case BLOCKED -> {
                Reason reason = item.reason();
                if (item.listed()) {
                    commands.add("ralph task unblock " + task);
                }
                boolean used = reason != null && reason.outcome() == Outcome.EXHAUSTED;
                commands.add(reason != null && used ? goOn + more(ralph, item.task(), reason) : goOn);
            }
            case INTERRUPTED -> commands.add(goOn);
        }
        return commands;
    }

    private static String more(Ralph ralph, String task, Reason reason) {
        try (JournalView journal = ralph.journal()) {
            return ralph.loop(task)
                    .map(loop -> DoubledLimit.of(journal.state(loop.head().id()), reason))
                    .orElse("");
        }
    }
}
