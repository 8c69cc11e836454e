package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.config.Profile;
import dev.ralph.engine.StatusLines;
import dev.ralph.json.RecordCodec;
import dev.ralph.loop.Activity;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.loop.SandboxReport;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.TaskId;
import dev.ralph.store.AttemptSummary;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Questions;
import dev.ralph.store.StatusLine;
import dev.ralph.store.StreamSummary;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `ralph status`: every task's last loop, as the journal knows it.
record StatusCommand(CommandContext context) {

    static Command status(CommandContext context) {
        return Command.of("status", Commands.LOOKING, new StatusCommand(context)::show)
                .summary("what each task's loop is doing")
                .onTask("one task, with its attempts")
                .example("ralph status", "all tasks of this project")
                .example("ralph status --task fix-1 --json", "one task with its attempts, for a program");
    }

    private int show(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        Console console = context.console(invocation);
        TaskId named = TaskChoice.named(invocation).orElse(null);
        if (named == null && !console.json()) {
            all(console, ralph);
            return ExitCode.OK;
        }
        try (JournalView journal = ralph.journal()) {
            List<LoopSummary> loops =
                    newestOfEachTask(named == null ? journal.loops() : journal.loopsOf(named.value()));
            if (named != null && loops.isEmpty()) {
                throw new AddedTasks(ralph.layout()).nothingOf(named.value());
            }
            if (console.json()) {
                json(console, ralph, journal, loops);
            } else {
                List<StatusLine> lines = new ArrayList<>();
                for (LoopSummary loop : loops) {
                    lines.add(StatusLines.now(StatusLines.of(loop), ralph.leases()));
                }
                table(console, ralph, lines, Integer.MAX_VALUE);
                console.say("");
                StreamHead head = loops.getFirst().head();
                attempts(console, Profile.of(head.profile()).wording(), journal.attempts(head.id()));
            }
        }
        return ExitCode.OK;
    }

    /// A task's last loop; the jobs of a task count only where it has nothing else.
    private static List<LoopSummary> newestOfEachTask(List<LoopSummary> loops) {
        Map<String, LoopSummary> newest = new LinkedHashMap<>();
        for (LoopSummary loop : loops) {
            String task = loop.head().task();
            LoopSummary known = newest.get(task);
            if (known == null || (known.head().isJob() && !loop.head().isJob())) {
                newest.put(task, loop);
            }
        }
        return List.copyOf(newest.values());
    }

    private void all(Console console, Ralph ralph) throws IOException {
        List<StatusLine> lines = ralph.status();
        if (lines.isEmpty()) {
            console.say(TaskChoice.nothingYet(ralph));
        } else {
            table(console, ralph, lines, context.columns());
        }
    }

    /// What a person calls it: an open loop that no process runs was interrupted, if it had begun; a fork has not.
    static String state(Ralph ralph, LoopSummary loop) {
        return StatusLines.now(StatusLines.of(loop), ralph.leases()).state();
    }

    /// Why a loop ended, or its last refusal or failure; null when there was none.
    static @Nullable String why(LoopSummary loop) {
        Reason reason = loop.reason();
        return reason == null
                ? null
                : Profile.of(loop.head().profile()).wording().of(reason);
    }

    /// Where a loop stands, for programs.
    ///
    /// @param word  one of those that docs/json.md lists, whatever people are told
    /// @param until when it stops waiting for its provider, null where it does not wait for that
    record Place(String word, @Nullable Instant until) {
        /// Of a task that has no loop.
        static final String NOT_BEGUN = "not_begun";
    }

    /// Whether a loop has ended whose task waits for a person.
    private static boolean isAskedAbout(JournalView journal, LoopSummary loop) {
        String parent = loop.head().parent();
        return parent != null
                && !loop.open()
                && journal.stream(parent).filter(StreamSummary::parked).isPresent();
    }

    static Place place(Ralph ralph, JournalView journal, LoopSummary loop) {
        Outcome outcome = loop.outcome();
        if (isAskedAbout(journal, loop)) {
            return new Place("parked", null);
        }
        if (outcome != null) {
            return new Place(outcome.name().toLowerCase(Locale.ROOT), null);
        }
        if (loop.activity() != Activity.PARKED && !ralph.isRunning(loop)) {
            return new Place(loop.attempts() == 0 ? Place.NOT_BEGUN : "interrupted", null);
        }
        String word = switch (loop.activity()) {
            case LIMITED -> "waiting_provider";
            case AWAITING_CHILDREN -> "waiting_children";
            case ENDED -> "finishing";
            default -> loop.activity().name().toLowerCase(Locale.ROOT);
        };
        return new Place(word, loop.progress().until());
    }

