package dev.ralph.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What was tried for real since this machine was started, and worked: the next process need not try it again. It lies
/// in a folder of the user's own, outside of what a confined program can write to.
///
/// 1. Only that something worked is remembered. What did not work is tried each time.
/// 2. It counts only for the same boot, programs, rights and namespaces.
/// 3. Who believes it wrongly gets an error, never a weaker hold: a program that cannot be confined as it worked before
///    is not started.
///
/// @param folder null where nothing is remembered
public record ProbeCache(@Nullable Path folder) {
    public static final ProbeCache NOTHING = new ProbeCache(null);
    private static final int LONGEST = 1 << 14;
    private static final List<String> RIGHTS = List.of("Uid:", "Gid:", "Cap", "NoNewPrivs:", "Seccomp:");

    /// @param trial    its name
    /// @param programs that take part in it
    public boolean hasWorked(String trial, List<Path> programs) {
        try {
            Path file = file(trial);
            return file != null
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.size(file) <= LONGEST
                    && Files.readString(file).equals(conditions(programs));
        } catch (IOException unreadable) {
            return false;
        }
    }

    public void remember(String trial, List<Path> programs) {
        try {
            Path file = file(trial);
            if (file != null) {
                Files.createDirectories(file.getParent());
                Path draft = Files.createTempFile(file.getParent(), trial, ".new");
                Files.writeString(draft, conditions(programs));
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException unwritable) {
            return; // then it is tried again
        }
    }

    public void forget(String trial) {
        try {
            Path file = file(trial);
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException stays) {
            return; // who believes it gets an error again
        }
    }

    private @Nullable Path file(String trial) {
        return folder == null ? null : folder.resolve(trial);
    }

    private static String conditions(List<Path> programs) throws IOException {
        StringBuilder text = new StringBuilder(ProcFiles.bootId()).append('\n');
        for (String namespace : List.of("user", "mnt", "pid", "net")) {
            text.append(Files.readSymbolicLink(Path.of("/proc/self/ns", namespace)))
                    .append('\n');
        }
        text.append(Files.readString(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> RIGHTS.stream().anyMatch(line::startsWith))
                .collect(Collectors.joining("\n")));
        for (Path program : programs) {
            Path real = program.toRealPath();
            text.append('\n')
                    .append(real)
                    .append(' ')
                    .append(Files.readAttributes(real, "unix:dev,ino,size,ctime,mode"));
        }
        return text.append('\n').toString();
    }
}
