package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.engine.Cleanup;
import dev.ralph.wording.Amount;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// `ralph gc`: frees the space that ended loops take.
record GcCommand(CommandContext context) {
    private static final Duration STANDARD = Duration.ofDays(30);

    static Command gc(CommandContext context) {
        return Command.of("gc", Commands.HOUSEKEEPING, new GcCommand(context)::clean)
                .summary("remove what old, ended loops left behind: runs, check output, requests, clean rooms")
                .option(Option.duration("older-than", "only loops that ended longer ago than this")
                        .standard("30d"))
                .option(Option.flag("keep-failed", "keep loops that ended FAILED, FATAL, BLOCKED or EXHAUSTED"))
                .option(Option.flag(
                        "attempts",
                        "also their saved attempts and workspaces: the only copies of work that was never kept"))
                .option(Option.flag("dry-run", "say what would be removed, remove nothing"))
                .options(Commands.place())
                .example("ralph gc --dry-run", "see first")
                .example("ralph gc --older-than 7d --keep-failed", "the journal, TASK.md and DONE always stay")
                .example("ralph gc --attempts --dry-run", "also old attempts at refs/ralph; see first");
    }

    private int clean(Invocation invocation) {
        Ralph ralph = context.ralph(invocation);
        Console console = context.console(invocation);
        boolean dry = invocation.has("dry-run");
        if (!Files.isDirectory(ralph.layout().state())) {
            throw new BadUsage(
                    "nothing to clean: " + ralph.layout().state() + " does not exist. Name another project with --dir");
        }
        Instant before = Instant.now().minus(invocation.duration("older-than").orElse(STANDARD));
        Set<Cleanup.Choice> choices = EnumSet.noneOf(Cleanup.Choice.class);
        for (Cleanup.Choice choice : Cleanup.Choice.values()) {
            if (invocation.has(choice.name().toLowerCase(Locale.ROOT).replace('_', '-'))) {
                choices.add(choice);
            }
        }
        Cleanup.Result cleaned = ralph.clean(before, choices);
        report(console, cleaned, dry);
        return cleaned.troubles().isEmpty() ? ExitCode.OK : ExitCode.TROUBLE;
    }

    private static void report(Console console, Cleanup.Result cleaned, boolean dry) {
        cleaned.remarks().forEach(console::warn);
        cleaned.troubles().forEach(console::warn);
        long freed = 0;
        for (Cleanup.Item item : cleaned.items()) {
            freed += item.freed();
            console.say(item.kind() + " " + Console.harmless(item.path().toString()) + " ("
                    + Amount.of(item.bytes(), "byte") + ")");
        }
        int count = cleaned.items().size();
        console.say((dry ? "would free " : "freed ") + Amount.of(freed, "byte") + " in " + Amount.of(count, "place"));
        json(console, cleaned, freed, dry);
    }

    private static void json(Console console, Cleanup.Result cleaned, long freed, boolean dry) {
        console.object(json -> {
            json.field("dry_run", dry);
            json.field("freed_bytes", freed);
            json.objects("items", cleaned.items(), item -> {
                json.field("kind", item.kind().replace(' ', '_'));
                json.field("path", item.path().toString());
                json.field("bytes", item.bytes());
            });
            json.messages("remarks", cleaned.remarks());
            json.messages("troubles", cleaned.troubles());
        });
    }
}