    private static void table(Console console, Ralph ralph, List<StatusLine> lines, int columns) throws IOException {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"TASK", "STATE", "ATTEMPT", "UPDATED", "TEXT"});
        AddedTasks texts = new AddedTasks(ralph.layout());
        Instant now = Instant.now();
        for (StatusLine line : lines) {
            rows.add(new String[] {
                line.task(),
                line.state(),
                line.attempts(),
                Ago.words(Duration.between(Instant.ofEpochMilli(line.updated()), now)),
                AddedTasks.shortened(texts.beginning(line.task()))
            });
        }
        List<String> shown = TextTable.lines(rows, columns);
        console.say(shown.getFirst());
        for (int i = 0; i < lines.size(); i++) {
            console.say(shown.get(i + 1));
            String reason = Console.harmless(lines.get(i).reason());
            if (!reason.isEmpty()) {
                console.say(TerminalWidth.fit("  " + reason, columns));
            }
        }
    }

    static void attempts(Console console, Wording wording, List<AttemptSummary> attempts) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"ATTEMPT", "RUN", "AGENT", "SANDBOX", "ENDED", "FAILURE"});
        for (AttemptSummary attempt : attempts) {
            var report = attempt.report();
            String failure = report == null ? null : failure(report, wording);
            rows.add(new String[] {
                Integer.toString(attempt.attempt()),
                attempt.run(),
                agent(attempt.statement()),
                attempt.tier() == null ? "" : attempt.tier(),
                attempt.lost() ? "lost" : report == null ? "running" : ended(report),
                failure == null ? "" : failure
            });
        }
        TextTable.print(console, rows);
    }

    /// One that Ralph ended has no exit code of its own.
    private static String ended(AttemptReport report) {
        String how = report.how().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return report.code() < 0 ? how : how + " " + report.code();
    }

    private static @Nullable String failure(AttemptReport report, Wording wording) {
        AttemptFailure failure = report.told();
        return failure == null ? null : wording.of(failure);
    }

    private static String agent(@Nullable AgentStatement said) {
        String version = said == null ? null : said.version();
        return said == null ? "program" : version == null ? said.agent() : said.agent() + " " + version;
    }

    private static void json(Console console, Ralph ralph, JournalView journal, List<LoopSummary> loops) {
        console.objects(loops, (json, loop) -> {
            json.field("task", loop.head().task());
            json.field("project", loop.head().project());
            json.field("loop", loop.head().id());
            json.field("profile", loop.head().profile());
            standing(json, ralph, journal, loop);
        });
    }

    /// Where a loop stands, with its runs.
    static void standing(JsonOutput json, Ralph ralph, JournalView journal, LoopSummary loop) {
        Place place = place(ralph, journal, loop);
        boolean asked = isAskedAbout(journal, loop);
        Outcome outcome = asked ? null : loop.outcome();
        json.field("state", place.word());
        json.code("outcome", outcome);
        if (asked) {
            json.field("reason", null);
            json.field("message", question(ralph, loop));
        } else {
            reason(json, loop);
        }
        Instant until = place.until();
        json.field("waiting_until", until == null ? null : until.toString());
        if (outcome == Outcome.COMPLETED) {
            json.field("verified", !(loop.reason() instanceof Reason.Unverified));
        }
        List<AttemptSummary> attempts = journal.attempts(loop.head().id());
        Wording wording = Profile.of(loop.head().profile()).wording();
        json.field("attempts", loop.attempts());
        json.field(
                "free_attempts",
                attempts.stream().filter(AttemptSummary::isFree).count());
        json.field("max_attempts", loop.maxAttempts());
        json.field("started_at", loop.startedAt().toString());
        json.field("updated_at", loop.updatedAt().toString());
        json.objects("runs", attempts, attempt -> run(json, attempt, wording));
    }

    private static @Nullable String question(Ralph ralph, LoopSummary loop) {
        return ralph.questions().stream()
                .filter(question -> question.stream().equals(loop.head().parent()))
                .map(Questions.Question::text)
                .findFirst()
                .orElse(null);
    }

    /// Its code, and the sentence that people read.
    static void reason(JsonOutput json, LoopSummary loop) {
        json.field("reason", loop.reason() == null ? null : RecordCodec.code((Record) loop.reason()));
        json.field("message", why(loop));
    }

    private static void sandbox(JsonOutput json, SandboxReport sandboxReport) {
        json.texts("sandbox_notes", sandboxReport.notes());
        json.objects("network", sandboxReport.contacts(), contact -> {
            json.field("host", contact.host());
            json.field("allowed", contact.refused() == null);
            json.field("message", contact.refused());
            json.field("times", contact.times());
            json.field("sent", contact.sent());
            json.field("received", contact.received());
        });
    }

    private static void run(JsonOutput json, AttemptSummary attempt, Wording wording) {
        json.field("attempt", attempt.attempt());
        json.field("run_id", attempt.run());
        json.field("started_at", attempt.startedAt().toString());
        Instant ended = attempt.endedAt();
        json.field("ended_at", ended == null ? null : ended.toString());
        json.field("lost", attempt.lost());
        json.field("free", attempt.isFree());
        AgentStatement said = attempt.statement();
        json.field("agent", said == null ? null : said.agent());
        json.field("agent_version", said == null ? null : said.version());
        json.field("session", said == null ? null : said.session());
        json.field("sandbox", attempt.tier());
        AttemptReport report = attempt.report();
        AttemptFailure failure = report == null ? null : report.told();
        json.code("how", report == null ? null : report.how());
        json.number("code", report == null ? null : BigDecimal.valueOf(report.code()));
        json.field("failure", failure == null ? null : RecordCodec.code((Record) failure));
        json.field("message", report == null ? null : failure(report, wording));
        json.field("proof", report == null ? null : report.proof().toLowerCase(Locale.ROOT));
        json.number(
                "stdout_bytes",
                report == null ? null : BigDecimal.valueOf(report.stdout().bytes()));
        json.number(
                "stderr_bytes",
                report == null ? null : BigDecimal.valueOf(report.stderr().bytes()));
        SandboxReport sandboxReport = report == null ? null : report.sandbox();
        if (sandboxReport != null) {
            sandbox(json, sandboxReport);
        }
    }
}
