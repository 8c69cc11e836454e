package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.RalphOptions;
import dev.ralph.config.Color;
import dev.ralph.config.InvalidConfiguration;
import dev.ralph.config.Profile;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.config.ValueOrigin;
import dev.ralph.machine.StreamHead;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What every command is given: where to write, and the environment it was started in.
///
/// @param words    as they were typed
/// @param detached where to write the task once its loop has begun; null where nobody waits for that
record CommandContext(
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        List<String> words,
        @Nullable Path detached) {
    private static final int USUAL_COLUMNS = 80;
    private static final int MOST_COLUMNS = 100;

    /// Tells a program that it is to go on without its terminal.
    static final String DETACHED = "RALPH_DETACHED";

    CommandContext(PrintStream out, PrintStream err, Map<String, String> environment) {
        this(out, err, environment, List.of(), null);
    }

    /// What is only for this program is not for what it starts.
    static CommandContext of(PrintStream out, PrintStream err, Map<String, String> environment, String... words) {
        String detached = environment.get(DETACHED);
        if (detached == null) {
            return new CommandContext(out, err, environment, List.of(words), null);
        }
        Map<String, String> others = new HashMap<>(environment);
        others.remove(DETACHED);
        return new CommandContext(out, err, others, List.of(words), Path.of(detached));
    }

    Console console(Invocation invocation) {
        return console(invocation, Color.AUTO);
    }

    /// For a command that colours what it says, as the settings want it.
    Console colored(Invocation invocation) {
        try {
            return colored(invocation, ralph(invocation).settings());
        } catch (InvalidConfiguration toldByWhoNeedsIt) {
            return console(invocation);
        }
    }

    /// The same where they are known.
    Console colored(Invocation invocation, Settings settings) {
        return console(invocation, settings.value(SettingKeys.COLOR));
    }

    private Console console(Invocation invocation, Color color) {
        return Console.of(out, err, invocation.has("json"), environment, color);
    }

    /// The project, with the settings among the given flags on top.
    Ralph ralph(Invocation invocation) {
        return Ralph.open(new RalphOptions(
                invocation.path("dir").orElse(null),
                SettingOptions.given(invocation),
                RalphOptions.Configured.BY_FILES,
                environment,
                launcherFolder(),
                RalphOptions.AtExit.LEAVE_TASKS));
    }

    /// The same with the profile that is meant in the project where neither a profile nor a task is named.
    Ralph asRun(Invocation invocation) {
        Ralph ralph = ralph(invocation);
        Settings settings = ralph.settings();
        boolean named = settings.origin(SettingKeys.PROFILE).source() != ValueOrigin.Source.DEFAULT;
        return Profile.all().stream()
                .filter(profile -> !named && profile.isUsualIn(ralph.folder(), settings))
                .findFirst()
                .map(profile -> ralph(invocation.with(SettingKeys.PROFILE.flag(), profile.name())))
                .orElse(ralph);
    }

    /// How wide a line may be that is better cut than wrapped: as `COLUMNS` says, or as the terminal is; what goes
    /// elsewhere is not cut.
    int columns() {
        String given = environment.getOrDefault("COLUMNS", "");
        if (given.matches("[1-9][0-9]{0,4}")) {
            return Integer.parseInt(given);
        }
        return Console.onTerminal() ? TerminalWidth.columns() : Integer.MAX_VALUE;
    }

    /// How wide a line of a page is that is wrapped: as the terminal, unless that is very wide.
    int pageColumns() {
        int columns = columns();
        return columns == Integer.MAX_VALUE ? USUAL_COLUMNS : Math.min(columns, MOST_COLUMNS);
    }

    /// The program people start, if it was started by it.
    @Nullable
    String launcher() {
        String launcher = System.getProperty("ralph.launcher");
        return launcher == null ? null : Path.of(launcher).normalize().toString();
    }

    @Nullable
    String launcherFolder() {
        String launcher = launcher();
        Path folder = launcher == null ? null : Path.of(launcher).getParent();
        return folder == null ? null : folder.toString();
    }

    /// The words that start this program once more.
    List<String> thisProgram() {
        String launcher = launcher();
        return launcher != null
                ? List.of(launcher)
                : List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName());
    }

    /// Tells whoever started this program that its loop has begun.
    void begun(StreamHead head) {
        Path file = detached;
        if (file != null) {
            try {
                Path draft = file.resolveSibling("draft");
                Files.writeString(draft, head.task() + "\n" + head.id() + "\n");
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }
    }

    /// Who asks, for journals and messages.
    String me() {
        return System.getProperty("user.name", "unknown user") + " (pid "
                + ProcessHandle.current().pid() + ")";
    }
}
