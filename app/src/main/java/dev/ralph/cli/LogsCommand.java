package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamFormat;
import dev.ralph.loop.Event;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.paths.TaskId;
import dev.ralph.receipt.Evidence;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalUnusable;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.verify.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// `ralph logs`: what an agent wrote. What a known agent prints is made for programs, so people see what it says.
record LogsCommand(CommandContext context) {
    private static final Duration LOOK = Duration.ofMillis(150);

    static Command logs(CommandContext context) {
        return Command.of("logs", Commands.LOOKING, new LogsCommand(context)::show)
                .summary("what an agent wrote")
                .option(Option.flag("follow", "show more as it comes, through all attempts until the loop ends")
                        .letter('f'))
                .option(Commands.task())
                .option(Option.text("run", "RUN", "the run with this id").standard("the latest"))
                .option(Option.integer("attempt", "N", "the run of this attempt"))
                .option(Option.flag("stderr", "what it wrote to standard error"))
                .option(Option.flag("checks", "what the checks of an attempt printed, all of it"))
                .option(Option.flag("raw", "raw output of a known agent"))
                .options(Commands.place())
                .argument(Argument.optional("TASK", "the task").completes(CompletionSource.TASKS))
                .example("ralph logs -f", "follow the running task")
                .example("ralph logs fix-1 --attempt 2 --stderr", "one attempt's errors")
                .example("ralph logs --checks", "why the last checks failed")
                .example("ralph logs fix-1 --raw > out.txt", "every byte as it was written");
    }

    private enum What {
        /// What a known agent says; of any other what it prints.
        WORDS,
        OUTPUT,
        ERRORS
    }

    /// What was asked for.
    ///
    /// @param only a single run, which is not left for the next one
    private record Wish(Console console, Ralph ralph, TaskId task, What what, boolean only) {
        Path file(String run) {
            RunFolder folder = folder(run);
            return what == What.ERRORS ? folder.stderr() : folder.stdout();
        }

        /// The runs of a stage lie in a folder of their own.
        private RunFolder folder(String run) {
            RunFolder usual = ralph.layout().task(task).run(run);
            if (Files.exists(usual.stdout())) {
                return usual;
            }
            try (JournalView journal = ralph.journal()) {
                return journal.loopsOf(task.value()).stream()
                        .filter(loop -> has(journal, loop, run))
                        .map(loop -> new LoopPaths(ralph.layout(), ralph.folder(), loop.head())
                                .task()
                                .run(run))
                        .findFirst()
                        .orElse(usual);
            } catch (JournalUnusable unreadable) {
                return usual;
            }
        }

        LogSink sink(String run, int attempt) {
            if (console.json()) {
                return new JsonLinesSink(
                        console.out(), run, attempt, what == What.ERRORS ? "stderr" : "stdout", what == What.OUTPUT);
            }
            StreamFormat form = what == What.WORDS ? new LogForm(ralph, task).of(run) : StreamFormat.TEXT;
            if (form != StreamFormat.TEXT) {
                return new WordsSink(console.out(), form.reader(ResetTimes.UNKNOWN));
            }
            return Console.onTerminal() ? new TerminalSink(console.out()) : new RawSink(console.out());
        }
    }

