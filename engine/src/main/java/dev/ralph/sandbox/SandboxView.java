package dev.ralph.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a program is to see and touch of the machine. All paths are absolute and the same inside as outside.
///
/// @param project   where it works, writable
/// @param overlay   the folder of an overlay whose `merged` stands in the place of the project; null for the
///                  project itself, or for a copy of it that is named as the project
/// @param readWrite what else it may write, also below the project or below something that is only readable
/// @param readOnly  what it may read but not write, below the project or in a hidden place
/// @param tools     folders of programs, most of them below the user's home, which is hidden; those that are not
///                  there, or that it may not reach, are left out
/// @param secrets   files and folders that it must not see, wherever they are
/// @param home      the folder that stands in the place of the user's home
/// @param network   what it can reach
/// @param bounds    how much it may use
/// @param nesting   whether programs inside may make namespaces of their own
public record SandboxView(
        Path project,
        @Nullable Path overlay,
        List<Path> readWrite,
        List<Path> readOnly,
        List<Path> tools,
        List<Path> secrets,
        Home home,
        Network network,
        ResourceBounds bounds,
        Nesting nesting) {
    public SandboxView {
        secrets = List.copyOf(secrets);
        readWrite = List.copyOf(readWrite);
        readOnly = List.copyOf(readOnly);
        tools = List.copyOf(tools);
        List<Path> all = new ArrayList<>(List.of(project, home.place(), home.folder()));
        all.addAll(readWrite);
        all.addAll(readOnly);
        all.addAll(tools);
        all.addAll(secrets);
        if (overlay != null) {
            all.add(overlay);
        }
        for (Path path : all) {
            if (!path.isAbsolute() || !path.equals(path.normalize())) {
                throw new IllegalArgumentException("a view names whole paths, not " + path);
            }
        }
        for (Path path : readWrite) {
            if (readOnly.contains(path) || tools.contains(path)) {
                throw new IllegalArgumentException(path + " cannot be both read-only and writable");
            }
        }
        if (home.place().startsWith(project)) {
            throw new IllegalArgumentException("the project " + project + " contains the home folder " + home.place()
                    + ", which must stay hidden. Work in a folder of its own below it.");
        }
    }

    /// Without secrets that would have to be hidden.
    public SandboxView(
            Path project,
            @Nullable Path overlay,
            List<Path> readWrite,
            List<Path> readOnly,
            List<Path> tools,
            Home home,
            Network network,
            ResourceBounds bounds,
            Nesting nesting) {
        this(project, overlay, readWrite, readOnly, tools, List.of(), home, network, bounds, nesting);
    }

    /// @param place  where programs look for it
    /// @param folder what they find there, writable and theirs alone
    public record Home(Path place, Path folder) {
        private static final Path FOR_THE_HOMELESS = Path.of("/run/ralph/home");

        /// Where it is in a view of namespaces. Nothing can be put in the place of a home that does not exist.
        Path inside() {
            return Files.isDirectory(place) ? place : FOR_THE_HOMELESS;
        }
    }

    /// Whether programs inside may make namespaces of their own, as agents do that confine their tools themselves.
    public enum Nesting {
        HELD_BACK,
        ALLOWED
    }

    /// What a program can reach by network.
    public sealed interface Network {
        /// Nothing.
        record None() implements Network {}

        /// Everything, and with it the abstract sockets of this machine.
        record Open() implements Network {}

        /// A unix socket, seen as [#INSIDE], behind which a proxy decides.
        ///
        /// @param port   where a bridge inside listens for programs that speak TCP only
        /// @param bridge the program that is this bridge; it prints `listening` when it is up
        record Proxy(Path socket, int port, List<String> bridge) implements Network {
            public static final Path INSIDE = Path.of("/run/ralph/proxy.sock");

            public Proxy {
                bridge = List.copyOf(bridge);
            }
        }

        /// One port of this machine, where a proxy decides: for a tier that cannot give a network of its own.
        record Port(int port) implements Network {}
    }

    /// The same with an overlay in the place of the project.
    public SandboxView over(@Nullable Path folder) {
        return new SandboxView(project, folder, readWrite, readOnly, tools, secrets, home, network, bounds, nesting);
    }
}
