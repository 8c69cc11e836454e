package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.config.Profile;
import dev.ralph.config.SettingKeys;
import dev.ralph.engine.StatusLines;
import dev.ralph.flow.FlowProgress;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.StreamHead;
import dev.ralph.paths.TaskId;
import dev.ralph.pipeline.PipelineProgress;
import dev.ralph.session.SessionNotice;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.Requests;
import dev.ralph.store.StatusLine;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `ralph stop`, `cancel`, `pause` and `tell`: asking a running loop for something, or ending one whose engine is gone.
record SteerCommands(CommandContext context) {
    static Command stop(CommandContext context) {
        return steer(context, "stop", Requests.Kind.STOP)
                .summary("end the running attempt and leave a loop that can be resumed")
                .option(Option.flag("after-attempt", "let the running attempt finish first"))
                .example("ralph stop --task fix-1", "stop now")
                .example("ralph stop --task fix-1 --after-attempt", "stop when the attempt has ended");
    }

    static Command cancel(CommandContext context) {
        return steer(context, "cancel", Requests.Kind.CANCEL)
                .summary("give the task up: end what runs, outcome CANCELLED")
                .example("ralph cancel --task fix-1", "give up");
    }

    static Command pause(CommandContext context) {
        return steer(context, "pause", Requests.Kind.HOLD)
                .summary("finish the running attempt, then wait for `ralph resume`")
                .example("ralph pause --task fix-1", "the running attempt finishes");
    }

    static Command tell(CommandContext context) {
        return Command.of("tell", Commands.STEERING, new SteerCommands(context)::tell)
                .summary("say something to the agent: its next attempt reads it")
                .onTask("the task; left out where only one is meant")
                .argument(Argument.optional("TEXT", "what it should know"))
                .example("ralph tell \"Leave the public API alone\"", "the only task that runs")
                .example("ralph tell fix-1 \"Leave the public API alone\"", "the task of that name");
    }

    /// Where only one argument is given, it is the text.
    private int tell(Invocation invocation) throws Exception {
        Ralph ralph = context.ralph(invocation);
        Optional<String> second = invocation.argument("TEXT");
        String text = second.or(() -> invocation.argument("TASK"))
                .orElseThrow(() -> new BadUsage("what should the agent know? ralph tell \"TEXT\""));
        String task = second.isPresent()
                ? TaskChoice.named(invocation).orElseThrow().value()
                : invocation
                        .text("task")
                        .orElseGet(() -> new TaskChoice(ralph).only().value());
        ralph.tell(task, text, context.me());
        context.console(invocation).fact("Sent; the next attempt of " + task + " reads it", "task", task, "text", text);
        return ExitCode.OK;
    }

    private static Command steer(CommandContext context, String name, Requests.Kind kind) {
        return Command.of(name, Commands.STEERING, invocation -> new SteerCommands(context).ask(invocation, kind))
                .option(Commands.task())
                .option(Option.flag("no-wait", "do not wait until it has happened"))
                .options(Commands.place())
                .argument(Argument.optional("TASK", "the task").completes(CompletionSource.TASKS));
    }

    private int ask(Invocation invocation, Requests.Kind kind) throws Exception {
        Ralph ralph = context.ralph(invocation);
        Optional<SessionNotice> nothing =
                kind == Requests.Kind.CANCEL ? nothingRuns(invocation, ralph) : Optional.empty();
        if (nothing.isPresent()) {
            String title = nothing.get().title();
            String message = nothing.get().message();
            context.console(invocation).fact(title + ": " + message, "title", title, "message", message);
            return ExitCode.OK;
        }
        String task = new TaskChoice(ralph).chosen(invocation).value();
        boolean later = invocation.knows("after-attempt") && invocation.has("after-attempt");
        Requests.Kind wanted = later ? Requests.Kind.STOP_AFTER_ATTEMPT : kind;
        Optional<StreamSummary> machine =
                ralph.machine(task).or(() -> wanted == Requests.Kind.CANCEL ? ralph.merging(task) : Optional.empty());
        if (machine.isPresent()
                && wanted == Requests.Kind.CANCEL
                && machine.get().head().kind() == StreamHead.Kind.PIPELINE) {
            return cancel(context.console(invocation), ralph, machine.get());
        }
        if (machine.isPresent() && wanted.stops()) {
            tell(context.console(invocation), ralph.stop(machine.get(), wanted, context.me()));
            return ExitCode.OK;
        }
        boolean settled = ralph.ask(task, wanted, context.me());
        boolean waits = wanted == Requests.Kind.STOP || wanted == Requests.Kind.CANCEL;
        if (!settled && (invocation.has("no-wait") || !waits)) {
            String what = wanted.name().toLowerCase(Locale.ROOT);
            context.console(invocation).fact(later(task, wanted), "task", task, "asked", what);
            return ExitCode.OK;
        }
        if (!settled) {
            var _ = ralph.awaitEnd(task, wanted, context.me());
        }
        ralph.loop(task).ifPresent(loop -> tell(context.console(invocation), loop));
        return ExitCode.OK;
    }

