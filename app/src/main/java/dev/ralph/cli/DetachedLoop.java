package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.loop.Outcome;
import dev.ralph.machine.StreamHead;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// `ralph run --detach` and `ralph attach`: a loop that needs no terminal, and looking at it.
record DetachedLoop(CommandContext context) {
    private static final Duration LOOK = Duration.ofMillis(20);
    /// What fails at once is told at once.
    private static final Duration FIRST_STEPS = Duration.ofSeconds(1);

    static Command attach(CommandContext context) {
        return Command.of("attach", Commands.LOOKING, new DetachedLoop(context)::attach)
                .summary("show what runs as `ralph run` does; Ctrl-C leaves it running")
                .onTask("the task")
                .options(RunCommand.spoken())
                .example("ralph attach", "look at the task that runs")
                .example("ralph attach fix-1 -q", "without the agent's words");
    }

    /// Returns when the loop has begun in another process, or cannot.
    int start(Invocation invocation) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("ralph-detach");
        try {
            Path begun = folder.resolve("begun");
            File out = folder.resolve("out").toFile();
            File err = folder.resolve("err").toFile();
            boolean reads = invocation.knows("prompt-file")
                    && invocation.text("prompt-file").filter("-"::equals).isPresent();
            ProcessBuilder builder = new ProcessBuilder(command())
                    .redirectInput(
                            reads
                                    ? ProcessBuilder.Redirect.INHERIT
                                    : ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(out)
                    .redirectError(err);
            builder.environment().clear();
            builder.environment().putAll(context.environment());
            builder.environment().put(CommandContext.DETACHED, begun.toString());
            Process loop = builder.start();
            Thread together = new Thread(loop::destroy, "ralph-undetached");
            Runtime.getRuntime().addShutdownHook(together);
            while (loop.isAlive() && !Files.exists(begun)) {
                Thread.sleep(LOOK);
            }
            Runtime.getRuntime().removeShutdownHook(together);
            boolean over = loop.waitFor(FIRST_STEPS.toMillis(), TimeUnit.MILLISECONDS);
            copy(out, context.out());
            copy(err, context.err());
            if (over) {
                return loop.exitValue();
            }
            List<String> facts = Files.readAllLines(begun);
            tell(context.console(invocation), facts.getFirst(), facts.getLast(), loop.pid());
            return ExitCode.OK;
        } finally {
            remove(folder);
        }
    }

    private static void tell(Console console, String task, String stream, long pid) {
        console.say("task " + task + " continues without this terminal (pid " + pid + ")");
        console.say("Watch: ralph attach " + task + "\nStop: ralph stop " + task);
        console.object(json -> {
            json.field("type", "detached");
            json.field("stream", stream);
            json.field("task", task);
            json.field("pid", pid);
        });
    }

    /// This program again, with the same words.
    private List<String> command() {
        List<String> words = new ArrayList<>(context.thisProgram());
        words.addAll(context.words());
        return words;
    }

    private static void copy(File said, PrintStream to) throws IOException {
        to.writeBytes(Files.readAllBytes(said.toPath()));
        to.flush();
    }

    /// What the loop says from now on is in its journal; it may write on into a file without a name.
    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.delete(folder);
    }

    private int attach(Invocation invocation) throws IOException, InterruptedException {
        Ralph ralph = context.ralph(invocation);
        TaskChoice choice = new TaskChoice(ralph);
        Optional<String> running = TaskChoice.named(invocation).isPresent() ? Optional.empty() : choice.onlyRunning();
        String task = running.orElseGet(() -> choice.chosen(invocation).value());
        Console console = context.colored(invocation, ralph.settings());
        LoopView.Words words = RunCommand.words(invocation);
        Optional<StreamHead> flow = ralph.flow(task);
        String name = flow.map(StreamHead::task).orElse(task);
        try (InterruptOnSignal _ = new InterruptOnSignal()) {
            try {
                return flow.isPresent()
                        ? new FlowView(console, ralph, words).follow(flow.get())
                        : new LoopView(console, ralph, words).follow(task);
            } catch (InterruptedException left) {
                console.say("detached; " + (flow.isPresent() ? "run " : "task ") + name + " continues");
                console.say("Watch: ralph attach " + name + "\nStop: ralph stop " + name);
                context.out().flush();
                return Outcome.STOPPED.exitCode();
            }
        }
    }
}
