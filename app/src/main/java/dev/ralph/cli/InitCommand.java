package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.config.Configuration;
import dev.ralph.survey.Survey;
import dev.ralph.survey.TestSuite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `ralph init`: looks at the repository and the machine, and writes what it found as a configuration.
record InitCommand(CommandContext context) {

    static Command init(CommandContext context) {
        return Command.of("init", Commands.FIRST, new InitCommand(context)::init)
                .summary("find the repository's tests and the installed agents; write .ralph/config.yaml")
                .option(Option.flag("dry-run", "show what would be written, and write nothing"))
                .option(Option.flag("force", "overwrite an existing configuration; the old one is kept next to it"))
                .example("ralph init", "tests of Maven, Gradle, npm, pytest, unittest, cargo, go, make")
                .example("ralph init --dry-run", "only look");
    }

    /// @param written what was written, null for nothing
    /// @param kept    where the file is that was there before, null for none
    private record Outcome(
            Survey survey,
            List<String> agents,
            String text,
            @Nullable Path written,
            @Nullable Path kept) {}

    private int init(Invocation invocation) throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path folder = here.resolve(invocation.path("dir").orElse(Path.of(""))).normalize();
        if (!Files.isDirectory(folder)) {
            throw new BadUsage("there is no folder " + folder + ": give another --dir");
        }
        Path file = new Configuration(folder, here, context.environment()).projectFile();
        boolean there = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        boolean dry = invocation.has("dry-run");
        if (there && !dry && !invocation.has("force")) {
            throw new BadUsage(
                    file + " already exists. Preview: ralph init --dry-run. Replace it, keeping a copy: ralph init"
                            + " --force");
        }
        Survey survey = Ralph.survey(folder);
        List<String> agents = Ralph.installedAgents(folder, context.environment());
        String text = new StarterFile(survey, agents).text();
        Path kept = there && !dry ? setAside(file) : null;
        if (!dry) {
            write(file, text);
        }
        show(context.console(invocation), new Outcome(survey, agents, text, dry ? null : file, kept));
        return ExitCode.OK;
    }

    private static Path setAside(Path file) throws IOException {
        for (int number = 1; ; number++) {
            Path old = file.resolveSibling(file.getFileName() + ".old-" + number);
            try {
                Files.createFile(old); // takes the name, so that nothing there is lost
                return Files.move(file, old, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            } catch (FileAlreadyExistsException taken) {
                // the next name, then
            }
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        try {
            Files.write(file, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException meanwhile) {
            throw new BadUsage(file + " was created in the meantime; not overwritten");
        }
    }

    private static void show(Console console, Outcome outcome) {
        if (console.json()) {
            json(console, outcome);
            return;
        }
        List<TestSuite> suites = outcome.survey().suites();
        console.say(
                suites.isEmpty()
                        ? "no test command found; add one under `checks`, or results stay unverified"
                        : "checks:");
        for (TestSuite suite : suites) {
            String where = suite.folder().isEmpty() ? "" : " in " + suite.folder();
            line(console, "  " + suite.tool() + where + ": " + suite.command());
            line(console, "      found: " + suite.why());
            if (!suite.reports().isEmpty()) {
                line(console, "      test reports: " + String.join(", ", suite.reports()));
            }
            if (suite.prepare() != null) {
                line(console, "      prepared by: " + suite.prepare());
            }
            if (suite.advice() != null) {
                line(console, "      " + suite.advice());
            }
        }
        outcome.survey().notes().forEach(note -> line(console, "note: " + note));
        console.say("agents: "
                + (outcome.agents().isEmpty()
                        ? "none of the agents Ralph knows is installed"
                        : String.join(", ", outcome.agents())));
        if (outcome.kept() != null) {
            line(console, "old configuration saved as " + outcome.kept());
        }
        if (outcome.written() == null) {
            console.say("");
            console.exactly(outcome.text());
        } else {
            line(console, "wrote " + outcome.written());
            if (outcome.agents().size() > 1) {
                console.say("to have " + outcome.agents().get(1)
                        + " review each change, uncomment the check `review` in it (it costs a turn of that agent)");
            }
            console.say("commit it, so that everybody has the same checks: git add .ralph/config.yaml");
            console.say("next: ralph "
                    + (outcome.agents().isEmpty()
                            ? "run \"Fix the flaky test\" -- PROGRAM"
                            : "\"Fix the flaky test\""));
        }
    }

    private static void line(Console console, String text) {
        console.say(Console.harmless(text.replaceAll("\\s*\\R\\s*", " ")));
    }

    private static void json(Console console, Outcome outcome) {
        console.object(json -> {
            json.objects("checks", outcome.survey().suites(), suite -> {
                json.field("tool", suite.tool());
                json.field("folder", suite.folder());
                json.field("command", suite.command());
                json.texts("reports", suite.reports());
                json.field("prepare", suite.prepare());
                json.field("message", suite.why());
                json.field("advice", suite.advice());
            });
            json.messages("notes", outcome.survey().notes());
            json.texts("agents", outcome.agents());
            json.field(
                    "file", outcome.written() == null ? null : outcome.written().toString());
            json.field(
                    "old_file", outcome.kept() == null ? null : outcome.kept().toString());
            json.field("text", outcome.text());
        });
    }
}
