package dev.ralph.run;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.Ask;
import dev.ralph.agent.Installed;
import dev.ralph.agent.Start;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.process.CannotStart;
import dev.ralph.task.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How the agent of an attempt is started: as it was given, or as its adapter says.
record Starts(Surroundings surroundings, Kinds kinds) {

    /// What is executed, with what environment.
    ///
    /// @param version of the program, null when it is not known
    record Line(
            List<String> argv,
            Map<String, String> environment,
            @Nullable String version) {}

    Line of(Agent.Place place) throws CannotStart {
        Path folder = place.site().task().run(place.run()).path();
        return of(
                command(place),
                place.site().project(),
                folder,
                place.run(),
                place.who().session());
    }

    /// @param folder  where files for it may be put
    /// @param run     tells it from others
    /// @param session to go on with, null for a fresh one
    Line of(AgentCommand command, Path project, Path folder, String run, @Nullable String session) throws CannotStart {
        boolean chooses = command.kind() == AgentCommand.Kind.KNOWN && Kinds.choosesItsEnvironment(command);
        Map<String, String> environment = chooses ? surroundings.all(run) : surroundings.of(run);
        if (command.kind() != AgentCommand.Kind.KNOWN) {
            return new Line(command.argv(), environment, null);
        }
        AgentKind kind = kinds.of(command);
        String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
        Installed installed = Installed.find(kind, path, project)
                .orElseThrow(() -> missing(kind, Installed.unusable(kind, path, project)));
        Start start = kind.start(
                installed,
                new Ask(
                        project,
                        folder,
                        kind.resumes() ? session : null,
                        command.model(),
                        isRoot(),
                        Kinds.extra(command),
                        environment,
                        surroundings.inherited().more()));
        write(folder, start.files());
        return new Line(start.argv(), start.environment(), installed.version());
    }

    private static CannotStart missing(AgentKind kind, String unusable) {
        String told = dev.ralph.agent.Trouble.MISSING_PROGRAM.told(kind);
        return new CannotStart(
                CannotStart.Kind.NOT_FOUND, unusable.isEmpty() ? told : told + " Note: " + unusable + ".");
    }

    static AgentCommand command(Agent.Place place) {
        return place.policy().agents().get(place.who().agent());
    }

    private static void write(Path home, Map<Path, String> files) throws CannotStart {
        for (Map.Entry<Path, String> file : files.entrySet()) {
            try {
                Folders.below(home, file.getKey().getParent());
                Files.deleteIfExists(file.getKey());
                Files.createFile(
                        file.getKey(),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(file.getKey(), file.getValue());
            } catch (IOException unwritable) {
                throw new CannotStart(
                        CannotStart.Kind.OTHER,
                        "the agent's settings " + file.getKey() + " cannot be written: " + Trouble.words(unwritable));
            }
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
