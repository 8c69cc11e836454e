package dev.ralph.engine;

import dev.ralph.budget.BadPrices;
import dev.ralph.budget.Prices;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.config.TrackerSettings;
import dev.ralph.config.ValueOrigin;
import dev.ralph.environment.InheritedVariables;
import dev.ralph.loop.Policy;
import dev.ralph.paths.ProjectId;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.StateLayout;
import dev.ralph.process.Containment;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.sandbox.Secrets;
import dev.ralph.workspace.InPlaceStates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What an engine is told once.
///
/// @param project        the folder agents work in
/// @param environment    what agents inherit
/// @param launcherFolder the folder of the `ralph` program, put first on the agents' PATH; null when unknown
/// @param stopGrace      how long agents may take to end when an operator stops their loop
/// @param prices         what models cost; asked only where an agent says what it uses
/// @param snapshots      where the project is remembered around attempts that work in it
/// @param told           whom to tell how loops end
public record EngineOptions(
        StateLayout layout,
        Path project,
        ProjectId projectId,
        Containment containment,
        InheritedVariables environment,
        @Nullable String launcherFolder,
        Duration stopGrace,
        InstantSource clock,
        Supplier<Prices> prices,
        InPlaceStates.Where snapshots,
        Notify told) {
    private static final long LONGEST_PRICES = 1 << 20;

    /// @param targets `bell`, `desktop` and addresses of webhooks
    /// @param command a program and its arguments; empty for none
    public record Notify(List<String> targets, List<String> command) {
        public static final Notify NOBODY = new Notify(List.of(), List.of());

        public Notify {
            targets = List.copyOf(targets);
            command = List.copyOf(command);
        }

        /// A file that comes with the project, and that an agent may write, starts no program here and sends nothing.
        static Notify of(Settings settings) {
            List<String> targets = settings.value(SettingKeys.NOTIFY);
            boolean sends = targets.stream().anyMatch(target -> target.contains("://"));
            if ((sends && isProjects(settings.origin(SettingKeys.NOTIFY)))
                    || isProjects(settings.origin(SettingKeys.NOTIFY_COMMAND))) {
                throw new RequestRefused("webhooks of `notify`, and `notify_command`, do not count in the project's"
                        + " file, which agents can write and others can read: move them to your own file, to"
                        + " RALPH_NOTIFY or RALPH_NOTIFY_COMMAND, or to the command line");
            }
            return new Notify(targets, settings.value(SettingKeys.NOTIFY_COMMAND));
        }

        private static boolean isProjects(ValueOrigin origin) {
            return origin.source() == ValueOrigin.Source.PROJECT || origin.source() == ValueOrigin.Source.ROLE;
        }
    }

    /// With the prices that come with Ralph, and agents that inherit all of this.
    public EngineOptions(
            StateLayout layout,
            Path project,
            ProjectId projectId,
            Containment containment,
            Map<String, String> environment,
            @Nullable String launcherFolder,
            Duration stopGrace,
            InstantSource clock) {
        this(
                layout,
                project,
                projectId,
                containment,
                InheritedVariables.of(environment),
                launcherFolder,
                stopGrace,
                clock,
                Prices::standard,
                InPlaceStates.Where.REPOSITORIES,
                Notify.NOBODY);
    }

    public EngineOptions {
        project = project.toAbsolutePath().normalize();
    }

    /// What would confine the programs of a loop; empty where nothing shall.
    ///
    /// @throws RequestRefused where this machine lacks the sandbox or the workspace
    public Optional<SandboxTier> sandbox(Policy policy) throws IOException {
        StartConditions conditions = new StartConditions(this);
        Optional<SandboxTier> sandbox = conditions.requireSandbox(policy);
        conditions.requirePlace(policy.confinement().workspace());
        return sandbox;
    }

    /// Whether an overlay can be mounted here.
    public boolean canOverlay() {
        return new StartConditions(this).canOverlay();
    }

    /// Where workspaces of this project lie: outside of it, in a folder of the user's own.
    public Path workspaces() {
        return apart("workspaces");
    }

    /// Where its clean rooms lie.
    public Path rooms() {
        return apart("rooms");
    }

    private Path apart(String kind) {
        String state = environment.all().getOrDefault("XDG_STATE_HOME", "");
        Path home = state.startsWith("/")
                ? Path.of(state).normalize()
                : Path.of(environment.all().getOrDefault("HOME", System.getProperty("user.home")), ".local", "state");
        String name =
                projectId.value() + "-" + Integer.toHexString(project.toString().hashCode());
        return home.resolve("ralph").resolve(kind).resolve(name);
    }

    /// As the settings want it.
    ///
    /// @param environment what there is to inherit
    public static EngineOptions of(
            Settings settings,
            StateLayout layout,
            Path project,
            ProjectId id,
            Map<String, String> environment,
            @Nullable String launcherFolder) {
        Map<String, String> inherited = new HashMap<>(environment);
        settings.value(SettingKeys.ENV_UNSET).forEach(inherited::remove);
        TrackerSettings tracker = settings.maybe(SettingKeys.TRACKER);
        if (tracker != null && tracker.type() == TrackerSettings.Type.GITHUB) {
            inherited.remove(TrackerSettings.TOKEN); // it is Ralph's, and no agent's
        }
        List<String> hidden = environment.entrySet().stream()
                .filter(variable -> !inherited.containsKey(variable.getKey()) && Secrets.isNameOfOne(variable.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        return new EngineOptions(
                layout,
                project,
                id,
                settings.value(SettingKeys.CONTAINMENT),
                new InheritedVariables(inherited, settings.maybe(SettingKeys.ENV_PASS), hidden),
                launcherFolder,
                settings.value(SettingKeys.STOP_GRACE),
                InstantSource.system(),
                prices(settings),
                settings.value(SettingKeys.SNAPSHOTS),
                Notify.of(settings));
    }

    /// A file that cannot be used is told before anything is started, not in the middle of the first attempt.
    public static Supplier<Prices> prices(Settings settings) {
        Path file = settings.maybe(SettingKeys.PRICES);
        if (file == null) {
            return Prices::standard;
        }
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LONGEST_PRICES) {
                throw new RequestRefused(
                        "the prices " + file + " must be a file of at most 1 MB: correct the setting `prices`");
            }
            Prices own = Prices.parse(file.toString(), Files.readString(file));
            return () -> Prices.standard().overriddenBy(own);
        } catch (IOException unreadable) {
            throw new RequestRefused("cannot read the prices " + file
                    + ": check that it is a readable text file, or correct the setting `prices`");
        } catch (BadPrices wrong) {
            throw new RequestRefused("the setting `prices`: " + wrong.getMessage());
        }
    }

    /// A project folder with everything as usual.
    public static EngineOptions of(Path project) {
        return new EngineOptions(
                StateLayout.inProject(project),
                project,
                ProjectId.of(project),
                Containment.AUTO,
                System.getenv(),
                null,
                Duration.ofSeconds(30),
                InstantSource.system());
    }
}
