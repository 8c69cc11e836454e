package dev.ralph.cli;

import dev.ralph.Attention;
import dev.ralph.CorrectionMetrics;
import dev.ralph.Ralph;
import dev.ralph.Report;
import dev.ralph.backlog.TaskHistory;
import dev.ralph.wording.Amount;
import dev.ralph.wording.DurationText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// `ralph report`: what became of the last run, for whoever comes back to it.
record ReportCommand(CommandContext context) {
    private static final int SHORT_COMMIT = 10;
    private static final int LONGEST = 2000;
    private static final int MOST_LINES = 6;

    static Command report(CommandContext context) {
        return Command.of("report", Commands.LOOKING, new ReportCommand(context)::show)
                .summary("what is proven done, blocked, waiting, spent and learned since the last run began")
                .option(Option.text("since", "WHEN", "everything since then: 12h, 2026-05-31 or 2026-05-31T08:00"))
                .option(Option.flag("markdown", "for a pull request or an issue"))
                .option(Option.flag("html", "one self-contained page with a chart"))
                .options(Commands.place())
                .argument(Argument.optional("FILE", "where to write it; left out, to standard output")
                        .completes(CompletionSource.FILES))
                .example("ralph report", "the last run, in the terminal")
                .example("ralph report --html report.html", "a page for a browser")
                .example("ralph report --since 12h --markdown", "the whole night");
    }

    /// One item of a list.
    ///
    /// @param lines    more about it
    /// @param commands what to type
    record Item(String task, String title, List<String> lines, List<String> commands) {}

    /// The items under one title.
    record Section(String title, Report.State state, List<Item> items) {}

    private int show(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        Console console = context.colored(invocation);
        boolean html = invocation.has("html");
        boolean markdown = invocation.has("markdown");
        Optional<String> file = invocation.argument("FILE");
        if ((html ? 1 : 0) + (markdown ? 1 : 0) + (console.json() ? 1 : 0) > 1) {
            throw new BadUsage("--html, --markdown and --json exclude each other");
        }
        if (file.isPresent() && !html && !markdown) {
            throw new BadUsage("a file is written with --html or --markdown: ralph report --html " + file.get());
        }
        Instant now = Instant.now();
        Optional<Report> found = ralph.report(
                invocation.text("since").map(text -> since(text, now)).orElse(null));
        if (found.isEmpty()) {
            throw new BadUsage(
                    invocation.text("since").isPresent()
                            ? "nothing since then. See: ralph status"
                            : TaskChoice.nothingYet(ralph));
        }
        Report report = found.get();
        List<Section> sections = sections(ralph, report, now);
        if (console.json()) {
            json(console, ralph, report);
        } else if (html) {
            write(console, file, new ReportPage(report, title(report), summary(report), sections).html());
        } else if (markdown) {
            write(console, file, markdown(report, sections));
        } else {
            page(console, report, sections);
        }
        return ExitCode.OK;
    }

    private static Instant since(String text, Instant now) {
        ZoneId here = ZoneId.systemDefault();
        try {
            if (text.matches("\\d{4}-\\d\\d-\\d\\d")) {
                return LocalDate.parse(text).atStartOfDay(here).toInstant();
            }
            if (text.matches("\\d{4}-.*(Z|[+-]\\d\\d:\\d\\d)")) {
                return OffsetDateTime.parse(text).toInstant();
            }
            return text.matches("\\d{4}-.*")
                    ? LocalDateTime.parse(text).atZone(here).toInstant()
                    : now.minus(DurationText.parse(text));
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException wrong) {
            throw new BadUsage("--since: found '" + text
                    + "', expected a duration as 12h, a day as 2026-05-31, or a time" + " as 2026-05-31T08:00");
        }
    }

    private static void write(Console console, Optional<String> file, String text) throws IOException {
        if (file.isEmpty()) {
            console.exactly(text);
            return;
        }
        Path target = Path.of(file.get()).toAbsolutePath();
        if (Files.isDirectory(target)) {
            throw new BadUsage(target + " is a folder: name a file in it");
        }
        Files.writeString(target, text);
        console.say("written to " + target.normalize());
    }

    static String title(Report report) {
        String name = report.name();
        return name == null ? "Report of all runs" : "Report of " + name;
    }

    static String span(Report report) {
        ZoneId here = ZoneId.systemDefault();
        return LoopLines.STAMP.format(report.from().atZone(here)) + " to "
                + LoopLines.STAMP.format(report.to().atZone(here)) + " ("
                + brief(Duration.between(report.from(), report.to())) + ")";
    }

    /// The figures that matter most.
    static List<String> summary(Report report) {
        List<String> parts = new ArrayList<>();
        parts.add(report.in(Report.State.PROVEN).size() + " of "
                + Amount.of(report.tasks().size(), "task") + " proven done");
        count(parts, report.in(Report.State.UNVERIFIED).size(), "done but unverified");
        count(parts, report.in(Report.State.BLOCKED).size(), "blocked");
        long asking = report.waiting().stream()
                .filter(item -> item.kind() == Attention.Kind.QUESTION)
                .count();
        count(parts, asking, "waiting for your answer");
        count(parts, report.in(Report.State.STOPPED).size(), "stopped");
        count(parts, report.in(Report.State.OPEN).size() - asking, "not finished");
        parts.add("cost " + CostLines.dollars(report.spent()));
        parts.add("agents worked " + brief(report.time()));
        return parts;
    }

