package dev.ralph.cli;

import dev.ralph.config.ConfigProblem;
import dev.ralph.config.ConfigSchema;
import dev.ralph.config.Configuration;
import dev.ralph.config.InvalidConfiguration;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.json.JsonText;
import dev.ralph.store.EventFields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `ralph config show`, `check` and `schema`.
record ConfigCommands(CommandContext context) {

    static Command show(CommandContext context) {
        return Command.of("config show", Commands.HOUSEKEEPING, new ConfigCommands(context)::show)
                .summary("the settings in force")
                .option(Option.flag("origin", "say where each value comes from"))
                .options(SettingOptions.all())
                .example("ralph config show --origin", "every setting and the file, variable or flag it comes from")
                .example("ralph config show --max-restarts 5 --json", "what would hold with this flag, for a program");
    }

    static Command check(CommandContext context) {
        return Command.of("config check", Commands.HOUSEKEEPING, new ConfigCommands(context)::check)
                .summary("find mistakes in the configuration")
                .options(SettingOptions.of(List.of(SettingKeys.PROFILE)))
                .argument(Argument.optional("FILE", "check only this file").completes(CompletionSource.FILES))
                .example("ralph config check", "exit code 2 and file:line:column for each mistake")
                .example("ralph config check new-config.yaml", "one file, before it is used");
    }

    static Command schema(CommandContext context) {
        return Command.of("config schema", Commands.HOUSEKEEPING, new ConfigCommands(context)::schema)
                .summary("print the JSON Schema of the configuration file, for editors")
                .example(
                        "ralph config schema > ralph.schema.json", "then name that file in the editor's YAML settings");
    }

    private int show(Invocation invocation) {
        Console console = context.colored(invocation);
        Settings effective = context.asRun(invocation).settings();
        warn(console, effective.warnings());
        json(console, effective);
        for (Settings.Line line : effective.lines()) {
            String origin = invocation.has("origin") ? "  # " + line.origin() : "";
            String text = line.text().isEmpty() ? "# " + line.key().name() + ": not set" : setting(line);
            console.say(text + console.dim(origin));
        }
        return ExitCode.OK;
    }

    private static String setting(Settings.Line line) {
        return line.key().name() + ": " + Console.harmless(line.text());
    }

    private static void json(Console console, Settings effective) {
        console.objects(effective.lines(), (json, line) -> {
            json.field("key", line.key().name());
            json.rawField("value", JsonText.of(value(effective, line)));
            json.code("source", line.origin().source());
            json.field("where", line.origin().where());
        });
    }

    /// A list of texts, or of checks; every other value as the file has it; null where there is none.
    private static @Nullable Object value(Settings effective, Settings.Line line) {
        return effective.maybe(line.key()) instanceof List<?> list
                ? list.stream().map(item -> EventFields.check(item.toString())).toList()
                : line.meaning();
    }

    private int check(Invocation invocation) {
        Console console = context.console(invocation);
        Optional<Path> file = invocation
                .argument("FILE")
                .map(name -> Path.of("").toAbsolutePath().resolve(name));
        if (file.isPresent() && !Files.exists(file.get())) {
            throw new BadUsage("there is no file " + file.get() + " to check");
        }
        try {
            List<ConfigProblem> warnings = file.isPresent()
                    ? configuration(invocation).loadOnly(file.get()).warnings()
                    : context.asRun(invocation).settings().warnings();
            warn(console, warnings);
            told(console, List.of(), warnings);
            console.say(file.isPresent() ? file.get() + ": no mistakes" : "no mistakes");
            return ExitCode.OK;
        } catch (InvalidConfiguration wrong) {
            for (ConfigProblem problem : wrong.problems()) {
                console.err().println(Console.harmless(problem.toString()));
            }
            told(console, wrong.problems(), List.of());
            return ExitCode.BAD_USAGE;
        }
    }

    private Configuration configuration(Invocation invocation) {
        Path here = Path.of("").toAbsolutePath();
        Path folder = here.resolve(invocation.path("dir").orElse(Path.of(""))).normalize();
        return new Configuration(folder, here, context.environment());
    }

    private static void warn(Console console, List<ConfigProblem> warnings) {
        for (ConfigProblem warning : warnings) {
            console.warn(warning.toString());
        }
    }

    private static void told(Console console, List<ConfigProblem> problems, List<ConfigProblem> warnings) {
        console.object(json -> {
            json.field("ok", problems.isEmpty());
            list(json, "problems", problems);
            list(json, "warnings", warnings);
        });
    }

    private static void list(JsonOutput json, String name, List<ConfigProblem> problems) {
        json.objects(name, problems, problem -> {
            json.field("where", problem.where());
            json.field("message", problem.message());
        });
    }

    private int schema(Invocation invocation) {
        context.console(invocation).exactly(ConfigSchema.text());
        return ExitCode.OK;
    }
}