    private int cancel(Console console, Ralph ralph, StreamSummary pipeline) throws IOException, InterruptedException {
        boolean cancelled = ralph.cancel(pipeline, context.me());
        StreamSummary ended;
        try (JournalView journal = ralph.journal()) {
            ended = journal.stream(pipeline.head().id()).orElseThrow();
        }
        boolean merging = ended.detail() instanceof PipelineProgress progress
                && progress.reason() != null
                && progress.reason().outcome() == Outcome.COMPLETED;
        if (!cancelled || !merging) {
            tell(console, ended);
            return ExitCode.OK;
        }
        String task = pipeline.head().task();
        String why = "its work is not merged and stays on its branch";
        console.fact(
                task + ": " + Outcome.CANCELLED + ", " + why, "task", task, "outcome", "cancelled", "message", why);
        return ExitCode.OK;
    }

    /// What the profile of the last loop says, or that of the project, when no loop is open.
    private static Optional<SessionNotice> nothingRuns(Invocation invocation, Ralph ralph) {
        try (JournalView journal = ralph.journal()) {
            Optional<TaskId> task = TaskChoice.named(invocation);
            List<LoopSummary> loops =
                    task.isPresent() ? journal.loopsOf(task.get().value()) : journal.loops(StreamQuery.NEWEST);
            boolean open = task.isPresent()
                    ? loops.stream().anyMatch(LoopSummary::open)
                    : !journal.loops(StreamQuery.OPEN).isEmpty();
            String profile = LoopSummary.last(loops)
                    .map(loop -> loop.head().profile())
                    .orElse(ralph.settings().value(SettingKeys.PROFILE).name());
            return open ? Optional.empty() : Profile.of(profile).wording().nothingRuns();
        }
    }

    /// What was asked for and has not happened yet.
    private static String later(String task, Requests.Kind wanted) {
        return switch (wanted) {
            case HOLD -> "Pausing " + task + " after the running attempt. Continue: ralph resume " + task;
            case STOP_AFTER_ATTEMPT -> "Stopping " + task + " after the running attempt.";
            case STOP -> "Stopping " + task + ".";
            case CANCEL -> "Cancelling " + task + ".";
            case RELEASE, TELL, ADOPT -> throw new IllegalArgumentException(wanted.name());
        };
    }

    private static void tell(Console console, LoopSummary loop) {
        String task = loop.head().task();
        tell(console, "task " + task + ": " + loop.outcome() + ", " + StatusCommand.why(loop), loop);
    }

    static void tell(Console console, String line, LoopSummary loop) {
        console.say(Console.harmlessLines(line));
        console.object(json -> {
            json.field("task", loop.head().task());
            json.field("loop", loop.head().id());
            json.code("outcome", loop.outcome());
            StatusCommand.reason(json, loop);
        });
    }

    private static void tell(Console console, StreamSummary machine) {
        StatusLine line = StatusLines.of(machine);
        String name = machine.head().task();
        String outcome = line == null ? "" : line.state();
        String why = line == null ? "" : line.reason();
        Outcome end = switch (machine.detail()) {
            case PipelineProgress pipeline
            when pipeline.reason() != null -> pipeline.reason().outcome();
            case FlowProgress flow when flow.reason() != null -> flow.reason().outcome();
            default -> null;
        };
        console.fact(
                name + ": " + outcome + ", " + why,
                "task",
                name,
                "outcome",
                end == null ? null : end.name().toLowerCase(Locale.ROOT),
                "message",
                why);
    }
}
