package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.StageLoop;
import dev.ralph.StageTask;
import dev.ralph.Task;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.config.NearestName;
import dev.ralph.config.Profile;
import dev.ralph.config.SettingKeys;
import dev.ralph.json.JsonText;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.StreamHead;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import dev.ralph.pipeline.PipelineProgress;
import dev.ralph.stage.StageTasks;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import dev.ralph.wording.Amount;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `ralph stage run`, `status`, `show` and `cancel`: tasks that pass stages, as specification 003 has them. Its own
/// commands `ralph-status` and `ralph-cancel` are programs beside `ralph` that call these.
record StageCommands(CommandContext context) {
    private static final String RUN = "ralph stage run";
    private static final String PULL_REQUEST = "pull-request";
    private static final String RUNNING = "running";
    private static final String INTERRUPTED = "interrupted";
    private static final String WAITING = "waiting";
    private static final List<String> STATUSES =
            List.of(RUNNING, WAITING, "completed", "cancelled", "stopped", "failed");

    /// What starts a run over tasks again.
    static String again(StreamHead flow) {
        return Profile.of(flow.profile()).command(flow.task());
    }

    static Command run(CommandContext context) {
        return Command.of("stage run", Commands.LOOPS, new StageCommands(context)::run)
                .summary("bring tasks of the list through coder, reviewer, tester and qa")
                .options(Commands.under(
                        "The tasks",
                        Option.flag(PULL_REQUEST, "push a branch for each task and open a pull request; merge nothing"),
                        RunCommand.DETACH))
                .options(SettingOptions::all)
                .options(RunCommand.spoken())
                .argument(Argument.any("TASK", "tasks of the list; without one, all that are ready")
                        .completes(CompletionSource.TASKS))
                .rest("AGENT", "the agent program of every stage that names none, with its arguments")
                .example(RUN, "all that are ready, up to six at once")
                .example(RUN + " TASK-001 TASK-002", "only these")
                .example(RUN + " --max-parallel 2", "at most two at once")
                .example(RUN + " --pull-request", "leave the merging to people");
    }

    private int run(Invocation typed) throws Exception {
        if (RunCommand.detaches(context, typed)) {
            return new DetachedLoop(context).start(typed);
        }
        Profile profile = profile();
        String wanted = typed.text(SettingKeys.PROFILE.flag()).orElse(profile.name());
        if (!wanted.equals(profile.name())) {
            throw new BadUsage("--profile " + wanted + " has no stages; leave it out");
        }
        Ralph ralph = context.ralph(settled(typed, profile));
        ListPlan.warn(context.console(typed), ralph.tasks().look().problems());
        return RunCommand.flow(context, typed, ralph, ready -> ralph.startFlow(Task.named(profile.name()), ready));
    }

    /// With what the command says in its own words as settings.
    private static Invocation settled(Invocation typed, Profile profile) {
        Invocation settled = typed.with(SettingKeys.PROFILE.flag(), profile.name());
        if (typed.has(PULL_REQUEST)) {
            settled = settled.with(SettingKeys.INTEGRATE.flag(), PULL_REQUEST);
        }
        List<String> only = new ArrayList<>(typed.all(SettingKeys.ONLY.flag()));
        only.addAll(typed.arguments("TASK"));
        return only.isEmpty() ? settled : settled.with(SettingKeys.ONLY.flag(), only.toArray(String[]::new));
    }

    /// The one whose tasks pass stages.
    private static Profile profile() {
        return Profile.all().stream()
                .filter(Profile::hasStages)
                .findFirst()
                .orElseThrow(() -> new BadUsage("No profile with stages is installed"));
    }

    static Command status(CommandContext context) {
        return Command.of("stage status", Commands.LOOKING, new StageCommands(context)::status)
                .summary("show the active loops of all stages, as ralph-status does, and what waits for an answer")
                .option(Option.text("task-id", "ID", "only this task").completes(CompletionSource.TASKS))
                .option(Option.text("status", "WORD", "loops that are " + String.join(", ", STATUSES))
                        .standard(RUNNING + ", then " + WAITING)
                        .words(STATUSES))
                .options(Commands.place())
                .example("ralph stage status", "every active loop, with its iteration, and every question")
                .example("ralph stage status --status failed", "the last loops of each stage that failed");
    }

