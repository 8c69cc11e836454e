package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.RalphOptions;
import dev.ralph.RunningTask;
import dev.ralph.Task;
import dev.ralph.config.FlagValues;
import dev.ralph.config.ProofChoice;
import dev.ralph.config.SettingKeys;
import dev.ralph.loop.Policy;
import dev.ralph.process.ProgramOnPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/// `ralph demo`: a complete loop in a scratch repository, with an agent that crashes, hangs and lies.
record DemoCommand(CommandContext context) {
    private static final String TASK = "demo";
    private static final Duration SILENCE = Duration.ofSeconds(3);
    private static final int ATTEMPTS = 8;

    static Command demo(CommandContext context) {
        return Command.of("demo", Commands.FIRST, new DemoCommand(context)::show)
                .summary("see a whole loop in a scratch repository: no key, no network, about ten seconds")
                .option(Option.duration("idle-timeout", "how long the demo's agent may be silent")
                        .standard("3s"))
                .example("ralph demo", "an agent crashes, hangs and lies; the work still gets done")
                .example("ralph demo --json", "the same as events, one JSON object a line, and a summary as the last");
    }

    private int show(Invocation invocation) throws Exception {
        Console console = context.colored(invocation);
        DemoScratch scratch = DemoScratch.make(invocation.path("dir"));
        RalphOptions options = new RalphOptions(
                scratch.folder(),
                FlagValues.none(),
                RalphOptions.Configured.BY_DEFAULTS,
                context.environment(),
                context.launcherFolder(),
                RalphOptions.AtExit.LEAVE_TASKS);
        DemoReport report = new DemoReport(console, scratch, here(), elsewhere());
        report.introduce();
        try (StopOnSignal signals = new StopOnSignal();
                Ralph ralph = Ralph.open(options)) {
            LoopView view = new LoopView(console, ralph, LoopView.Words.NOTHING);
            RunningTask running = ralph.start(task(invocation), begun -> {
                view.begin(begun);
                signals.watch(begun::stop);
            });
            int code = signals.exitCode(view.run(running));
            report.conclude(view.story(), running.state(), running.containment());
            return code;
        }
    }

    private Task task(Invocation invocation) {
        return Task.named(TASK)
                .text(DemoScratch.TASK)
                .program(agent())
                .attempts(ATTEMPTS)
                .with(
                        SettingKeys.IDLE_TIMEOUT,
                        invocation.duration("idle-timeout").orElse(SILENCE))
                .with(SettingKeys.TIMEOUT, null)
                .restartDelay(Duration.ofMillis(500))
                .check(DemoScratch.CHECK)
                .with(SettingKeys.TAMPER, ProofChoice.OFF)
                .with(SettingKeys.EXPERIMENTS, ProofChoice.OFF)
                .with(SettingKeys.KEEP, Policy.Keep.COMMIT);
    }

    /// This program once more, as an agent.
    private String[] agent() {
        return Stream.concat(context.thisProgram().stream(), Stream.of("rehearse", DemoScratch.STORY))
                .toArray(String[]::new);
    }

    /// What somebody types in this folder to start Ralph.
    private String here() {
        Path program = Path.of("").toAbsolutePath().resolve("ralph");
        return program.toString().equals(context.launcher()) ? "./ralph" : elsewhere();
    }

    /// What somebody types in any folder to start Ralph.
    private String elsewhere() {
        String launcher = context.launcher();
        if (launcher == null) {
            return "ralph";
        }
        Path found = ProgramOnPath.find(context.environment(), "ralph").orElse(null);
        try {
            boolean typed = found != null && Files.isSameFile(found, Path.of(launcher));
            return typed ? "ralph" : ShellWord.of(launcher);
        } catch (IOException unreadable) {
            return ShellWord.of(launcher);
        }
    }
}
