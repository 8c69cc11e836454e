package dev.ralph.cli;

import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import java.util.Arrays;
import java.util.List;

/// The table of commands.
final class Commands {
    static final String FIRST = "First steps";
    static final String LOOPS = "Loops";
    static final String LOOKING = "Looking";
    static final String LIST = "The task list";
    static final String STEERING = "Steering";
    static final String TALKING = "Talking";
    static final String INSIDE = "For agents, inside an attempt";
    static final String HOUSEKEEPING = "Housekeeping";

    private Commands() {}

    /// In the order of the overview.
    private static final List<String> PATHS = List.of("""
            demo, init, run, job, resume, stage run, heal, attach, status, stage status, stage show, board, top,
            serve, logs, cost, receipts, verify, diff, report, learn, metrics, task add, task list, task show,
            task edit, task block, task unblock, task done, task import, sync, spec new, spec lint, spec show, stop,
            cancel, stage cancel, pause, inbox, answer, tell, rewind, fork, bus post, bus read, bus tail, complete,
            blocked, ask, reject, post, remember, doctor, gc, audit, config show, config check, config schema,
            completion, __complete, rehearse, acp-bridge, builtin-agent, mcp""".split(",\\s+"));

    static CommandLine table(CommandContext context) {
        return new CommandLine(
                "ralph",
                "Runs a coding agent again and again until the work is done.",
                List.of(
                        new Command.Example(
                                "ralph \"Fix the flaky test\"", "do one task: confined, checked, one commit"),
                        new Command.Example("ralph status", "see where each task stands"),
                        new Command.Example("ralph answer \"Use PostgreSQL\"", "answer when an agent asks"),
                        new Command.Example("ralph demo", "watch a whole loop, without a key or a network")),
                List.of(
                        Option.path("dir", "DIR", "the project folder").standard("the current folder"),
                        Option.flag("json", "print JSON for programs")),
                PATHS,
                path -> command(path, context));
    }

    private static Command command(String path, CommandContext context) {
        return switch (path) {
            case "demo" -> DemoCommand.demo(context);
            case "init" -> InitCommand.init(context);
            case "run" -> RunCommand.run(context);
            case "job" -> RunCommand.job(context);
            case "resume" -> RunCommand.resume(context);
            case "stage run" -> StageCommands.run(context);
            case "heal" -> HealCommand.run(context);
            case "stage status" -> StageCommands.status(context);
            case "stage show" -> StageCommands.show(context);
            case "stage cancel" -> StageCommands.cancel(context);
            case "attach" -> DetachedLoop.attach(context);
            case "status" -> StatusCommand.status(context);
            case "board" -> BoardCommand.board(context);
            case "top" -> TopCommand.top(context);
            case "serve" -> ServeCommand.serve(context);
            case "logs" -> LogsCommand.logs(context);
            case "cost" -> CostCommand.cost(context);
            case "receipts" -> ReceiptsCommand.receipts(context);
            case "verify" -> VerifyCommand.verify(context);
            case "diff" -> ConservedCommands.diff(context);
            case "report" -> ReportCommand.report(context);
            case "learn" -> LearnCommand.learn(context);
            case "metrics" -> MetricsCommand.metrics(context);
            case "task add" -> TaskAddCommand.add(context);
            case "task list" -> TaskListCommand.list(context);
            case "task show" -> TaskCommand.show(context);
            case "task edit" -> BacklogCommands.edit(context);
            case "task block" -> BacklogCommands.block(context);
            case "task unblock" -> BacklogCommands.unblock(context);
            case "task done" -> BacklogCommands.done(context);
            case "task import" -> BacklogCommands.importing(context);
            case "sync" -> BacklogCommands.sync(context);
            case "spec new" -> SpecCommands.draft(context);
            case "spec lint" -> SpecCommands.lint(context);
            case "spec show" -> SpecCommands.show(context);
            case "stop" -> SteerCommands.stop(context);
            case "cancel" -> SteerCommands.cancel(context);
            case "inbox" -> InboxCommand.inbox(context);
            case "answer" -> AnswerCommand.answer(context);
            case "tell" -> SteerCommands.tell(context);
            case "pause" -> SteerCommands.pause(context);
            case "rewind" -> RewindCommands.rewind(context);
            case "fork" -> RewindCommands.fork(context);
            case "bus post" -> BusCommands.post(context);
            case "bus read" -> BusCommands.read(context);
            case "bus tail" -> BusCommands.tail(context);
            case "complete" -> ToolCommands.complete(context);
            case "blocked" -> ToolCommands.blocked(context);
            case "ask" -> ToolCommands.ask(context);
            case "reject" -> ToolCommands.reject(context);
            case "post" -> ToolCommands.post(context);
            case "remember" -> ToolCommands.remember(context);
            case "doctor" -> DoctorCommand.doctor(context);
            case "gc" -> GcCommand.gc(context);
            case "audit" -> ConservedCommands.audit(context);
            case "config show" -> ConfigCommands.show(context);
            case "config check" -> ConfigCommands.check(context);
            case "config schema" -> ConfigCommands.schema(context);
            case "completion" -> CompletionCommand.completion(context);
            case "__complete" -> CompletionCommand.complete(context);
            case "rehearse" -> RehearseCommand.rehearse(context);
            case "acp-bridge" -> AcpBridgeCommand.bridge(context);
            case "mcp" -> ToolCommands.mcp(context);
            case "builtin-agent" -> BuiltinAgentCommand.agent(context);
            default -> throw new IllegalArgumentException(path);
        };
    }

    /// The settings that say where a project's state lies.
    static List<Option> place() {
        return SettingOptions.of(List.<SettingKey<?>>of(SettingKeys.ROOT, SettingKeys.PROJECT));
    }

    static Option task() {
        return Option.text("task", "ID", "the task").completes(CompletionSource.TASKS);
    }

    /// The same under a title, where a command has many options.
    static List<Option> under(String title, Option... options) {
        return Arrays.stream(options).map(option -> option.under(title)).toList();
    }
}
