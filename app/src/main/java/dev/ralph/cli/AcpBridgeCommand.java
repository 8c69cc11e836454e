package dev.ralph.cli;

import dev.ralph.acp.AcpBridge;
import dev.ralph.acp.BridgeRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// `ralph acp-bridge`: between a loop and an agent that speaks the Agent Client Protocol.
record AcpBridgeCommand(CommandContext context) {
    private static final Duration TIMEOUT = Duration.ofHours(24);
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final int STEPS_OF_AN_END = 4;
    private static final int TERMINATED = 143;

    static Command bridge(CommandContext context) {
        return Command.of("acp-bridge", "", new AcpBridgeCommand(context)::run)
                .summary("give the prompt on standard input to an agent that speaks ACP")
                .option(Option.text("session", "ID", "the session to continue").standard("a new one"))
                .option(Option.text("mode", "ID", "the session mode to set").standard("the agent's own"))
                .option(Option.text("model", "ID", "the model to ask for").standard("the agent's own"))
                .option(Option.duration("timeout", "how long the turn may take").standard("24h"))
                .option(Option.duration("start-timeout", "how long opening the session may take")
                        .standard("2m"))
                .option(Option.duration("grace", "how long each step of the agent's end may take")
                        .standard("3s"))
                .rest("AGENT", "the agent's program and its arguments")
                .example("echo 'Fix it' | ralph acp-bridge -- gemini --acp", "one turn, printed as JSON lines");
    }

    private int run(Invocation invocation) throws Exception {
        if (invocation.rest().isEmpty()) {
            throw new BadUsage("no agent to start: ralph acp-bridge -- gemini --acp");
        }
        BridgeRequest ask = new BridgeRequest(
                invocation.rest(),
                invocation.text("session").orElse(null),
                invocation.text("mode").orElse(null),
                invocation.text("model").orElse(null),
                invocation.duration("timeout").orElse(TIMEOUT),
                invocation.duration("start-timeout").orElse(START_TIMEOUT),
                invocation.duration("grace").orElse(GRACE));
        AcpBridge bridge =
                new AcpBridge(Path.of("").toAbsolutePath(), context.environment(), Main.VERSION, context.out());
        CountDownLatch ended = new CountDownLatch(1);
        Thread hook = new Thread(() -> cancel(bridge, ended, ask.grace()), "acp-cancel");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return bridge.run(ask, System.in);
        } finally {
            forget(hook);
            ended.countDown();
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // A signal has come; the hook waits for the end of the turn and ends the program.
        }
    }

    /// The JVM runs this on a signal, while the turn goes on to its end.
    private static void cancel(AcpBridge bridge, CountDownLatch ended, Duration grace) {
        bridge.cancel();
        try {
            ended.await(grace.multipliedBy(STEPS_OF_AN_END).toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        Runtime.getRuntime().halt(TERMINATED);
    }
}