    /// A loop of a stage, as the list shows it.
    ///
    /// @param startedAt when it began, or asked
    /// @param endedAt   null while it is active
    /// @param question  what it asks, null where it does not
    record Line(
            String task,
            String stage,
            int iteration,
            int most,
            String status,
            Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable String question) {
        private static Line of(StageLoop loop) {
            return new Line(
                    loop.task(),
                    loop.stage(),
                    loop.iteration(),
                    loop.maxIterations(),
                    loop.question() == null ? RUNNING : WAITING,
                    loop.startedAt(),
                    null,
                    loop.question());
        }

        /// As specification 003 prints it.
        String words(Instant now) {
            Instant since = endedAt == null ? startedAt : endedAt;
            String asked =
                    question == null ? "" : ": " + question.lines().findFirst().orElse("");
            return "  " + task + " (" + stage + "): iteration " + iteration + "/" + most + ", "
                    + (question != null ? "asked " : endedAt == null ? "started " : "ended ")
                    + Ago.words(Duration.between(since, now))
                    + asked;
        }
    }

    private int status(Invocation invocation) {
        Optional<String> wanted = invocation.text("status");
        wanted.filter(word -> !STATUSES.contains(word)).ifPresent(word -> {
            throw new BadUsage("--status " + word + ": there are " + String.join(", ", STATUSES)
                    + NearestName.hint(word, STATUSES));
        });
        Ralph ralph = context.ralph(invocation);
        Optional<String> task = invocation.text("task-id");
        Console console = context.console(invocation);
        List<Line> all = new ArrayList<>();
        for (String status : wanted.isPresent() ? List.of(wanted.get()) : List.of(RUNNING, WAITING)) {
            List<Line> lines = lines(ralph, status).stream()
                    .filter(line -> task.isEmpty() || task.get().equals(line.task()))
                    .toList();
            all.addAll(lines);
            boolean said = wanted.isPresent() || status.equals(RUNNING) || !lines.isEmpty();
            if (said && !console.json()) {
                page(status, lines, Instant.now()).forEach(line -> console.out().println(Console.harmless(line)));
            }
        }
        if (console.json()) {
            json(console, all);
        }
        return ExitCode.OK;
    }

    private static List<Line> lines(Ralph ralph, String status) {
        return switch (status) {
            case RUNNING -> ralph.stageLoops().stream().map(Line::of).toList();
            case WAITING -> ralph.waitingStages().stream().map(Line::of).toList();
            default -> ended(ralph, status);
        };
    }

    /// As specification 003 prints it, and one line where there is nothing.
    static List<String> page(String status, List<Line> lines, Instant now) {
        String which = status.equals(RUNNING) ? "active" : status;
        if (lines.isEmpty()) {
            return List.of("No " + which + " Ralph loops");
        }
        List<String> page = new ArrayList<>();
        page.add(which.substring(0, 1).toUpperCase(Locale.ROOT) + which.substring(1) + " Ralph Loops:");
        lines.forEach(line -> page.add(line.words(now)));
        return page;
    }

    private static void json(Console console, List<Line> lines) {
        console.objects(lines, (json, line) -> {
            json.field("task", line.task());
            json.field("stage", line.stage());
            json.field("iteration", line.iteration());
            json.field("max_iterations", line.most());
            json.field("status", line.status());
            json.field("started_at", line.startedAt().toString());
            json.field(
                    "ended_at", line.endedAt() == null ? null : line.endedAt().toString());
            json.field("question", line.question());
        });
    }

    /// The last loop of each stage of each task, where it ended so; the one that began last at the end.
    private static List<Line> ended(Ralph ralph, String wanted) {
        Map<String, LoopSummary> last = new LinkedHashMap<>();
        try (JournalView journal = ralph.journal()) {
            for (LoopSummary loop : journal.loops()) {
                StreamHead head = loop.head();
                if (head.isStage() && Profile.of(head.profile()).hasStages()) {
                    last.putIfAbsent(head.task() + "\n" + head.role(), loop);
                }
            }
            return last.values().stream()
                    .filter(loop -> wanted.equals(word(loop.outcome())))
                    .sorted(Comparator.comparing(LoopSummary::startedAt))
                    .map(loop -> line(journal, loop))
                    .toList();
        }
    }

    private static Line line(JournalView journal, LoopSummary loop) {
        LoopState state = journal.state(loop.head().id());
        return new Line(
                loop.head().task(),
                Objects.requireNonNull(loop.head().role()),
                state.iteration(),
                state.policy().limits().attempts(),
                Objects.requireNonNull(word(loop.outcome())),
                loop.startedAt(),
                loop.updatedAt(),
                null);
    }

