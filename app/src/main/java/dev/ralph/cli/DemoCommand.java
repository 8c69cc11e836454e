package dev.ralph.cli;

import dev.ralph.engine.ActiveLoop;
import dev.ralph.engine.Engine;
import dev.ralph.engine.EngineOptions;
import dev.ralph.engine.LoopOrder;
import dev.ralph.loop.Policy;
import dev.ralph.paths.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// `ralph demo`: a complete loop in a scratch repository, with an agent that crashes, hangs and lies.
record DemoCommand(CommandContext context) {
    private static final TaskId TASK = new TaskId("demo");
    private static final Duration SILENCE = Duration.ofSeconds(3);
    private static final int ATTEMPTS = 8;

    static Command demo(CommandContext context) {
        return Command.of(
                        "demo",
                        Commands.FIRST,
                        "see a whole loop in a scratch repository: no key, no network, about ten seconds",
                        new DemoCommand(context)::show)
                .option(Option.duration("idle-timeout", "how long the demo's agent may be silent")
                        .standard("3s"))
                .example("ralph demo", "an agent crashes, hangs and lies, and the work is done all the same")
                .example("ralph demo --json", "the same as events, one JSON object a line, and a summary as the last");
    }

    private int show(Invocation invocation) throws Exception {
        Console console = context.colored(invocation);
        DemoScratch scratch = DemoScratch.make(invocation.path("dir"));
        EngineOptions usual = EngineOptions.of(scratch.folder());
        EngineOptions options = new EngineOptions(
                usual.layout(),
                usual.project(),
                usual.projectId(),
                usual.containment(),
                context.environment(),
                context.launcherFolder(),
                usual.stopGrace(),
                usual.clock());
        DemoReport report = new DemoReport(console, scratch, here(), elsewhere());
        report.introduce();
        DemoStory story = new DemoStory();
        try (StopOnSignal signals = new StopOnSignal();
                Engine engine = Engine.open(options, null)) {
            ActiveLoop loop = engine.start(new LoopOrder(TASK, policy(invocation), DemoScratch.TASK, null));
            loop.listen(story::hear);
            signals.watch(loop);
            int code = signals.exitCode(new LoopView(console, loop, engine.tier()).run());
            report.conclude(story, loop.state(), engine.tier());
            return code;
        }
    }

    private Policy policy(Invocation invocation) {
        Policy usual = Policy.restart(new Policy.AgentCommand(Policy.AgentCommand.Kind.PROGRAM, agent()));
        return usual.with(new Policy.Limits(
                        ATTEMPTS,
                        invocation.duration("idle-timeout").orElse(SILENCE),
                        null,
                        usual.limits().keptOutput(),
                        0))
                .with(usual.pace().withRestartDelay(Duration.ofMillis(500)))
                .withChecks(List.of(DemoScratch.CHECK))
                .with(Policy.Keep.COMMIT);
    }

    /// This program once more, as an agent.
    private List<String> agent() {
        String launcher = context.launcher();
        if (launcher != null) {
            return List.of(launcher, "rehearse", DemoScratch.STORY);
        }
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "rehearse",
                DemoScratch.STORY);
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
        for (String entry : context.environment().getOrDefault("PATH", "").split(":")) {
            Path found = Path.of(entry, "ralph");
            try {
                if (entry.startsWith("/") && Files.isExecutable(found)) {
                    return Files.isSameFile(found, Path.of(launcher)) ? "ralph" : ShellWord.of(launcher);
                }
            } catch (IOException unreadable) {
                return ShellWord.of(launcher);
            }
        }
        return ShellWord.of(launcher);
    }
}
