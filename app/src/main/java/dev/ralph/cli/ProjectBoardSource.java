package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.backlog.BacklogTask;
import dev.ralph.backlog.TaskStatus;
import dev.ralph.board.BoardAction;
import dev.ralph.board.BoardDetail;
import dev.ralph.board.BoardModel;
import dev.ralph.board.BoardSource;
import dev.ralph.config.Profile;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import dev.ralph.paths.TaskId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The project behind a board. What somebody wants done is done as if the command for it had been typed.
final class ProjectBoardSource implements BoardSource, AutoCloseable {
    private final CommandContext context;
    private final Ralph ralph;
    private final BoardReader reader;
    private final List<String> place = new ArrayList<>();

    ProjectBoardSource(CommandContext context, Invocation invocation) {
        this.context = context;
        this.ralph = context.ralph(invocation);
        this.reader = new BoardReader(ralph);
        invocation.path("dir").ifPresent(dir -> place.add("--dir=" + dir));
        for (SettingKey<?> key : List.<SettingKey<?>>of(SettingKeys.ROOT, SettingKeys.PROJECT)) {
            invocation.text(key.flag()).ifPresent(value -> place.add("--" + key.flag() + "=" + value));
        }
    }

    @Override
    public BoardModel look() throws IOException {
        return reader.look();
    }

    @Override
    public void forget() {
        reader.forget();
    }

    @Override
    public BoardDetail detail(String task) throws IOException {
        return new BoardDetails(ralph).of(task);
    }

    @Override
    public String perform(BoardAction action) throws Exception {
        return switch (action) {
            case BoardAction.Cancel(String task) -> type("cancel", "--task=" + task);
            case BoardAction.Pause(String task) -> type("pause", "--task=" + task);
            case BoardAction.Resume(String task) -> started(task, "resume", "--task=" + task, "--detach");
            case BoardAction.Retry(String task) -> named(task, this::retry);
            case BoardAction.Add(String text) -> type("task", "add", " " + text); // a dash may begin it
            case BoardAction.Edit(String task, long priority, String title) ->
                named(task, id -> type("task", "edit", id, "--priority=" + priority, "--title=" + title));
            case BoardAction.Block(String task, String why) ->
                named(
                        task,
                        id -> why.isEmpty() ? type("task", "block", id) : type("task", "block", id, "--reason=" + why));
            case BoardAction.Unblock(String task) -> named(task, id -> type("task", "unblock", id));
            case BoardAction.Done(String task) -> named(task, id -> type("task", "done", id));
            case BoardAction.Sync() -> type("sync");
            case BoardAction.Answer(String task, String question, String text) ->
                ralph.answer(question, text, context.me())
                        ? "answered " + task + (ralph.isWorkedOn(task) ? "" : "; not running, press r")
                        : task + " is already answered";
            case BoardAction.Open _, BoardAction.Refresh _, BoardAction.Quit _ -> "";
        };
    }

    private interface Doing {
        String with(String task) throws IOException;
    }

    /// Anybody may write an id into the list: one that could be an option of a command is refused.
    private static String named(String task, Doing doing) throws IOException {
        try {
            var _ = new TaskId(task);
        } catch (IllegalArgumentException unusable) {
            return String.valueOf(unusable.getMessage());
        }
        return doing.with(task);
    }

    /// Of a task that is in no list its own loop continues, or begins. One of the list is for a run over that task
    /// alone.
    private String retry(String task) throws IOException {
        Optional<BacklogTask> listed = ralph.tasks().look().task(task);
        if (listed.isEmpty()) {
            return ralph.loop(task).isPresent()
                    ? started(task, "resume", "--task=" + task, "--detach")
                    : started(task, "run", "--task=" + task, "--detach");
        }
        if (listed.get().status() == TaskStatus.BLOCKED || listed.get().status() == TaskStatus.CANCELLED) {
            Map<String, String> pending = Map.of("status", TaskStatus.PENDING.word());
            ralph.tasks().update(task, pending, BacklogCommands.BY_HAND, BacklogCommands.time());
            return task + " reopened; press r to start";
        }
        Profile profile = ralph.loop(task)
                .map(loop -> Profile.of(loop.head().profile()))
                .orElse(ralph.settings().value(SettingKeys.PROFILE));
        String only = "--" + SettingKeys.ONLY.flag() + "=" + task;
        return profile.hasStages()
                ? started(task, "stage", "run", "--detach", only)
                : started(task, "run", "--detach", only);
    }

    /// What a command that detaches says is about its run.
    private String started(String task, String... words) {
        Said said = call(words);
        return said.code() == ExitCode.OK ? task + " started" : said.line();
    }

    private String type(String... words) {
        return call(words).line();
    }

    /// @param line the first that a command says, or why it failed
    private record Said(int code, String line) {}

    /// Calls a command in this process.
    private Said call(String... words) {
        List<String> all = new ArrayList<>(place);
        all.addAll(List.of(words));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                all.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                context.environment());
        String said = (code == ExitCode.OK ? out : err).toString(StandardCharsets.UTF_8);
        String line = said.lines()
                .filter(one -> !one.isBlank())
                .findFirst()
                .map(first -> first.startsWith("ralph: ") ? first.substring("ralph: ".length()) : first)
                .orElse(code == ExitCode.OK ? "done" : "it failed with exit code " + code);
        return new Said(code, line);
    }

    @Override
    public void close() {
        reader.close();
    }
}
