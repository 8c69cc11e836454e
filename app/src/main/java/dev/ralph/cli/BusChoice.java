package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.bus.BusAddress;
import dev.ralph.bus.BusDiscovery;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.TaskId;
import dev.ralph.store.JournalView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which bus a command means: the one that was named, else the one that lies nearest to where somebody stands.
record BusChoice(CommandContext context) {

    static Command options(Command command) {
        return command.option(Option.text("task", "ID", "the bus of this task").completes(CompletionSource.TASKS))
                .option(Option.flag("project-bus", "the bus of the whole project"))
                .options(Commands.place());
    }

    BusAddress chosen(Invocation invocation) throws IOException {
        Optional<String> task = invocation.text("task");
        if (task.isPresent() && invocation.has("project-bus")) {
            throw new BadUsage("--task and --project-bus exclude each other");
        }
        if (task.isPresent()) {
            return ofTask(context.ralph(invocation), new TaskId(task.get()));
        }
        if (invocation.has("project-bus") || invocation.has("root") || invocation.has("project")) {
            return ofProject(context.ralph(invocation));
        }
        return nearest(invocation);
    }

    private BusAddress ofTask(Ralph ralph, TaskId task) throws IOException {
        Path folder = ralph.layout().task(task).path();
        if (!Files.isDirectory(folder)) {
            throw new BadUsage("No task " + task + " in " + ralph.layout().tasks() + ". List them: ralph status");
        }
        boolean inside = task.value().equals(variable("JRUN_TASK_ID"));
        return new BusAddress(
                bus(ralph, task), ralph.id().value(), task.value(), inside ? variable("JRUN_ID") : null, "--task");
    }

    /// That of the task itself, or of its stage that began last: a task of a list has only that.
    private static Path bus(Ralph ralph, TaskId task) throws IOException {
        Path own = ralph.layout().task(task).bus();
        if (Files.exists(own)) {
            return own;
        }
        try (JournalView journal = ralph.journal()) {
            return journal.loopsOf(task.value()).stream()
                    .findFirst()
                    .map(loop -> new LoopPaths(ralph.layout(), ralph.folder(), loop.head())
                            .task()
                            .bus())
                    .orElse(own);
        }
    }

    private BusAddress ofProject(Ralph ralph) {
        if (!Files.isDirectory(ralph.layout().state())) {
            throw new BadUsage("there is no project bus: " + ralph.layout().state()
                    + " does not exist; give the project with --dir, or start a loop with `ralph run`");
        }
        return new BusAddress(
                ralph.layout().projectBus(),
                ralph.id().value(),
                variable("JRUN_TASK_ID"),
                variable("JRUN_ID"),
                "--project-bus");
    }

    /// A folder that was named counts more than what the environment says.
    private BusAddress nearest(Invocation invocation) throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path folder = here.resolve(invocation.path("dir").orElse(Path.of("")));
        Map<String, String> environment = invocation.has("dir") ? Map.of() : context.environment();
        Optional<BusAddress> found = new BusDiscovery(environment, folder).find();
        if (found.isPresent()) {
            return found.get();
        }
        Ralph ralph = context.ralph(invocation);
        if (Files.isDirectory(ralph.layout().state())) {
            return ofProject(ralph);
        }
        throw new BadUsage("no message bus in " + folder.normalize()
                + " or above it: give --task ID or --project-bus, with --dir for another project");
    }

    private @Nullable String variable(String name) {
        String value = context.environment().get(name);
        return value == null || value.isBlank() ? null : value;
    }
}
