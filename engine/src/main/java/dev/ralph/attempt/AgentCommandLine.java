package dev.ralph.attempt;

import dev.ralph.agent.AgentKind;
import dev.ralph.agent.AgentStart;
import dev.ralph.agent.AttemptRequest;
import dev.ralph.agent.InstalledAgent;
import dev.ralph.environment.AgentLookup;
import dev.ralph.environment.LoopVariables;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.Folders;
import dev.ralph.process.CannotStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How the agent of an attempt is started: as it was given, or as its adapter says.
public record AgentCommandLine(LoopVariables variables, AgentLookup agentLookup) {

    /// What is executed, with what environment.
    ///
    /// @param version of the program, null when it is not known
    public record Line(
            List<String> argv,
            Map<String, String> environment,
            @Nullable String version) {}

    /// @param works the folder it works in, as it sees it
    Line of(Agent.Place place, Path works) throws CannotStart {
        Path folder = place.paths().task().run(place.run()).path();
        Map<String, String> more = new TreeMap<>();
        more.put("RALPH_INSIDE_WORKSPACE", works.toString());
        if (place.policy().conversation().mayReject()) {
            more.put(AttemptTools.MAY_REJECT, "1");
        }
        return of(
                command(place),
                place.paths().project(),
                folder,
                place.run(),
                place.assignment().session(),
                more,
                place.policy().conversation().offersTools() ? agentLookup.launcher() : null);
    }

    /// @param folder  where files for it may be put
    /// @param run     tells it from others
    /// @param session to go on with, null for a fresh one
    public Line of(AgentCommand command, Path project, Path folder, String run, @Nullable String session)
            throws CannotStart {
        return of(command, project, folder, run, session, Map.of(), null);
    }

    private Line of(
            AgentCommand command,
            Path project,
            Path folder,
            String run,
            @Nullable String session,
            Map<String, String> more,
            @Nullable String tools)
            throws CannotStart {
        boolean chooses = command.kind() == AgentCommand.Kind.KNOWN && AgentLookup.choosesItsEnvironment(command);
        Map<String, String> environment = chooses ? variables.all(run) : variables.of(run);
        environment.putAll(more);
        if (command.kind() != AgentCommand.Kind.KNOWN) {
            return new Line(command.argv(), environment, null);
        }
        AgentKind kind = agentLookup.of(command);
        boolean limited = command.allowedTools() != null || command.deniedTools() != null;
        if (limited && !kind.limitsTools()) {
            throw new CannotStart(
                    CannotStart.Kind.OTHER,
                    "Ralph cannot limit the tools of " + kind.name() + "; remove allow_tools and deny_tools");
        }
        String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
        InstalledAgent installed = InstalledAgent.find(kind, path, project)
                .orElseThrow(() -> missing(kind, InstalledAgent.unusable(kind, path, project)));
        AgentStart start = kind.start(
                installed,
                new AttemptRequest(
                        folder,
                        kind.resumes() ? session : null,
                        command.model(),
                        isRoot(),
                        AgentLookup.extra(command),
                        environment,
                        variables.inherited().more(),
                        tools,
                        command.allowedTools(),
                        command.deniedTools() == null ? List.of() : command.deniedTools()));
        write(folder, start.files());
        return new Line(start.argv(), start.environment(), installed.version());
    }

    private static CannotStart missing(AgentKind kind, String unusable) {
        String told = dev.ralph.agent.AgentProblem.MISSING_PROGRAM.told(kind);
        return new CannotStart(
                CannotStart.Kind.NOT_FOUND, unusable.isEmpty() ? told : told + " Note: " + unusable + ".");
    }

    static AgentCommand command(Agent.Place place) {
        return place.policy().agents().get(place.assignment().agent());
    }

    private static void write(Path home, Map<Path, String> files) throws CannotStart {
        for (Map.Entry<Path, String> file : files.entrySet()) {
            try {
                Folders.below(home, file.getKey().getParent());
                Files.deleteIfExists(file.getKey());
                Files.createFile(
                        file.getKey(),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(file.getKey(), file.getValue(), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            } catch (IOException unwritable) {
                throw new CannotStart(
                        CannotStart.Kind.OTHER,
                        "the agent's settings " + file.getKey() + " cannot be written: "
                                + FileErrorText.words(unwritable));
            }
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
