package dev.ralph.cli;

import dev.ralph.config.Profile;
import dev.ralph.config.SettingKeys;
import dev.ralph.engine.Engine;
import dev.ralph.engine.HeldByOther;
import dev.ralph.paths.TaskId;
import dev.ralph.session.SessionNotice;
import dev.ralph.store.FileRequests;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Requests;
import dev.ralph.store.SqliteJournal;
import dev.ralph.store.StreamQuery;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `ralph stop`, `cancel` and `pause`: asking a running loop for something, or ending one whose engine is gone.
record SteerCommands(CommandContext context) {
    private static final Duration LOOK = Duration.ofMillis(100);

    static Command stop(CommandContext context) {
        return steer(
                        "stop",
                        "end the running attempt and leave a loop that can be resumed",
                        context,
                        Requests.Kind.STOP)
                .option(Option.flag("after-attempt", "let the running attempt finish first"))
                .example("ralph stop --task fix-1", "stop now")
                .example("ralph stop --task fix-1 --after-attempt", "stop when the attempt has ended");
    }

    static Command cancel(CommandContext context) {
        return steer("cancel", "give the task up: end what runs, outcome CANCELLED", context, Requests.Kind.CANCEL)
                .example("ralph cancel --task fix-1", "give up");
    }

    static Command pause(CommandContext context) {
        return steer("pause", "start no further attempt until `ralph resume`", context, Requests.Kind.HOLD)
                .example("ralph pause --task fix-1", "the running attempt goes on to its end");
    }

    private static Command steer(String name, String summary, CommandContext context, Requests.Kind kind) {
        return Command.of(
                        name,
                        Commands.STEERING,
                        summary,
                        invocation -> new SteerCommands(context).ask(invocation, kind))
                .option(Commands.task())
                .option(Option.flag("no-wait", "do not wait until it has happened"))
                .options(Commands.place())
                .argument(Argument.optional("TASK", "the task").completes(CompletionSource.TASKS));
    }

    private int ask(Invocation invocation, Requests.Kind kind) throws Exception {
        ProjectContext project = context.project(invocation);
        Optional<SessionNotice> nothing =
                kind == Requests.Kind.CANCEL ? nothingRuns(invocation, project) : Optional.empty();
        if (nothing.isPresent()) {
            String title = nothing.get().title();
            String message = nothing.get().message();
            context.console(invocation).fact(title + ": " + message, "title", title, "message", message);
            return ExitCode.OK;
        }
        TaskId task = new TaskChoice(project.layout()).chosen(invocation);
        LoopSummary loop = newest(project, task)
                .filter(LoopSummary::open)
                .orElseThrow(() ->
                        new BadUsage("task " + task + " has no running loop; `ralph status` shows what there is"));
        boolean later = invocation.knows("after-attempt") && invocation.has("after-attempt");
        Requests.Kind wanted = later ? Requests.Kind.STOP_AFTER_ATTEMPT : kind;
        if (!runs(project, loop) && abandoned(project, loop, wanted)) {
            return told(invocation, project, task);
        }
        new FileRequests(project.layout()::requests).send(loop.head().id(), wanted, context.me());
        if (invocation.has("no-wait") || wanted == Requests.Kind.HOLD || wanted == Requests.Kind.STOP_AFTER_ATTEMPT) {
            String what = wanted.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            context.console(invocation).fact("asked: task " + task + ", " + what, "task", task.value(), "asked", what);
            return ExitCode.OK;
        }
        await(project, loop, wanted);
        return told(invocation, project, task);
    }

    /// What the profile of the last loop says, or that of the project, when no loop is open.
    private static Optional<SessionNotice> nothingRuns(Invocation invocation, ProjectContext project) {
        try (JournalView journal = SqliteJournal.view(project.layout().journal())) {
            Optional<TaskId> task = TaskChoice.named(invocation);
            List<LoopSummary> loops =
                    task.isPresent() ? journal.loopsOf(task.get().value()) : journal.loops(StreamQuery.NEWEST);
            boolean open = task.isPresent()
                    ? loops.stream().anyMatch(LoopSummary::open)
                    : !journal.loops(StreamQuery.OPEN).isEmpty();
            String profile = TaskLoops.last(loops)
                    .map(loop -> loop.head().profile())
                    .orElse(project.settings().value(SettingKeys.PROFILE).name());
            return open ? Optional.empty() : Profile.of(profile).wording().nothingRuns();
        }
    }

    private static boolean runs(ProjectContext project, LoopSummary loop) throws IOException {
        try (JournalView journal = SqliteJournal.view(project.layout().journal())) {
            return new LoopWatch(project.layout(), journal, loop.head().id()).alive();
        }
    }

    /// Ends a loop whose engine died. False when an engine runs it.
    private boolean abandoned(ProjectContext project, LoopSummary loop, Requests.Kind kind) throws Exception {
        try (Engine engine = Engine.open(project.options(context.environment(), context.launcherFolder()), null)) {
            engine.settle(new TaskId(loop.head().task()), kind, context.me());
            return true;
        } catch (HeldByOther running) {
            return false;
        }
    }

    /// Lets a paused loop go on. False when no engine runs it.
    boolean release(Invocation invocation, ProjectContext project, TaskId task) throws IOException {
        Optional<LoopSummary> loop =
                newest(project, task).filter(LoopSummary::open).filter(open -> !TaskLoops.isJob(open));
        if (loop.isEmpty() || !Engine.isRunning(project.layout(), task)) {
            return false;
        }
        new FileRequests(project.layout()::requests).send(loop.get().head().id(), Requests.Kind.RELEASE, context.me());
        context.console(invocation)
                .fact(
                        "task " + task + " goes on in the process that runs it",
                        "task",
                        task.value(),
                        "asked",
                        "release");
        return true;
    }

    /// Until the loop has ended; an engine that dies on the way is taken over from.
    private void await(ProjectContext project, LoopSummary loop, Requests.Kind kind) throws Exception {
        TaskId task = new TaskId(loop.head().task());
        while (newest(project, task).filter(LoopSummary::open).isPresent()) {
            Thread.sleep(LOOK);
            if (!runs(project, loop)
                    && newest(project, task).filter(LoopSummary::open).isPresent()
                    && abandoned(project, loop, kind)) {
                return;
            }
        }
    }

    private int told(Invocation invocation, ProjectContext project, TaskId task) {
        newest(project, task)
                .ifPresent(loop -> context.console(invocation)
                        .fact(
                                "task " + task + ": " + loop.outcome() + ", " + StatusCommand.why(loop),
                                "task",
                                task.value(),
                                "loop",
                                loop.head().id(),
                                "outcome",
                                String.valueOf(loop.outcome()),
                                "reason",
                                String.valueOf(StatusCommand.why(loop))));
        return ExitCode.OK;
    }

    private static Optional<LoopSummary> newest(ProjectContext project, TaskId task) {
        try (JournalView journal = SqliteJournal.view(project.layout().journal())) {
            return TaskLoops.last(journal.loopsOf(task.value()));
        }
    }
}
