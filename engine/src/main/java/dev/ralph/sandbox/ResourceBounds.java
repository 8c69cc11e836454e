package dev.ralph.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How much of the machine a program may use; null means without bound.
///
/// @param cpu       processor time of each process
/// @param memory    bytes: of all processes together where a control group can be made, otherwise of the data of
///                  each
/// @param processes how many there may be at a time
/// @param fileSize  bytes of a file it writes
public record ResourceBounds(
        @Nullable Duration cpu,
        @Nullable Long memory,
        @Nullable Integer processes,
        @Nullable Long fileSize) {
    public static final ResourceBounds NONE = new ResourceBounds(null, null, null, null);

    private static final List<Path> PRLIMIT = List.of(Path.of("/usr/bin/prlimit"), Path.of("/bin/prlimit"));

    public ResourceBounds {
        positive("processor time", cpu == null ? null : cpu.toSeconds());
        positive("memory", memory);
        positive("number of processes", processes == null ? null : processes.longValue());
        positive("file size", fileSize);
    }

    private static void positive(String what, @Nullable Long value) {
        if (value != null && value <= 0) {
            throw new IllegalArgumentException("the bound of the " + what + " must be at least 1, not " + value);
        }
    }

    /// Where the number of processes is counted.
    enum Counting {
        /// In the user namespace of the program alone.
        OWN,
        /// Together with everything else this user runs, or, for root, not at all.
        SHARED
    }

    /// @param words what stands before the program to bound it
    /// @param notes what could not be bounded
    record Applied(List<String> words, List<String> notes) {}

    /// The bounds a process can put on itself.
    ///
    /// @param cgroup what bounds memory and processes of all together, null if nothing can
    Applied applied(Counting counting, @Nullable Cgroup cgroup) {
        List<String> words = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        Path prlimit = PRLIMIT.stream().filter(Files::isExecutable).findFirst().orElse(null);
        if (prlimit == null) {
            return new Applied(List.of(), List.of("nothing is bounded: 'prlimit' of util-linux is missing"));
        }
        words.addAll(List.of(prlimit.toString(), "--core=0"));
        if (cpu != null) {
            words.add("--cpu=" + Math.max(1, cpu.toSeconds()));
        }
        if (fileSize != null) {
            words.add("--fsize=" + fileSize);
        }
        if (memory != null && (cgroup == null || !cgroup.boundsMemory())) {
            words.add("--data=" + memory);
            notes.add("memory is bounded for each process, not for all together: no control group can be made");
        }
        if (processes != null && (cgroup == null || !cgroup.boundsProcesses())) {
            if (counting == Counting.OWN) {
                words.add("--nproc=" + processes);
            } else {
                notes.add("the number of processes is not bounded: no control group can be made");
            }
        }
        words.add("--");
        return new Applied(List.copyOf(words), List.copyOf(notes));
    }
}