    private static @Nullable String word(@Nullable Outcome outcome) {
        return switch (outcome) {
            case null -> null;
            case COMPLETED, REJECTED -> "completed";
            case CANCELLED -> "cancelled";
            case STOPPED -> "stopped";
            case EXHAUSTED, WAITING, FAILED, FATAL, BLOCKED -> "failed";
        };
    }

    static Command show(CommandContext context) {
        return Command.of("stage show", Commands.LOOKING, new StageCommands(context)::show)
                .summary("where a task stands, what its stages did, and what was sent back")
                .options(Commands.place())
                .argument(Argument.required("TASK", "a task of the list").completes(CompletionSource.TASKS))
                .example("ralph stage show TASK-001", "everything about one task")
                .example("ralph stage show TASK-001 --json", "with its metadata, for a program");
    }

    private int show(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        String id = invocation.argument("TASK").orElseThrow();
        Optional<StageTask> found = ralph.stageTask(id);
        if (found.isEmpty()) {
            List<String> known =
                    ralph.tasks().look().all().stream().map(BacklogTask::id).toList();
            String hint = NearestName.hint(id, known);
            throw new BadUsage("No task " + id + " in " + ralph.tasks().path()
                    + (hint.isEmpty() ? ". List them: ralph task list" : hint));
        }
        Console console = context.console(invocation);
        String question = ralph.waitingStages().stream()
                .filter(loop -> loop.task().equals(id))
                .findFirst()
                .flatMap(loop -> Optional.ofNullable(loop.question()))
                .orElse(null);
        json(console, found.get(), question);
        List<String> lines = lines(found.get(), question, question == null ? now(ralph, id) : "waits");
        ralph.tasks()
                .look()
                .task(id)
                .filter(task ->
                        task.status() == TaskStatus.BLOCKED && !task.reason().isEmpty())
                .ifPresent(task -> lines.add(2, "blocked: " + task.reason()));
        lines.forEach(line -> console.say(Console.harmless(line)));
        return ExitCode.OK;
    }

    /// What a loop that has not ended is at.
    private static String now(Ralph ralph, String task) {
        boolean held = ralph.machine(task)
                .filter(machine -> machine.detail() instanceof PipelineProgress at && at.heldBy() != null)
                .isPresent();
        boolean runs = ralph.stageLoops().stream().anyMatch(loop -> loop.task().equals(task));
        return held ? "paused" : runs ? RUNNING : INTERRUPTED;
    }

    private static List<String> lines(StageTask task, @Nullable String question, String now) {
        List<String> lines = new ArrayList<>();
        lines.add(task.id() + ": " + task.title());
        lines.add("status: " + task.status() + (task.stage() == null ? "" : " (" + task.stage() + ")"));
        if (question != null) {
            lines.add("asks: " + question.replace('\n', ' '));
            lines.add("Answer: ralph answer " + task.id() + " \"...\"");
        }
        if (now.equals(INTERRUPTED) && task.stage() != null) {
            lines.add("interrupted: no process runs it. Continue: ralph stage run");
        }
        if (!task.stages().isEmpty()) {
            lines.add("");
            List<String[]> rows = new ArrayList<>();
            rows.add(new String[] {"STAGE", "ITERATION", "OUTCOME", "COST", "REASON"});
            task.stages().forEach(pass -> rows.add(row(pass, now)));
            lines.addAll(TextTable.lines(rows, Integer.MAX_VALUE));
        }
        if (!task.rejections().isEmpty()) {
            lines.add("");
            lines.add("sent back:");
            for (StageTask.Sent sent : task.rejections()) {
                sent.findings()
                        .forEach(finding -> ("  " + sent.from() + ": " + finding.replace("\n", "\n    "))
                                .lines()
                                .forEach(lines::add));
            }
        }
        if (!task.left().isEmpty()) {
            lines.add("");
            task.left().forEach(words -> lines.add("not kept: " + words));
        }
        if (task.pullRequest() != null) {
            lines.add("");
            lines.add("pull request: " + task.pullRequest());
        }
        if (task.metadata().get(StageTasks.FAILURE) instanceof Map<?, ?> failure) {
            lines.add("");
            int used = failure.get("iterations_used") instanceof Number number ? number.intValue() : 0;
            lines.add("last failure: " + failure.get("stage") + ", " + Amount.of(used, "iteration") + ": "
                    + failure.get("reason"));
        }
        return lines;
    }

    private static String[] row(StageTask.Pass pass, String now) {
        Outcome outcome = pass.outcome();
        String reason = pass.reason() == null || outcome == null || outcome == Outcome.COMPLETED ? "" : pass.reason();
        return new String[] {
            pass.stage(),
            pass.iterations() + "/" + pass.maxIterations(),
            outcome == null ? now : outcome.name(),
            pass.dollars() == null ? "unknown" : "$" + CostLines.rounded(pass.dollars()),
            reason.lines().findFirst().orElse("")
        };
    }

