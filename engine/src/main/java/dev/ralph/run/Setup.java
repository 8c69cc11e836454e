package dev.ralph.run;

import dev.ralph.budget.Prices;
import dev.ralph.process.Containment;
import dev.ralph.task.Layout;
import dev.ralph.task.ProjectId;
import dev.ralph.workspace.InPlaceStates;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
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
public record Setup(
        Layout layout,
        Path project,
        ProjectId projectId,
        Containment containment,
        Inheritance environment,
        @Nullable String launcherFolder,
        Duration stopGrace,
        InstantSource clock,
        Supplier<Prices> prices,
        InPlaceStates.Where snapshots) {

    /// With the prices that come with Ralph, and agents that inherit all of this.
    public Setup(
            Layout layout,
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
                Inheritance.of(environment),
                launcherFolder,
                stopGrace,
                clock,
                Prices::standard,
                InPlaceStates.Where.REPOSITORIES);
    }

    public Setup {
        project = project.toAbsolutePath().normalize();
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
                ? Path.of(state)
                : Path.of(environment.all().getOrDefault("HOME", System.getProperty("user.home")), ".local", "state");
        String name =
                projectId.value() + "-" + Integer.toHexString(project.toString().hashCode());
        return home.resolve("ralph").resolve(kind).resolve(name);
    }

    /// A project folder with everything as usual.
    public static Setup of(Path project) {
        return new Setup(
                Layout.inProject(project),
                project,
                ProjectId.of(project),
                Containment.AUTO,
                System.getenv(),
                null,
                Duration.ofSeconds(30),
                InstantSource.system());
    }
}
