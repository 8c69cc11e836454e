package dev.ralph.process;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// Makes the one kind of device node that anybody may make: the one by which an overlay says "deleted".
public final class DeviceNodes {
    private DeviceNodes() {}

    /// @param name what the kernel calls the last part of `path`
    public static void whiteout(Path path, byte[] name) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        try (OpenFolder folder = OpenFolder.beneath(parent == null ? Path.of("/") : parent, Path.of(""), _ -> name);
                Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(name.length + 1L);
            MemorySegment.copy(name, 0, text, ValueLayout.JAVA_BYTE, 0, name.length);
            int error = SystemCalls.makeWhiteout(folder.fd(), text.address());
            if (error < 0) {
                throw new FileSystemException(path.toString(), null, ProgramSearch.reason(-error));
            }
        }
    }
}