    private static void count(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(count + " " + what);
        }
    }

    static String brief(Duration time) {
        return DurationText.format(
                Duration.ofSeconds(Math.max(0, time.plusMillis(500).toSeconds())));
    }

    private List<Section> sections(Ralph ralph, Report report, Instant now) throws IOException {
        AddedTasks texts = new AddedTasks(ralph.layout());
        List<Section> sections = new ArrayList<>();
        List<Item> asks = new ArrayList<>();
        for (Attention item : report.waiting()) {
            if (item.kind() == Attention.Kind.QUESTION) {
                String waits = "waits for " + brief(Duration.between(item.since(), now));
                asks.add(new Item(
                        item.task(),
                        "asks",
                        List.of(item.text(), waits),
                        InboxCommand.commands(ralph, report.waiting(), item)));
            }
        }
        section(sections, "Proven done", Report.State.PROVEN, ralph, report, texts);
        section(sections, "Done, unverified", Report.State.UNVERIFIED, ralph, report, texts);
        if (!asks.isEmpty()) {
            sections.add(new Section("Waits for you", Report.State.OPEN, asks));
        }
        section(sections, "Blocked", Report.State.BLOCKED, ralph, report, texts);
        section(sections, "Stopped", Report.State.STOPPED, ralph, report, texts);
        section(sections, "Not finished", Report.State.OPEN, ralph, report, texts);
        List<Item> learned = new ArrayList<>();
        report.odd()
                .forEach(seen -> learned.add(
                        new Item(seen.anomaly().task(), seen.anomaly().words(), List.of(), List.of())));
        report.remembered().stream()
                .collect(Collectors.groupingBy(
                        said -> said.text().strip(),
                        LinkedHashMap::new,
                        Collectors.mapping(TaskHistory.Remembered::task, Collectors.joining(", "))))
                .forEach((text, tasks) -> learned.add(new Item("remembered", text, List.of("by " + tasks), List.of())));
        if (!learned.isEmpty()) {
            sections.add(new Section("Learned", Report.State.STOPPED, learned));
        }
        List<Item> specs = new ArrayList<>();
        CorrectionMetrics metrics = ralph.correctionMetrics();
        for (String spec : metrics.specs()) {
            boolean about = metrics.of(spec).tasks().stream()
                    .anyMatch(of ->
                            report.tasks().stream().anyMatch(task -> task.task().equals(of.task())));
            if (about) {
                List<String> lines = MetricsCommand.lines(metrics.of(spec));
                specs.add(new Item(
                        spec,
                        lines.getFirst(),
                        lines.stream().skip(1).map(String::strip).toList(),
                        List.of("ralph metrics " + ShellWord.of(spec))));
            }
        }
        if (!specs.isEmpty()) {
            sections.add(new Section("Specs that correct themselves", Report.State.STOPPED, specs));
        }
        return sections;
    }

    private static void section(
            List<Section> sections, String title, Report.State state, Ralph ralph, Report report, AddedTasks texts)
            throws IOException {
        List<Item> items = new ArrayList<>();
        for (Report.Result task : report.in(state)) {
            Optional<Attention> waits = report.waiting().stream()
                    .filter(item -> item.task().equals(task.task()))
                    .findFirst();
            if (state == Report.State.OPEN
                    && waits.filter(item -> item.kind() == Attention.Kind.QUESTION)
                            .isPresent()) {
                continue;
            }
            List<String> lines = new ArrayList<>();
            if (!task.why().isBlank()) {
                lines.add(task.why());
            }
            lines.add(Amount.of(task.attempts(), "attempt") + ", " + brief(task.time()) + ", "
                    + CostLines.label(task.spent())
                    + CostLines.dollars(task.spent())
                    + (task.commit() == null ? "" : ", commit " + task.commit().substring(0, SHORT_COMMIT)));
            if (!task.proof().isEmpty()) {
                lines.add((state == Report.State.PROVEN ? "proof: " : "checks: ") + proof(task));
            }
            if (task.altered()) {
                lines.add("its receipts were changed after they were written: do not rely on them");
            }
            List<String> commands = new ArrayList<>();
            waits.ifPresent(item -> commands.addAll(InboxCommand.commands(ralph, report.waiting(), item)));
            if (state == Report.State.BLOCKED) {
                commands.add("ralph logs " + ShellWord.of(task.task()));
            } else if (state == Report.State.STOPPED && waits.isEmpty()) {
                commands.add(task.title().isEmpty() ? "ralph resume " + ShellWord.of(task.task()) : "ralph run");
            }
            String text = task.title().isBlank() ? texts.beginning(task.task()) : task.title();
            items.add(new Item(task.task(), text, lines, commands));
        }
        if (!items.isEmpty()) {
            sections.add(new Section(title, state, items));
        }
    }

    private static String proof(Report.Result task) {
        return task.proof().stream()
                .map(check -> ReceiptsCommand.brief(check.check().title()) + " "
                        + ReceiptsCommand.verdict(check)
                        + switch (check.environment().room()) {
                            case CLEAN -> " in a clean room";
                            case WORKSPACE -> " in the workspace";
                            case NONE -> "";
                        })
                .distinct()
                .reduce((one, other) -> one + ", " + other)
                .orElse("");
    }

    private void page(Console console, Report report, List<Section> sections) {
        int columns = context.pageColumns();
        print(console, console.bold(Console.harmless(title(report))) + "  " + console.dim(span(report)), columns);
        print(console, String.join(", ", summary(report)), columns);
        for (Section section : sections) {
            console.out().println();
            console.out().println(heading(console, section));
            for (Item item : section.items()) {
                String name = console.bold(Console.harmless(item.task()));
                String first = TerminalWidth.wrap("      " + name + "  " + one(item.title()), columns);
                console.out().println(first.substring(4).stripTrailing());
                for (String line : item.lines()) {
                    Console.harmlessLines(cut(line))
                            .lines()
                            .limit(MOST_LINES)
                            .forEach(part -> print(console, "      " + part, columns));
                }
                item.commands().forEach(command -> console.out().println("      $ " + Console.harmless(command)));
            }
        }
    }

    private static String heading(Console console, Section section) {
        return switch (section.state()) {
            case PROVEN -> console.green(section.title());
            case BLOCKED -> console.red(section.title());
            case UNVERIFIED, OPEN -> console.yellow(section.title());
            case STOPPED -> console.bold(section.title());
        };
    }

    private static void print(Console console, String line, int columns) {
        console.out().println(TerminalWidth.wrap(line, columns));
    }

    private static String one(String text) {
        return Console.harmless(cut(text).replaceAll("\\s+", " ").strip());
    }

    static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }

    /// Foreign text stands in code spans only: it can neither be markup nor call anybody.
    private static String markdown(Report report, List<Section> sections) {
        StringBuilder text = new StringBuilder("## ");
        String name = report.name();
        text.append(name == null ? title(report) : "Report of " + ReceiptMarkdown.code(name))
                .append("\n\n");
        text.append(span(report)).append("\n\n");
        text.append("**").append(String.join(", ", summary(report))).append("**\n");
        for (Section section : sections) {
            text.append("\n### ").append(section.title()).append("\n\n");
            for (Item item : section.items()) {
                text.append("- " + ReceiptMarkdown.code(item.task())
                        + (item.title().isBlank() ? "" : " " + ReceiptMarkdown.code(cut(item.title()))) + "\n");
                item.lines().forEach(line -> text.append("  - " + ReceiptMarkdown.code(cut(line)) + "\n"));
                item.commands().forEach(command -> text.append("  - type " + ReceiptMarkdown.code(command) + "\n"));
            }
        }
        return text.toString();
    }

    private static void json(Console console, Ralph ralph, Report report) {
        console.object(json -> {
            json.field("name", report.name());
            json.field("from", report.from().toString());
            json.field("to", report.to().toString());
            json.field("seconds", report.time().toSeconds());
            json.objectField("spent", () -> CostLines.fields(json, report.spent()));
            json.objects("tasks", report.tasks(), task -> task(json, task));
            json.objects("waiting", report.waiting(), item -> {
                json.code("kind", item.kind());
                json.field("task", item.task());
                json.field("text", item.text());
                json.texts("commands", InboxCommand.commands(ralph, report.waiting(), item));
            });
            json.objects("points", report.points(), point -> {
                json.field("at", point.at().toString());
                json.number("dollars", point.spent().dollars());
                json.field("tokens", point.spent().tokens().total());
                json.field("seconds", point.time().toSeconds());
                json.field("done", point.done());
            });
            json.objects("anomalies", report.odd(), seen -> {
                json.field("anomaly", seen.anomaly().kind().word());
                json.field("severity", seen.anomaly().severity().word());
                json.field("task", seen.anomaly().task());
                json.field("message", seen.anomaly().words());
            });
            json.objects("remembered", report.remembered(), said -> {
                json.field("task", said.task());
                json.field("text", said.text());
            });
        });
    }

    private static void task(JsonOutput json, Report.Result task) {
        json.field("task", task.task());
        json.field("title", task.title());
        json.code("state", task.state());
        json.field("message", task.why());
        json.field("commit", task.commit());
        json.field("attempts", task.attempts());
        json.field("seconds", task.time().toSeconds());
        json.objectField("spent", () -> CostLines.fields(json, task.spent()));
        json.field("receipts_intact", !task.altered());
        json.objects("proof", task.proof(), check -> {
            json.field("check", check.check().title());
            json.field("passed", check.finding().passed());
            json.field("commit", check.subject().commit());
        });
        json.field("ended_at", task.endedAt().toString());
    }
}
