package dev.ralph.run;

import dev.ralph.git.Repository;
import dev.ralph.loop.Confines;
import dev.ralph.loop.Custody;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Enclosure;
import dev.ralph.process.Launch;
import dev.ralph.process.Running;
import dev.ralph.process.Supervisor;
import dev.ralph.room.CleanRoom;
import dev.ralph.sandbox.Bounds;
import dev.ralph.sandbox.Demand;
import dev.ralph.sandbox.Sandbox;
import dev.ralph.sandbox.Tier;
import dev.ralph.sandbox.View;
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
record Confinement(
        Site site,
        Path origin,
        Confines confines,
        Inheritance inherited,
        Keepers keepers,
        Told told,
        @Nullable CleanRoom room) {
    Confinement(Site site, Path origin, Confines confines, Inheritance inherited, Keepers keepers, Told told) {
        this(site, origin, confines, inherited, keepers, told, null);
    }

    /// Who hears of it.
    interface Told {
        /// What a program was confined to.
        void confined(List<String> notes);

        /// Something else about it.
        void noted(String words);

        /// The same, where its user may have to do something.
        void warned(String words);

        Told NOBODY = new Told() {
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
                new Site(site.layout(), folder, site.head()), origin, confines, inherited, keepers, told, room);
    }

    /// The same for programs in a clean room.
    ///
    /// @param reach what they can reach by network
    Confinement in(CleanRoom clean, Confines.Reach reach) {
        Confines there =
                new Confines(confines.workspace(), confines.sandbox(), reach, confines.sight(), confines.bounds());
        Site top = new Site(site.layout(), clean.top(), site.head());
        return new Confinement(top, origin, there, inherited, keepers, told, clean);
    }

    /// A program that was started, and what it was given.
    record Stay(Running running, Tenancy tenancy) {}

    /// What works here.
    ///
    /// @param workspaces the folder of this project's workspaces
    static Sandbox sandbox(Confines confines, Path workspaces) {
        Demand demand = switch (confines.sandbox()) {
            case OFF -> Demand.OFF;
            case AUTO -> Demand.AUTO;
            case REQUIRED -> Demand.REQUIRED;
        };
        return Sandbox.open(demand, workspaces.resolve("probe"));
    }

    /// Whether an overlay can stand in the place of the project.
    ///
    /// @param workspaces the folder of this project's workspaces
    boolean canOverlay(Path workspaces) {
        return confines.sandbox() == Confines.Sandbox.OFF
                ? keepers.giveOverlays(workspaces, new OverlayTrial(keepers.own(), this))
                : sandbox(confines, workspaces).tier().has(Tier.Feature.OVERLAY);
    }

    /// @param overlay what stands in the place of the project, null for the project itself
    /// @param home    the folder of the loop's workspace
    Stay start(Supervisor supervisor, Launch launch, @Nullable Path overlay, Path home, Guest guest)
            throws CannotStart, IOException {
        if (confines.sandbox() == Confines.Sandbox.OFF) {
            Running running = supervisor.start(overlay == null ? launch : launch.in(unconfined(overlay, launch)));
            return new Stay(running, Tenancy.free(Custody.NONE));
        }
        Tier tier = sandbox(confines, home.resolveSibling("")).tier();
        Discretion discretion = new Discretion(site, confines, inherited);
        Launch discreet = discretion.of(launch, guest);
        if (tier.level() == Tier.Level.L0) {
            told.confined(tier.banner());
            Running running = supervisor.start(overlay == null ? discreet : discreet.in(unconfined(overlay, discreet)));
            return new Stay(running, Tenancy.free(new Custody("L0", tier.refused(), List.of())));
        }
        Tenancy tenancy = new Tenancy(tier, told);
        try {
            Running running = keepers.of(tier).start(furnished(tenancy, discreet, overlay, home, guest));
            var _ = running.exit().whenCompleteAsync((_, _) -> tenancy.close());
            return new Stay(running, tenancy);
        } catch (CannotStart | IOException | RuntimeException failed) {
            tenancy.close();
            throw failed;
        }
    }

    private Launch furnished(Tenancy tenancy, Launch launch, @Nullable Path overlay, Path home, Guest guest)
            throws IOException {
        Path ours = room == null ? home.resolve("home") : room.privateHome();
        Files.createDirectories(ours);
        Launch plain = launch.with(tenancy.login(ours, guest, users(), launch.environment()));
        Sandbox.Enclosed enclosed =
                tenancy.enclose(sandbox(confines, home.resolveSibling("")), view(tenancy, plain, overlay, ours, guest));
        Launch inside = plain.with(enclosed.environment(plain.environment()));
        return enclosed.enclosure().map(inside::in).orElse(inside);
    }

    private Path users() {
        return Path.of(inherited.all().getOrDefault("HOME", System.getProperty("user.home")));
    }

    /// Everything as outside, but for the project.
    private Enclosure unconfined(Path overlay, Launch launch) throws IOException {
        Path self = Path.of("/proc/self");
        List<String> words = new ArrayList<>(List.of("--dev-bind", "/", "/", "--proc", "/proc"));
        if (!Files.getAttribute(self, "unix:uid").equals(0)) {
            words.add("--unshare-user");
            words.addAll(List.of("--uid", Files.getAttribute(self, "unix:uid").toString()));
            words.addAll(List.of("--gid", Files.getAttribute(self, "unix:gid").toString()));
        }
        Path project = site.project().toRealPath();
        words.addAll(Enclosure.Namespaces.standing(overlay, project));
        Path state = site.layout().state().toRealPath();
        if (room == null
                && state.startsWith(project)) { // what Ralph and the agent tell each other is no part of the work
            words.addAll(List.of("--bind", state.toString(), state.toString()));
        }
        words.addAll(List.of(
                "--chdir",
                room == null ? project.toString() : launch.directory().toString()));
        return new Enclosure.Namespaces(overlay, List.of(), words, List.of());
    }

    private View view(Tenancy tenancy, Launch launch, @Nullable Path overlay, Path ours, Guest guest)
            throws IOException {
        Path project = site.project().toRealPath();
        ToolFolders folders = new ToolFolders(users().toRealPath(), List.of(project, origin.toRealPath()));
        List<Path> needed =
                new ArrayList<>(folders.needed(launch, confines.sight().tools()));
        View.Network network = tenancy.network(confines.reach(), guest.hosts(launch.environment()), needed);
        needed.removeIf(path -> path.startsWith(project));
        List<Path> tools = new ArrayList<>(folders.onPath(launch));
        tools.removeIf(path -> path.startsWith(project) || needed.contains(path));
        needed.addAll(readable(tenancy, project));
        return new View(
                project,
                overlay,
                room == null ? List.of(taskFolder()) : List.of(),
                needed,
                tools,
                Discretion.files(confines.sight().secrets(), users()),
                new View.Home(users().toRealPath(), ours.toRealPath()),
                network,
                bounds(),
                View.Nesting.HELD_BACK);
    }

    /// What the agent may write to; one that can replace it by a link must not choose what that is.
    private Path taskFolder() throws IOException {
        Path folder = site.task().path();
        if (Files.isSymbolicLink(folder)) {
            throw new IOException("the task's folder " + folder + " has become a link to "
                    + Files.readSymbolicLink(folder) + ": look who made it, and put the folder back");
        }
        return folder.toRealPath();
    }

    private List<Path> readable(Tenancy tenancy, Path project) throws IOException {
        List<Path> readable = new ArrayList<>();
        if (room != null) {
            return room.overlay() == null ? List.of(room.objects()) : List.of();
        }
        Path state = site.layout().state().toRealPath();
        if (tenancy.tier().level() == Tier.Level.L2 && state.startsWith(project)) {
            // Landlock cannot except a part of the project.
            tenancy.note("not held back: changes of Ralph's own files in " + state);
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

    private Bounds bounds() {
        Confines.Bounds wanted = confines.bounds();
        return new Bounds(wanted.cpu(), wanted.memory(), wanted.processes(), wanted.fileSize());
    }
}
