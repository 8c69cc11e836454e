package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.config.SettingKeys;
import dev.ralph.room.ProjectCleanRooms;
import dev.ralph.store.JournalView;
import dev.ralph.wording.Amount;
import dev.ralph.workspace.Workspaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// `ralph gc`: frees the space that ended loops take.
record GcCommand(CommandContext context) {
    private static final Duration STANDARD = Duration.ofDays(30);

    static Command gc(CommandContext context) {
        return Command.of(
                        "gc",
                        Commands.HOUSEKEEPING,
                        "remove what old, ended loops left behind: runs, check output, requests, clean rooms",
                        new GcCommand(context)::clean)
                .option(Option.duration("older-than", "only loops that ended longer ago than this")
                        .standard("30d"))
                .option(Option.flag("keep-failed", "keep loops that ended FAILED, FATAL, BLOCKED or EXHAUSTED"))
                .option(
                        Option.flag(
                                "attempts",
                                "also what is conserved of their attempts, and their workspaces: the only copies of work that was never kept"))
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
            throw new BadUsage("there is nothing to clean: " + ralph.layout().state()
                    + " does not exist; give the project with --dir");
        }
        Instant before = Instant.now().minus(invocation.duration("older-than").orElse(STANDARD));
        try (JournalView journal = ralph.journal()) {
            Cleanup cleaning = new Cleanup(
                    ralph,
                    journal,
                    new OldLoops(journal, before, invocation.has("keep-failed")),
                    new FolderRemoval(dry ? FolderRemoval.Way.ONLY_COUNT : FolderRemoval.Way.REALLY),
                    invocation.has("attempts") ? conservedWork(ralph) : null);
            cleaning.loops();
            Long largest = ralph.settings().maybe(SettingKeys.BUS_ROTATE);
            if (largest != null) {
                cleaning.buses(largest);
            }
            cleaning.locks();
            cleaning.rooms(rooms(ralph), before);
            report(console, cleaning, dry);
            return cleaning.troubles().isEmpty() ? ExitCode.OK : ExitCode.TROUBLE;
        }
    }

    private ProjectCleanRooms rooms(Ralph ralph) {
        Path folder = ralph.engineOptions().rooms();
        return new ProjectCleanRooms(ralph.folder(), folder);
    }

    private ConservedWork conservedWork(Ralph ralph) {
        Path folder = ralph.engineOptions().workspaces();
        return new ConservedWork(ralph.layout(), new Workspaces(ralph.folder(), folder));
    }

    private static void report(Console console, Cleanup cleaning, boolean dry) {
        cleaning.remarks().forEach(console::warn);
        cleaning.troubles().forEach(console::warn);
        long freed = 0;
        for (Cleanup.Item item : cleaning.items()) {
            freed += item.freed();
            console.say(item.kind() + " " + Console.harmless(item.path().toString()) + " ("
                    + Amount.of(item.bytes(), "byte") + ")");
        }
        int count = cleaning.items().size();
        console.say((dry ? "would free " : "freed ") + Amount.of(freed, "byte") + " in " + Amount.of(count, "place"));
        if (console.json()) {
            json(console, cleaning, freed, dry);
        }
    }

    private static void json(Console console, Cleanup cleaning, long freed, boolean dry) {
        JsonOutput json = new JsonOutput(console.out());
        json.object(() -> {
            json.field("dry_run", dry);
            json.field("freed_bytes", freed);
            json.arrayField("items", () -> {
                for (Cleanup.Item item : cleaning.items()) {
                    json.object(() -> {
                        json.field("kind", item.kind().replace(' ', '_'));
                        json.field("path", item.path().toString());
                        json.field("bytes", item.bytes());
                    });
                }
            });
            json.messages("remarks", cleaning.remarks());
            json.messages("troubles", cleaning.troubles());
        });
        json.end();
    }
}