    private int show(Invocation invocation) throws IOException, InterruptedException {
        Ralph ralph = context.ralph(invocation);
        Optional<String> run = invocation.text("run");
        OptionalLong attempt = invocation.integer("attempt");
        if (run.isPresent() && attempt.isPresent()) {
            throw new BadUsage("--run and --attempt exclude each other");
        }
        if (invocation.has("checks")) {
            return checks(context.console(invocation), ralph, new TaskChoice(ralph).chosen(invocation), attempt);
        }
        boolean only = run.isPresent() || attempt.isPresent();
        Wish wish = new Wish(
                context.console(invocation),
                ralph,
                new TaskChoice(ralph).chosen(invocation),
                invocation.has("stderr") ? What.ERRORS : invocation.has("raw") ? What.OUTPUT : What.WORDS,
                only);
        if (run.isPresent() && !invocation.has("follow")) {
            String name = runName(run.get());
            print(wish, name, known(wish, name).orElse(null));
            return ExitCode.OK;
        }
        try (JournalView journal = ralph.journal()) {
            LoopWatch watch = new LoopWatch(ralph, journal, loop(journal, wish, run.orElse(null)));
            LoopWatch.Look look = watch.look();
            boolean wait = invocation.has("follow") && look.alive();
            AttemptSummary first = chosen(wish, look.attempts(), run.orElse(null), attempt);
            if (first == null && !wait) {
                throw new BadUsage("task " + wish.task() + " has no run yet");
            } else if (wait) {
                new LogFollow(watch, wish.console(), only, wish::file, wish::sink).from(first, LOOK);
            } else if (first != null) {
                print(wish, first.run(), first);
            }
        }
        return ExitCode.OK;
    }

    /// Of the last loop of a task, what each check of an attempt printed.
    private static int checks(Console console, Ralph ralph, TaskId task, OptionalLong wanted) throws IOException {
        List<Evidence> all =
                ralph.receipts(task.value()).stream()
                        .filter(book -> !book.receipts().isEmpty())
                        .findFirst()
                        .stream()
                        .flatMap(book -> book.receipts().stream())
                        .map(stored -> stored.receipt().evidence())
                        .toList();
        long attempt = wanted.orElse(all.isEmpty() ? 0 : all.getLast().claim().attempt());
        List<Evidence> made =
                all.stream().filter(one -> one.claim().attempt() == attempt).toList();
        List<Event.TriedCheck> tried = attempt == 0 || wanted.isEmpty() ? tried(ralph, task) : List.of();
        tried.forEach(one -> before(console, one));
        if (made.isEmpty() && tried.isEmpty()) {
            throw new BadUsage(
                    all.isEmpty()
                            ? "task " + task + " has no checks yet; they run when its agent says that it is done"
                            : "no check was made of attempt " + attempt + " of task " + task + "; `ralph receipts "
                                    + task + "` lists them");
        }
        for (Evidence one : made) {
            Evidence.Output output = one.output();
            Path file = output == null ? null : ralph.layout().state().resolve(output.file());
            String printed = file != null && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    ? LenientText.read(file)
                    : null;
            if (console.json()) {
                json(
                        console,
                        one.claim().attempt(),
                        one.check().title(),
                        one.finding().passed(),
                        one.finding().exitCode(),
                        one.finding().reason(),
                        printed);
                continue;
            }
            String code = one.finding().exitCode() < 0
                    ? ""
                    : " (exit " + one.finding().exitCode() + ")";
            console.say(console.bold(Console.harmless("attempt " + attempt + ", check `"
                    + one.check().title() + "`: " + ReceiptsCommand.verdict(one) + code)));
            if (printed != null) {
                console.foreign(printed, Console.onTerminal());
            } else if (one.finding().reason() != null) {
                console.say(Console.harmlessLines(one.finding().reason()));
            }
        }
        return ExitCode.OK;
    }

    /// How the checks of the last loop of a task stood before the work.
    private static List<Event.TriedCheck> tried(Ralph ralph, TaskId task) {
        try (JournalView journal = ralph.journal()) {
            return LoopSummary.last(journal.loopsOf(task.value())).stream()
                    .flatMap(loop -> journal.entries(loop.head().id()).stream())
                    .filter(entry -> entry.event() instanceof Event.ChecksTried)
                    .flatMap(entry -> ((Event.ChecksTried) entry.event()).checks().stream())
                    .toList();
        } catch (JournalUnusable unreadable) {
            return List.of();
        }
    }