    private static void json(Console console, StageTask task, @Nullable String question) {
        console.object(json -> {
            json.field("task", task.id());
            json.field("title", task.title());
            json.field("status", task.status());
            json.field("stage", task.stage());
            json.field("question", question);
            json.rawField("metadata", JsonText.of(task.metadata()));
            json.objects("stages", task.stages(), pass -> {
                json.field("stage", pass.stage());
                json.field("loop", pass.loop());
                json.field("iterations", pass.iterations());
                json.field("max_iterations", pass.maxIterations());
                json.code("outcome", pass.outcome());
                json.field("message", pass.reason());
                json.number("dollars", pass.dollars());
                json.texts("issues", pass.issues());
            });
            json.objects("rejections", task.rejections(), sent -> {
                json.field("from", sent.from());
                json.texts("findings", sent.findings());
            });
            json.texts("not_kept", task.left());
            json.field("pull_request", task.pullRequest());
        });
    }

    static Command cancel(CommandContext context) {
        return Command.of("stage cancel", Commands.STEERING, new StageCommands(context)::cancel)
                .summary("cancel a task and what runs for it, as ralph-cancel does")
                .option(Option.text("agent-type", "ROLE", "only if this is the stage that is active"))
                .options(Commands.place())
                .argument(Argument.required("TASK", "the task").completes(CompletionSource.TASKS))
                .example("ralph stage cancel TASK-001", "end what runs; the task is to be done again");
    }

    /// Through the machine of the task, which knows in every window what to end; how it ended is read afterwards.
    private int cancel(Invocation invocation) throws IOException, InterruptedException {
        Ralph ralph = context.ralph(invocation);
        Console console = context.console(invocation);
        String task = invocation.argument("TASK").orElseThrow();
        Optional<StreamSummary> active = ralph.machine(task)
                .or(() -> ralph.merging(task))
                .filter(machine -> machine.head().kind() == StreamHead.Kind.PIPELINE
                        && Profile.of(machine.head().profile()).hasStages());
        if (active.isEmpty()) {
            console.warn("No active Ralph loop for " + task + ". List them: ralph stage status");
            return ExitCode.TROUBLE;
        }
        Optional<String> role = invocation.text("agent-type");
        String stage = ((PipelineProgress) active.get().detail()).role();
        if (role.isPresent() && !role.get().equals(stage)) {
            console.warn("No active Ralph loop of " + role.get() + " for " + task + ": its stage is " + stage);
            return ExitCode.TROUBLE;
        }
        if (!ralph.cancel(active.get(), context.me())) {
            console.warn(task + " has already ended. See how: ralph stage show " + task);
            return ExitCode.TROUBLE;
        }
        Place place;
        try (JournalView journal = ralph.journal()) {
            place = Place.of(journal, active.get().head());
        }
        tell(console, task, place);
        return ExitCode.OK;
    }

    private static void tell(Console console, String task, Place place) {
        if (!console.json()) {
            console.out().println(Console.harmless(cancelled(task, place)));
            return;
        }
        console.object(json -> {
            json.field("task", task);
            json.field("stage", place.stage());
            json.field("iteration", place.iteration());
            json.field("max_iterations", place.most());
        });
    }

    /// As specification 003 prints it.
    static String cancelled(String task, Place place) {
        return "Cancelled Ralph loop for " + task + " at iteration " + place.iteration() + "/" + place.most();
    }

    /// How far a task came.
    record Place(String stage, int iteration, int most) {

        /// The last loop of a pipeline; what its first one would have been where it opened none.
        static Place of(JournalView journal, StreamHead pipeline) {
            List<LoopSummary> loops = journal.loops(StreamQuery.below(pipeline.id()));
            if (loops.isEmpty()) {
                PipelineEvent first =
                        journal.events(StreamType.PIPELINE, pipeline.id()).getFirst();
                PipelinePlan.Stage stage =
                        ((PipelineEvent.PipelineStarted) first).plan().stages().getFirst();
                return new Place(stage.role(), 1, stage.policy().limits().attempts());
            }
            LoopSummary last = loops.getFirst();
            LoopState state = journal.state(last.head().id());
            return new Place(
                    Objects.requireNonNull(last.head().role()),
                    state.iteration(),
                    state.policy().limits().attempts());
        }
    }
}
