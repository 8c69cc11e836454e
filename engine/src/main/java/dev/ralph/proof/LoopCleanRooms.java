package dev.ralph.proof;

import dev.ralph.agent.Agents;
import dev.ralph.environment.Confinement;
import dev.ralph.environment.EarlierFiles;
import dev.ralph.environment.InheritedVariables;
import dev.ralph.environment.MappedFolder;
import dev.ralph.environment.ProgramToConfine;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.loop.ProofBasis;
import dev.ralph.paths.FileErrorText;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Launch;
import dev.ralph.process.RunningProcess;
import dev.ralph.process.Supervisor;
import dev.ralph.room.CleanRoom;
import dev.ralph.room.PrepareFailed;
import dev.ralph.room.PrepareSteps;
import dev.ralph.room.ProjectCleanRooms;
import dev.ralph.sandbox.SandboxRefused;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Opens clean rooms for the checks of a loop, and runs programs in them: with what is configured of the sandbox, with
/// an environment that holds what programs need and no more, and without Ralph's own files.
///
/// @param folder  of this project's rooms
/// @param checkProcesses runs what makes a room ready
/// @param longest how long each line of that may take
/// @param ignored lies under rooms where nothing is prepared
public record LoopCleanRooms(
        Path project,
        Path folder,
        Confinement confinement,
        Supervisor supervisor,
        CheckProcesses checkProcesses,
        PrepareSteps steps,
        ConfinementPolicy.Reach whilePreparing,
        Duration longest,
        IgnoredLayer ignored) {
    /// They name places that are not there, and tell what is checked who is asking.
    private static final Set<String> OURS = Set.of("TASK_FOLDER", "RUN_FOLDER", "RUNS_DIR", "MESSAGE_BUS");

    /// Before the lines of `prepare`: the first that fails ends them.
    private static final String STRICT = "set -e\n";

    private static final List<String> PREFIXES_OF_OURS = List.of("JRUN_", "RALPH_INSIDE_");

    public static LoopCleanRooms of(
            Path folder, Confinement confinement, Supervisor supervisor, CheckProcesses checkProcesses, Policy policy) {
        ProofBasis proof = policy.proof();
        ConfinementPolicy.Reach reach = policy.confinement().reach();
        ConfinementPolicy.Network network = proof.roomSettings().network();
        ConfinementPolicy.Reach preparing =
                network == null ? reach : new ConfinementPolicy.Reach(network, reach.hosts(), reach.bytes());
        String lines = proof.prepare();
        PrepareSteps steps = PrepareSteps.of(
                lines == null ? List.of() : List.of(STRICT + lines),
                proof.roomSettings().inputs(),
                preparing.network() + " " + policy.confinement().sandbox());
        return new LoopCleanRooms(
                confinement.origin(),
                folder,
                confinement,
                supervisor,
                checkProcesses,
                steps,
                preparing,
                policy.pace().check(),
                new IgnoredLayer(confinement.paths()));
    }

    /// A room at a commit, ready for checks. Close it when no program runs in it any more.
    ///
    /// @param last the commit that git there takes for the last one; null for the same
    /// @param name tells what is printed meanwhile from other output of the loop
    /// @throws PrepareFailed when it could not be made ready
    CleanRoom at(String commit, @Nullable String last, String name) throws IOException, InterruptedException {
        CleanRoom room = at(commit, name, sight(), ignored.folder());
        if (last != null) {
            room.showAsLast(last);
        }
        return room;
    }

    /// How rooms are seen on this machine.
    CleanRoom.Sight sight() {
        return confinement.canOverlay(folder) ? CleanRoom.Sight.IN_PLACE : CleanRoom.Sight.APART;
    }

    /// @param layer what lies under the checkout where nothing is prepared; null for nothing
    CleanRoom at(String commit, String name, CleanRoom.Sight sight, @Nullable Path layer)
            throws IOException, InterruptedException {
        return new ProjectCleanRooms(project, folder)
                .at(commit, sight, steps, layer, (stage, wanted) -> prepare(stage, wanted, name));
    }

    /// Makes a room ready and leaves it, to see whether that works; what was made stays for the next one.
    ///
    /// @throws PrepareFailed when it does not
    void tryAt(String commit) throws IOException, InterruptedException {
        at(commit, null, "before-1").close();
    }

    /// Where errands run in a room, one at a time.
    CheckProcess.Place in(CleanRoom room) {
        return in(room, inside(room, confinement.confinementPolicy().reach()));
    }

    private Confinement inside(CleanRoom room, ConfinementPolicy.Reach reach) {
        Confinement inside = confinement.in(room, reach);
        return steps.isNothing() ? inside : inside.withHomeOf(room);
    }

    /// A verdict is given, and no room is open any more.
    void leave() throws IOException {
        ignored.close();
        EarlierFiles.of(confinement.paths().layout(), confinement.paths().head().id())
                .clear();
    }

    /// The same, with all that is in the home folder and the folders for temporary files.
    CheckProcess.Place withHome(CleanRoom room) {
        return in(
                room,
                confinement.in(room, confinement.confinementPolicy().reach()).withHome());
    }

    private CheckProcess.Place in(CleanRoom room, Confinement inside) {
        return new CheckProcess.Place() {
            @Override
            public RunningProcess start(Launch launch) throws CannotStart {
                return LoopCleanRooms.this.start(room, launch, inside);
            }

            @Override
            public boolean isApart() {
                return true;
            }

            @Override
            public MappedFolder mappedFolder() {
                return new MappedFolder(room.written(), room.folder());
            }
        };
    }

    private RunningProcess start(CleanRoom room, Launch launch, Confinement there) throws CannotStart {
        try {
            room.ready();
            Launch inside = launch.with(fewer(launch.environment(), confinement.inherited()))
                    .at(room.folder());
            return there.start(supervisor, inside, room.overlay(), folder.resolve("any"), ProgramToConfine.CHECK)
                    .running();
        } catch (SandboxRefused refused) {
            throw new CannotStart(CannotStart.Kind.NOT_ENCLOSED, String.valueOf(refused.getMessage()));
        } catch (IOException failed) {
            throw new CannotStart(
                    CannotStart.Kind.OTHER, "the clean room cannot be used: " + FileErrorText.words(failed));
        }
    }

    /// Of what Ralph was started with, what any program needs and what the user names; and what a check is told.
    static Map<String, String> fewer(Map<String, String> environment, InheritedVariables inherited) {
        Map<String, String> fewer = new TreeMap<>(environment);
        Map<String, String> ordinary = Agents.ordinary(environment);
        fewer.keySet()
                .removeIf(
                        name -> OURS.contains(name) || PREFIXES_OF_OURS.stream().anyMatch(name::startsWith));
        fewer.entrySet()
                .removeIf(variable -> !ordinary.containsKey(variable.getKey())
                        && !inherited.more().contains(variable.getKey())
                        && variable.getValue().equals(inherited.all().get(variable.getKey())));
        return fewer;
    }

    private void prepare(CleanRoom stage, PrepareSteps wanted, String name) throws IOException, InterruptedException {
        int number = 0;
        for (String line : wanted.lines()) {
            number++;
            CheckProcesses.Ran ran;
            try {
                ran = checkProcesses.run(new CheckProcess(
                        name + "-prepare-" + number,
                        line,
                        Map.of(),
                        longest,
                        in(stage, inside(stage, whilePreparing))));
            } catch (CannotStart why) {
                throw new PrepareFailed("cannot run prepare: " + why.getMessage(), "");
            }
            String wrong = ran.against(0);
            if (wrong != null) {
                throw new PrepareFailed(
                        "prepare `" + shown(line) + "` " + wrong + "; it sees only the files that prepare_inputs names",
                        ran.output());
            }
        }
    }

    private static String shown(String line) {
        return line.substring(STRICT.length()).strip().replace("\n", "; ");
    }
}
