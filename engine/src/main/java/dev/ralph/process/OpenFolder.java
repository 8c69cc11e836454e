package dev.ralph.process;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.function.Function;

/// A folder held open, reached from a trusted root without following a single symbolic link on the way.
///
/// Whatever happens to the names that led to it, [#path] stays this folder: nobody can put a link in its place
/// between looking and writing. It works on Linux only.
public final class OpenFolder implements AutoCloseable {
    private static final int O_DIRECTORY = NativeLibrary.X86 ? 0x10000 : 0x4000;
    static final int O_NOFOLLOW = NativeLibrary.X86 ? 0x20000 : 0x8000;
    private static final int O_PATH = 0x200000;
    private static final int ONLY_A_FOLDER = O_PATH | O_DIRECTORY | O_NOFOLLOW;

    private final int fd;

    private OpenFolder(int fd) {
        this.fd = fd;
    }

    /// @param bytes what the kernel calls a part of `relative`
    /// @throws NoSuchFileException when a part is missing
    /// @throws NotDirectoryException when a part is no folder, a link to one included
    public static OpenFolder beneath(Path root, Path relative, Function<Path, byte[]> bytes) throws IOException {
        int fd = SystemCalls.open(root, O_PATH | O_DIRECTORY);
        Path reached = root;
        if (fd >= 0 && !relative.toString().isEmpty()) {
            for (Path part : relative) {
                int parent = fd;
                reached = reached.resolve(part);
                fd = enter(parent, bytes.apply(part));
                SystemCalls.close(parent);
                if (fd < 0) {
                    break;
                }
            }
        }
        if (fd < 0) {
            throw trouble(reached, -fd);
        }
        return new OpenFolder(fd);
    }

    private static int enter(int parent, byte[] name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(name.length + 1L);
            MemorySegment.copy(name, 0, text, ValueLayout.JAVA_BYTE, 0, name.length);
            return SystemCalls.openAt(parent, text.address(), ONLY_A_FOLDER);
        }
    }

    private static IOException trouble(Path path, int errno) {
        return switch (errno) {
            case SystemCalls.ENOENT -> new NoSuchFileException(path.toString());
            case SystemCalls.ENOTDIR, SystemCalls.ELOOP ->
                new NotDirectoryException(path + " is not a folder; links are not followed here");
            default -> new FileSystemException(path.toString(), null, ProgramSearch.reason(errno));
        };
    }

    int fd() {
        return fd;
    }

    /// A name for the folder that holds as long as it is open.
    public Path path() {
        return Path.of("/proc/self/fd/" + fd);
    }

    @Override
    public void close() {
        SystemCalls.close(fd);
    }
}
