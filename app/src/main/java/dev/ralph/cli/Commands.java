package dev.ralph.cli;

import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import java.util.List;

/// The table of commands.
final class Commands {
    static final String FIRST = "First steps";
    static final String LOOPS = "Loops";
    static final String LOOKING = "Looking";
    static final String STEERING = "Steering";
    static final String TALKING = "Talking";
    static final String HOUSEKEEPING = "Housekeeping";

    private Commands() {}

    static CommandLine table(CommandContext context) {
        return new CommandLine(
                "ralph",
                "Runs a coding agent again and again until the work is done.",
                List.of(
                        Option.path("dir", "DIR", "the project folder").standard("the current folder"),
                        Option.flag("json", "print JSON for programs")),
                List.of(
                        DemoCommand.demo(context),
                        InitCommand.init(context),
                        RunCommand.run(context),
                        RunCommand.job(context),
                        RunCommand.resume(context),
                        StatusCommand.status(context),
                        LogsCommand.logs(context),
                        CostCommand.cost(context),
                        ReceiptsCommand.receipts(context),
                        VerifyCommand.verify(context),
                        ConservedCommands.diff(context),
                        TaskAddCommand.add(context),
                        TaskListCommand.list(context),
                        TaskCommand.show(context),
                        SteerCommands.stop(context),
                        SteerCommands.cancel(context),
                        SteerCommands.pause(context),
                        RewindCommands.rewind(context),
                        RewindCommands.fork(context),
                        BusCommands.post(context),
                        BusCommands.read(context),
                        BusCommands.tail(context),
                        DoctorCommand.doctor(context),
                        GcCommand.gc(context),
                        ConservedCommands.audit(context),
                        ConfigCommands.show(context),
                        ConfigCommands.check(context),
                        ConfigCommands.schema(context),
                        CompletionCommand.completion(context),
                        RehearseCommand.rehearse(context),
                        AcpBridgeCommand.bridge(context)));
    }

    /// The settings that say where a project's state lies.
    static List<Option> place() {
        return SettingOptions.of(List.<SettingKey<?>>of(SettingKeys.ROOT, SettingKeys.PROJECT));
    }

    static Option task() {
        return Option.text("task", "ID", "the task").completes(CompletionSource.TASKS);
    }
}
