package dev.ralph.loop;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where an agent works, and what it can reach, see and use up from there.
///
/// @param ours files of the project that Ralph itself writes, relative to it: what an agent makes of them is not kept,
///     and the commit of accepted work holds them as they are in the project
public record ConfinementPolicy(
        Workspace workspace, Sandbox sandbox, Reach reach, Visibility visibility, Bounds bounds, List<String> ours) {
    /// In the user's own folder, with the user's own rights.
    public static final ConfinementPolicy NONE =
            new ConfinementPolicy(Workspace.IN_PLACE, Sandbox.OFF, Reach.EVERYTHING, Visibility.USUAL, Bounds.NONE);

    public ConfinementPolicy {
        ours = List.copyOf(ours);
    }

    public ConfinementPolicy(Workspace workspace, Sandbox sandbox, Reach reach, Visibility visibility, Bounds bounds) {
        this(workspace, sandbox, reach, visibility, bounds, List.of());
    }

    /// The tree it works in.
    public enum Workspace {
        /// The project's own folder.
        IN_PLACE,
        /// A checkout of the last commit on a branch of its own.
        WORKTREE,
        /// A view of the project, in which all changes are put aside until they are accepted.
        OVERLAY
    }

    public enum Sandbox {
        OFF,
        /// The best this machine offers.
        AUTO,
        /// The same, and nothing starts where it offers too little.
        REQUIRED
    }

    public enum Network {
        NONE,
        /// Only hosts on a list, through a proxy.
        LISTED,
        OPEN
    }

    /// @param hosts whom it may call under [Network#LISTED] besides its model, as `host:port` or `*.host:port`
    /// @param bytes how much each program may send and receive then, null for any amount
    public record Reach(
            Network network, List<String> hosts, @Nullable Long bytes) {
        public static final Reach EVERYTHING = new Reach(Network.OPEN, List.of(), null);

        public Reach {
            hosts = List.copyOf(hosts);
            Bounds.positive("bytes by network", bytes);
        }
    }

    /// @param tools   files and folders of the user's home, or of another hidden place, that it may read
    /// @param secrets files that it must not see, and names of variables, whose content is never stored
    public record Visibility(List<String> tools, List<String> secrets) {
        public static final Visibility USUAL = new Visibility(List.of(), List.of());

        public Visibility {
            tools = List.copyOf(tools);
            secrets = List.copyOf(secrets);
        }
    }

    /// How much of the machine each program may use; null means without bound.
    ///
    /// @param cpu       processor time of a process
    /// @param memory    bytes
    /// @param processes how many there may be at a time
    /// @param fileSize  bytes of a file it writes
    public record Bounds(
            @Nullable Duration cpu,
            @Nullable Long memory,
            @Nullable Integer processes,
            @Nullable Long fileSize) {
        public static final Bounds NONE = new Bounds(null, null, null, null);

        public Bounds {
            positive("seconds of processor time", cpu == null ? null : cpu.toSeconds());
            positive("bytes of memory", memory);
            positive("processes", processes == null ? null : processes.longValue());
            positive("bytes of a file", fileSize);
        }

        /// Here and not in [ConfinementPolicy], whose constants are made of the parts that ask for it.
        private static void positive(String what, @Nullable Long value) {
            if (value != null && value <= 0) {
                throw new IllegalArgumentException("a program needs at least 1 of " + what + ", not " + value);
            }
        }
    }

    public ConfinementPolicy with(Workspace changed) {
        return new ConfinementPolicy(changed, sandbox, reach, visibility, bounds, ours);
    }

    public ConfinementPolicy withOurs(List<String> changed) {
        return new ConfinementPolicy(workspace, sandbox, reach, visibility, bounds, changed);
    }
}
