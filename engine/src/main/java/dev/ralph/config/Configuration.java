package dev.ralph.config;

import dev.ralph.paths.ProjectId;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the settings of a project: defaults, then the user's file, `ralph.json` where the profile has names for it,
/// the
/// project's file, the environment, the role that is played and the flags, each stronger than the one before.
///
/// Where no file exists nothing of YAML is loaded.
public final class Configuration {
    /// Where a project's own settings are, from its folder.
    public static final String PROJECT_FILE = ".ralph/config.yaml";

    private final Path project;
    private final Path here;
    private final Map<String, String> environment;

    /// @param project the project's folder, which holds `.ralph/`
    /// @param here the folder that relative paths in flags and variables start from
    /// @param environment the variables Ralph was started with
    public Configuration(Path project, Path here, Map<String, String> environment) {
        this.project = project;
        this.here = here;
        this.environment = Map.copyOf(environment);
    }

    /// The settings in force.
    ///
    /// @throws InvalidConfiguration if any layer is wrong, with all that is wrong in all of them
    public Settings load(FlagValues flags) {
        Settings.Builder effective = new Settings.Builder(ProjectId.of(project));
        Path userFile = userFile();
        if (userFile != null) {
            putUserFile(userFile, effective);
        }
        effective.put(FileLayer.read(projectFile(), ValueOrigin.Source.PROJECT), base(project));
        effective.put(ConfigLayer.ofEnvironment(environment), base(here));
        ConfigLayer typed = flags.layer();
        effective.play(typed.entries().remove(SettingKeys.ROLE), base(here));
        effective.put(typed, base(here));
        warnAboutMisspeltVariables(effective);
        Map<String, String> names = effective.profile().loopNames();
        if (!names.isEmpty()) {
            effective.putBelowProject(FileLayer.readJson(project.resolve(LoopJson.FILE), names), base(project));
        }
        String other = effective.profile().otherFile();
        if (other != null) {
            effective.putBelow(FileLayer.read(project.resolve(other), SettingKeys.RALPH), base(project));
        }
        return effective.build();
    }

    /// What one file says on top of the defaults, as if it were the project's; for checking a file before it is used.
    ///
    /// @throws InvalidConfiguration with all that is wrong in it
    public Settings loadOnly(Path file) {
        Settings.Builder effective = new Settings.Builder(ProjectId.of(project));
        Map<String, String> names = new HashMap<>();
        if (file.endsWith(LoopJson.FILE)) {
            Profile.all().forEach(profile -> names.putAll(profile.loopNames()));
        }
        effective.put(
                names.isEmpty() ? FileLayer.read(file, ValueOrigin.Source.PROJECT) : FileLayer.readJson(file, names),
                base(project));
        effective.play(null, base(project));
        return effective.build();
    }

    /// Where the project's own settings are, whether or not the file exists.
    public Path projectFile() {
        return project.resolve(PROJECT_FILE);
    }

    /// Where the user's settings for all projects are, whether or not the file exists; null if there is no home folder.
    public @Nullable Path userFile() {
        String configHome = environment.getOrDefault("XDG_CONFIG_HOME", "");
        if (configHome.startsWith("/")) {
            return Path.of(configHome, "ralph", "config.yaml");
        }
        Path home = home();
        return home == null ? null : home.resolve(".config").resolve("ralph").resolve("config.yaml");
    }

    /// With somebody else's HOME (sudo without -H) nobody meant a file there to count: that is a warning.
    private void putUserFile(Path file, Settings.Builder effective) {
        if (FileLayer.isOutOfReach(file)) {
            effective.warn(
                    file.toString(),
                    "is out of reach, so the user's settings are left out; set HOME to your own folder");
            return;
        }
        Path home = home();
        effective.put(FileLayer.read(file, ValueOrigin.Source.USER), base(home == null ? here : home));
    }

    private @Nullable Path home() {
        String home = environment.getOrDefault("HOME", "");
        return home.startsWith("/") ? Path.of(home) : null;
    }

    private ValueKind.Base base(Path folder) {
        return new ValueKind.Base(folder, home());
    }

    private void warnAboutMisspeltVariables(Settings.Builder effective) {
        for (String variable : environment.keySet()) {
            if (variable.startsWith(SettingKey.PREFIX)) {
                String name = variable.substring(SettingKey.PREFIX.length()).toLowerCase(Locale.ROOT);
                SettingKey<?> key = SettingKeys.named(name);
                if (key != null && key.onlyInFiles()) {
                    effective.warn(variable, name + " can only be set in a configuration file, ignored");
                }
                Optional<String> nearest = NearestName.misspelt(name, SettingKeys.names());
                boolean ours = variable.equals("RALPH_STAGE"); // of an attempt
                if (nearest.isPresent() && !nearest.get().equals(name) && !ours) {
                    String real = SettingKey.PREFIX + nearest.get().toUpperCase(Locale.ROOT);
                    effective.warn(variable, "no such setting, ignored; did you mean " + real + "?");
                }
            }
        }
    }
}
