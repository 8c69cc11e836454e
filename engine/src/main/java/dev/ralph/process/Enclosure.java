package dev.ralph.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a program may see and touch of the machine. A supervisor that cannot give it refuses to start the
/// program; an enclosure that could not be made ends the run as [EndCause#NOT_ENCLOSED].
public sealed interface Enclosure {
    /// What stands right before the program, inside: such as limits of its own.
    List<String> inside();

    /// A view of the machine of its own, made by bubblewrap at [Containment#NAMESPACE].
    ///
    /// @param overlay   a folder that holds `lower` (a link to what is seen), `upper`, `work` and `merged`, where
    ///                  the overlay is mounted for this program alone, and maybe `prepared`, a layer between; null
    ///                  for none
    /// @param before    what stands right before bubblewrap, after the mount: such as a drop to another user
    /// @param arguments what bubblewrap is told, apart from what makes the PID namespace
    /// @param companions how many processes of ours there are inside besides the program, which end with it
    record Namespaces(
            @Nullable Path overlay, List<String> before, List<String> arguments, List<String> inside, int companions)
            implements Enclosure {
        /// Names without a path need no escaping, whatever the project is called. `command -p` finds the system's
        /// own `mount`, whatever the program's PATH says.
        private static final String MOUNT = """
                cd -- "$1" || exit 125
                if [ -e prepared ]; then lower=prepared:lower; else lower=lower; fi
                command -p mount -t overlay overlay \
                  -o "lowerdir=$lower,upperdir=upper,workdir=work,userxattr,volatile" merged || exit 125
                cd / && shift && exec "$@"
                """;

        public Namespaces {
            before = List.copyOf(before);
            arguments = List.copyOf(arguments);
            inside = List.copyOf(inside);
            if (overlay != null && !overlay.isAbsolute()) {
                throw new IllegalArgumentException("the folder of an overlay is absolute, not " + overlay);
            }
        }

        /// The program that makes them, null where it is not installed.
        public static @Nullable Path program() {
            return ContainmentProbe.onPath("bwrap");
        }

        public Namespaces(@Nullable Path overlay, List<String> arguments) {
            this(overlay, List.of(), arguments, List.of());
        }

        public Namespaces(@Nullable Path overlay, List<String> before, List<String> arguments, List<String> inside) {
            this(overlay, before, arguments, inside, 0);
        }

        /// Puts an overlay in the place of a folder, in the words of bubblewrap. Of one that shows a checkout and a
        /// home it is the checkout, with the objects it borrows.
        public static List<String> standing(Path overlay, Path place) {
            Path merged = overlay.resolve("merged");
            Path tree = merged.resolve("tree");
            List<String> words = new ArrayList<>(List.of("--bind"));
            words.addAll(List.of((Files.isDirectory(tree) ? tree : merged).toString(), place.toString()));
            Path objects = overlay.resolve("objects");
            if (Files.isSymbolicLink(objects)) {
                Path borrowed = place.resolve(".git/borrowed");
                words.addAll(List.of("--ro-bind", objects.toString(), borrowed.toString()));
            }
            return words;
        }

        /// What comes before bubblewrap: the mount lives in a namespace that ends with the program.
        List<String> outside() {
            if (overlay == null) {
                return before;
            }
            List<String> words = new ArrayList<>(List.of("/usr/bin/unshare"));
            words.addAll(SystemCalls.isRoot() ? List.of("--mount") : List.of("--user", "--map-root-user", "--mount"));
            words.addAll(List.of("--propagation", "private", "--", "/bin/sh", "-c", MOUNT, "ralph-mount"));
            words.add(overlay.toString());
            words.addAll(before);
            return words;
        }
    }

    /// Landlock: the view everybody has, but only these files may be read or written, and what [Landlock] can hold
    /// back on this kernel is held back. It needs a containment without namespaces, whose making Landlock forbids.
    ///
    /// @param readWrite files and folders, with everything below
    /// @param readOnly  the same for reading and executing
    /// @param ports     the TCP ports it may listen on and connect to; null for all
    record Rules(
            List<Path> readWrite,
            List<Path> readOnly,
            @Nullable Set<Integer> ports,
            List<String> inside) implements Enclosure {
        public Rules {
            readWrite = List.copyOf(readWrite);
            readOnly = List.copyOf(readOnly);
            ports = ports == null ? null : Set.copyOf(ports);
            inside = List.copyOf(inside);
        }
    }
}
