package dev.ralph.environment;

import dev.ralph.git.Repository;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.SandboxReport;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.UnlinkedFiles;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Enclosure;
import dev.ralph.process.EndCause;
import dev.ralph.process.Launch;
import dev.ralph.process.ProbeCache;
import dev.ralph.process.RunningProcess;
import dev.ralph.process.Supervisor;
import dev.ralph.room.CleanRoom;
import dev.ralph.sandbox.ResourceBounds;
import dev.ralph.sandbox.Sandbox;
import dev.ralph.sandbox.SandboxRequest;
import dev.ralph.sandbox.SandboxTier;
import dev.ralph.sandbox.SandboxView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Starts the programs of a loop in the view of the machine that its policy gives them.
///
/// @param origin the user's project, wherever its programs work
/// @param told   hears, for each program, what it was given and what could not be given
/// @param room   the clean room it works in, null for none; nothing of Ralph's own files is seen there
/// @param earlier what is seen of the home folder and the folders for temporary files where there is no sandbox; null
/// for all
public record Confinement(
        LoopPaths paths,
        Path origin,
        ConfinementPolicy confinementPolicy,
        InheritedVariables inherited,
        Supervisors supervisors,
        SandboxListener told,
        @Nullable CleanRoom room,
        @Nullable EarlierFiles earlier) {
    private static final String PROBE = "probe";

    public Confinement(
            LoopPaths paths,
            Path origin,
            ConfinementPolicy confinement,
            InheritedVariables inherited,
            Supervisors supervisors,
            SandboxListener told) {
        this(paths, origin, confinement, inherited, supervisors, told, null, null);
    }

    /// Who hears of it.
    public interface SandboxListener {
        /// What a program was confined to.
        void confined(List<String> notes);

        /// Something else about it.
        void noted(String words);

        /// The same, where its user may have to do something.
        void warned(String words);

        SandboxListener NOBODY = new SandboxListener() {
            @Override
            public void confined(List<String> notes) {}

            @Override
            public void noted(String words) {}

            @Override
            public void warned(String words) {}
        };
    }

    /// The same for programs that work in another folder than the project.
    Confinement at(Path folder) {
        return new Confinement(
                new LoopPaths(paths.layout(), folder, paths.head()),
                origin,
                confinementPolicy,
                inherited,
                supervisors,
                told,
                room,
                earlier);
    }

    /// The same for programs in a clean room.
    ///
    /// @param reach what they can reach by network
    public Confinement in(CleanRoom clean, ConfinementPolicy.Reach reach) {
        ConfinementPolicy there = new ConfinementPolicy(
                confinementPolicy.workspace(),
                confinementPolicy.sandbox(),
                reach,
                confinementPolicy.visibility(),
                confinementPolicy.bounds(),
                confinementPolicy.ours());
        LoopPaths top = new LoopPaths(paths.layout(), clean.top(), paths.head());
        EarlierFiles begun = EarlierFiles.of(paths.layout(), paths.head().id());
        return new Confinement(top, origin, there, inherited, supervisors, told, clean, begun.isKnown() ? begun : null);
    }

    /// The same with all that is in the home folder and the folders for temporary files.
    public Confinement withHome() {
        return seeing(null);
    }

    /// The same with a home folder of the room's own, where some of it was prepared.
    public Confinement withHomeOf(CleanRoom clean) {
        return seeing(earlier == null ? null : new EarlierFiles(earlier.list(), clean.privateHome()));
    }

    private Confinement seeing(@Nullable EarlierFiles outside) {
        return new Confinement(paths, origin, confinementPolicy, inherited, supervisors, told, room, outside);
    }

    /// A program that was started, and what it was given.
    public record Stay(RunningProcess running, ConfinedProgram confinedProgram) {}

    /// Removes what probes and programs left whose process died.
    ///
    /// @param workspaces the folder of this project's workspaces
    public static void sweep(Path workspaces) throws IOException {
        Sandbox.sweep(workspaces.resolve(PROBE));
        SocketFolder.sweep();
    }

    /// What works here.
    ///
    /// @param workspaces the folder of this project's workspaces
    public static Sandbox sandbox(ConfinementPolicy confinement, Path workspaces) {
        SandboxRequest demand = switch (confinement.sandbox()) {
            case OFF -> SandboxRequest.OFF;
            case AUTO -> SandboxRequest.AUTO;
            case REQUIRED -> SandboxRequest.REQUIRED;
        };
        return Sandbox.open(demand, workspaces.resolve(PROBE), tried(workspaces));
    }

    /// Where is kept what is known of the machine: beside the workspaces of all projects.
    ///
    /// @param workspaces the folder of this project's workspaces, or of its rooms
    public static Path machine(Path workspaces) {
        return workspaces.toAbsolutePath().resolve("../../machine").normalize();
    }

    /// @param workspaces the folder of this project's workspaces, or of its rooms
    public static ProbeCache tried(Path workspaces) {
        return new ProbeCache(machine(workspaces));
    }

    /// Begins with what takes long of what a confined program needs, for whoever starts one a moment later.
    ///
    /// @param launcherFolder what stands before the PATH, null for nothing
    /// @param workspaces     the folder of this project's workspaces
    public static void lookAhead(
            InheritedVariables inherited, @Nullable String launcherFolder, Path project, Path workspaces) {
        String home = inherited.all().getOrDefault("HOME", System.getProperty("user.home"));
        String path = inherited.all().getOrDefault("PATH", "");
        String whole = path + (launcherFolder == null ? "" : ":" + launcherFolder);
        ToolFolders.lookAhead(Path.of(home), project, machine(workspaces), whole);
    }

    /// What works here, wanted or not.
    ///
    /// @param workspaces the folder of this project's workspaces, or of its rooms
    public static SandboxTier probed(Path workspaces) {
        return Sandbox.probed(workspaces.resolve(PROBE), tried(workspaces));
    }

    /// Whether an overlay can stand in the place of the project.
    ///
    /// @param workspaces the folder of this project's workspaces
    public boolean canOverlay(Path workspaces) {
        return supervisors.own().givesViews() && probed(workspaces).has(SandboxTier.Feature.OVERLAY);
    }

    /// @param overlay what stands in the place of the project, null for the project itself
    /// @param home    the folder of the loop's workspace
    public Stay start(Supervisor supervisor, Launch launch, @Nullable Path overlay, Path home, ProgramToConfine program)
            throws CannotStart, IOException {
        if (confinementPolicy.sandbox() == ConfinementPolicy.Sandbox.OFF) {
            boolean isViewed = overlay != null || (earlier != null && canOverlay(home.resolveSibling("")));
            RunningProcess running = supervisor.start(isViewed ? launch.in(unconfined(overlay, launch)) : launch);
            return new Stay(running, ConfinedProgram.free(SandboxReport.NONE));
        }
        SandboxTier tier = sandbox(confinementPolicy, home.resolveSibling("")).tier();
        SecretFilter secretFilter = new SecretFilter(confinementPolicy, inherited);
        Launch discreet = secretFilter.of(launch, program);
        if (tier.level() == SandboxTier.Level.L0) {
            told.confined(tier.banner());
            RunningProcess running =
                    supervisor.start(overlay == null ? discreet : discreet.in(unconfined(overlay, discreet)));
            return new Stay(running, ConfinedProgram.free(new SandboxReport("L0", tier.refused(), List.of())));
        }
        ConfinedProgram confinedProgram = new ConfinedProgram(tier, told);
        try {
            RunningProcess running =
                    supervisors.of(tier).start(furnished(confinedProgram, discreet, overlay, home, program));
            var _ = running.exit().thenAcceptAsync(exit -> {
                confinedProgram.close();
                if (exit.ending() == EndCause.NOT_ENCLOSED) {
                    Path workspaces = home.resolveSibling("");
                    Sandbox.forget(workspaces.resolve(PROBE), tried(workspaces));
                }
            });
            return new Stay(running, confinedProgram);
        } catch (CannotStart | IOException | RuntimeException failed) {
            confinedProgram.close();
            throw failed;
        }
    }

    private Launch furnished(
            ConfinedProgram confinedProgram, Launch launch, @Nullable Path overlay, Path home, ProgramToConfine program)
            throws IOException {
        Path ours = room == null ? home.resolve("home") : room.privateHome();
        Files.createDirectories(ours);
        Launch plain = launch.with(confinedProgram.login(ours, program, users(), launch.environment()));
        Sandbox.Enclosed enclosed = confinedProgram.enclose(
                sandbox(confinementPolicy, home.resolveSibling("")),
                view(confinedProgram, plain, overlay, home, ours, program));
        Launch inside = plain.with(enclosed.environment(plain.environment()));
        return enclosed.enclosure().map(inside::in).orElse(inside);
    }

    private Path users() {
        return Path.of(inherited.all().getOrDefault("HOME", System.getProperty("user.home")));
    }

    /// Everything as outside, but for the project.
    private Enclosure unconfined(@Nullable Path overlay, Launch launch) throws IOException {
        Path self = Path.of("/proc/self");
        List<String> words = new ArrayList<>(List.of("--dev-bind", "/", "/", "--proc", "/proc"));
        if (!Files.getAttribute(self, "unix:uid").equals(0)) {
            words.add("--unshare-user");
            words.addAll(List.of("--uid", Files.getAttribute(self, "unix:uid").toString()));
            words.addAll(List.of("--gid", Files.getAttribute(self, "unix:gid").toString()));
        }
        Path project = paths.project().toRealPath();
        if (earlier != null) {
            words.addAll(earlier.words(inherited, project));
        }
        words.addAll(
                overlay == null
                        ? List.of("--bind", project.toString(), project.toString())
                        : Enclosure.Namespaces.standing(overlay, project));
        Path state = paths.layout().state().toRealPath();
        if (room == null
                && state.startsWith(project)) { // what Ralph and the agent tell each other is no part of the work
            words.addAll(List.of("--bind", state.toString(), state.toString()));
        }
        words.addAll(List.of(
                "--chdir",
                room == null ? project.toString() : launch.directory().toString()));
        return new Enclosure.Namespaces(overlay, List.of(), words, List.of());
    }

    private SandboxView view(
            ConfinedProgram confinedProgram,
            Launch launch,
            @Nullable Path overlay,
            Path home,
            Path ours,
            ProgramToConfine program)
            throws IOException {
        Path project = paths.project().toRealPath();
        ToolFolders folders = new ToolFolders(
                users().toRealPath(), List.of(project, origin.toRealPath()), machine(home.resolveSibling("")));
        List<Path> needed = new ArrayList<>(
                folders.needed(launch, confinementPolicy.visibility().tools()));
        if (program.agent() == null) { // the words of a known agent hold its prompt
            needed.addAll(folders.ofScripts(launch));
        }
        SandboxView.Network network =
                confinedProgram.network(confinementPolicy.reach(), program.hosts(launch.environment()), needed);
        needed.removeIf(path -> path.startsWith(project));
        List<Path> tools = new ArrayList<>(folders.onPath(launch));
        tools.removeIf(path -> path.startsWith(project) || needed.contains(path));
        needed.addAll(readable(confinedProgram, project));
        return new SandboxView(
                project,
                overlay,
                room == null ? List.of(taskFolder()) : List.of(),
                needed,
                tools,
                SecretFilter.files(confinementPolicy.visibility().secrets(), users()),
                new SandboxView.Home(users().toRealPath(), ours.toRealPath()),
                network,
                bounds(),
                SandboxView.Nesting.HELD_BACK);
    }

    /// What the agent may write to; one that can replace it by a link must not choose what that is.
    private Path taskFolder() throws IOException {
        Path folder = paths.task().path();
        if (Files.isSymbolicLink(folder)) {
            throw new IOException("task folder " + folder + " is now a link to " + Files.readSymbolicLink(folder)
                    + "; restore the folder");
        }
        UnlinkedFiles.require(paths.task().home(), folder);
        return folder.toRealPath();
    }

    private List<Path> readable(ConfinedProgram confinedProgram, Path project) throws IOException {
        List<Path> readable = new ArrayList<>();
        if (room != null) {
            return room.overlay() == null ? List.of(room.objects()) : List.of();
        }
        Path state = paths.layout().state().toRealPath();
        if (confinedProgram.tier().level() == SandboxTier.Level.L2 && state.startsWith(project)) {
            // Landlock cannot except a part of the project.
            confinedProgram.note("not confined: changes of Ralph's own files in " + state);
        } else {
            readable.add(state);
        }
        if (!origin.toRealPath().equals(project)) { // the agent's own repository borrows the user's objects
            Optional<Repository> repository = Repository.at(origin);
            if (repository.isPresent()) {
                readable.add(repository.get().objects());
            }
        }
        return readable;
    }

    private ResourceBounds bounds() {
        ConfinementPolicy.Bounds wanted = confinementPolicy.bounds();
        return new ResourceBounds(wanted.cpu(), wanted.memory(), wanted.processes(), wanted.fileSize());
    }
}
