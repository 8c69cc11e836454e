package dev.ralph;

import dev.ralph.config.FlagValues;
import dev.ralph.config.SettingKey;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which project [Ralph] is opened for, and what holds for all of its tasks.
///
/// @param project        its folder; null for the project of the agent that started this program, or else the
///                       current folder
/// @param settings       stronger than any file: what a user would type
/// @param configuration  whether files and variables are read for the other settings
/// @param environment    where variables are looked up, and what agents inherit
/// @param launcherFolder the folder of the `ralph` program, put first on the agents' PATH; null when unknown
/// @param atExit         what becomes of running tasks when the program is told to end
public record RalphOptions(
        @Nullable Path project,
        FlagValues settings,
        Configured configuration,
        Map<String, String> environment,
        @Nullable String launcherFolder,
        AtExit atExit) {

    public RalphOptions {
        environment = Map.copyOf(environment);
    }

    /// Where settings come from that nobody gives.
    public enum Configured {
        /// The project's file, the user's file and the environment.
        BY_FILES,
        /// Defaults only.
        BY_DEFAULTS
    }

    /// What becomes of running tasks when the program is told to end.
    public enum AtExit {
        /// They are stopped, and can be resumed.
        STOP_TASKS,
        /// Who opened it stops them.
        LEAVE_TASKS
    }

    /// As `ralph` in that folder.
    public static RalphOptions of(Path project) {
        return new RalphOptions(
                project, FlagValues.none(), Configured.BY_FILES, System.getenv(), null, AtExit.STOP_TASKS);
    }

    /// @param value null for `off`
    public <T> RalphOptions with(SettingKey<T> key, @Nullable T value) {
        return with(settings.withValue(key, value));
    }

    public RalphOptions with(FlagValues given) {
        return new RalphOptions(project, given, configuration, environment, launcherFolder, atExit);
    }

    public RalphOptions with(Configured how) {
        return new RalphOptions(project, settings, how, environment, launcherFolder, atExit);
    }

    /// @param variables what agents inherit, instead of this program's own
    public RalphOptions with(Map<String, String> variables) {
        return new RalphOptions(project, settings, configuration, variables, launcherFolder, atExit);
    }

    public RalphOptions with(AtExit what) {
        return new RalphOptions(project, settings, configuration, environment, launcherFolder, what);
    }
}