    private static void before(Console console, Event.TriedCheck tried) {
        String title = Check.of(tried.check()).title();
        boolean passed = tried.exitCode() == 0;
        if (console.json()) {
            json(console, 0, title, passed, tried.exitCode(), null, tried.output());
            return;
        }
        String code = tried.exitCode() < 0 ? "" : " (exit " + tried.exitCode() + ")";
        console.say(console.bold(
                Console.harmless("before the work, check `" + title + "`: " + (passed ? "passes" : "fails") + code)));
        if (tried.output() != null) {
            console.foreign(tried.output() + "\n", Console.onTerminal());
        }
    }

    private static void json(
            Console console,
            int attempt,
            String title,
            boolean passed,
            int exitCode,
            @Nullable String message,
            @Nullable String printed) {
        console.object(json -> {
            json.field("attempt", attempt);
            json.field("title", title);
            json.field("passed", passed);
            json.field("exit_code", exitCode);
            json.field("message", message);
            json.field("output", printed);
        });
    }

    /// What the journal says about a run. Output can be looked at also where it knows nothing, or cannot be read.
    private static Optional<AttemptSummary> known(Wish wish, String run) {
        try (JournalView journal = wish.ralph().journal()) {
            return journal.loopsOf(wish.task().value()).stream()
                    .flatMap(loop -> journal.attempts(loop.head().id()).stream())
                    .filter(attempt -> attempt.run().equals(run))
                    .findFirst();
        } catch (JournalUnusable unreadable) {
            return Optional.empty();
        }
    }

    private static void print(Wish wish, String run, @Nullable AttemptSummary known) throws IOException {
        boolean goesOn = known != null && known.endedAt() == null;
        LogFile.Zeros zeros = goesOn ? LogFile.Zeros.LEFT_OUT : LogFile.Zeros.MEANT;
        Path path = wish.file(run);
        try (LogFile file = LogFile.open(path, zeros)) {
            if (file == null) {
                throw new BadUsage("there is no " + path + ": no such run, or `ralph gc` has removed it; `ralph status "
                        + wish.task() + "` lists the runs");
            }
            LogSink sink = wish.sink(run, known == null ? 0 : known.attempt());
            file.copyTo(sink);
            sink.end();
        }
    }

    /// The loop of the run, or the task's last one.
    private static String loop(JournalView journal, Wish wish, @Nullable String run) throws IOException {
        List<LoopSummary> loops = journal.loopsOf(wish.task().value());
        if (loops.isEmpty()) {
            throw new AddedTasks(wish.ralph().layout()).nothingOf(wish.task().value());
        }
        Optional<LoopSummary> found = run == null
                ? LoopSummary.last(loops)
                : loops.stream().filter(loop -> has(journal, loop, run)).findFirst();
        return found.orElseThrow(() -> new BadUsage("task " + wish.task() + " has no run "
                        + runName(String.valueOf(run)) + "; `ralph status " + wish.task() + "` lists the runs"))
                .head()
                .id();
    }

    private static boolean has(JournalView journal, LoopSummary loop, String run) {
        return journal.attempts(loop.head().id()).stream()
                .anyMatch(attempt -> attempt.run().equals(run));
    }

    private static @Nullable AttemptSummary chosen(
            Wish wish, List<AttemptSummary> attempts, @Nullable String run, OptionalLong number) {
        if (run == null && number.isEmpty()) {
            return attempts.isEmpty() ? null : attempts.getLast();
        }
        for (AttemptSummary attempt : attempts) {
            if (run != null ? attempt.run().equals(run) : attempt.attempt() == number.orElse(0)) {
                return attempt;
            }
        }
        throw new BadUsage("task " + wish.task() + " has no attempt " + number.orElse(0) + "; it has " + attempts.size()
                + " so far");
    }

    /// A run id becomes part of a path.
    private static String runName(String run) {
        for (int i = 0; i < run.length(); i++) {
            char c = run.charAt(i);
            if (c >= 128 || !(Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.')) {
                throw notARun(run);
            }
        }
        if (run.isEmpty() || run.startsWith(".")) {
            throw notARun(run);
        }
        return run;
    }

    private static BadUsage notARun(String run) {
        return new BadUsage("'" + run + "' is not a run id; `ralph status TASK` lists the runs");
    }
}
