package dev.ralph.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A folder held open to look at what is in it, with one system call for each entry: a thousand entries are looked at
/// in a few milliseconds, also by a program that has only just begun. It works on Linux only.
public final class ListedFolder implements AutoCloseable {
    private static final int O_DIRECTORY = NativeLibrary.X86 ? 0x10000 : 0x4000;
    private static final int O_NOFOLLOW = NativeLibrary.X86 ? 0x20000 : 0x8000;
    private static final int O_PATH = 0x200000;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int BASIC_STATS = 0x7ff;
    private static final int STATX_BYTES = 256;
    private static final int LIST_BYTES = 8 << 10;

    private static final long GETDENTS = SystemCalls.number(217, 61);
    private static final long STATX = SystemCalls.number(332, 291);
    private static final long FGETXATTR = SystemCalls.number(193, 10);

    private final Path path;
    private final int fd;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment facts = arena.allocate(STATX_BYTES);

    private ListedFolder(Path path, int fd) {
        this.path = path;
        this.fd = fd;
    }

    /// What it is opened for.
    public enum For {
        /// [#names] and [#at].
        LISTING(SystemCalls.O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
        /// [#at] alone, which needs no right to read the folder.
        LOOKING(O_PATH | O_DIRECTORY | O_NOFOLLOW);

        private final int flags;

        For(int flags) {
            this.flags = flags;
        }
    }

    /// A name in a folder; it lasts as long as the folder is open.
    public static final class Name {
        private final MemorySegment list;
        private final long offset;

        private Name(MemorySegment list, long offset) {
            this.list = list;
            this.offset = offset;
        }

        private long address() {
            return list.address() + offset;
        }

        /// As the kernel knows it.
        public byte[] bytes() {
            int length = 0;
            while (list.get(JAVA_BYTE, offset + length) != 0) {
                length++;
            }
            byte[] bytes = new byte[length];
            MemorySegment.copy(list, JAVA_BYTE, offset, bytes, 0, length);
            return bytes;
        }
    }

    /// What stands at a name; a symbolic link is itself.
    ///
    /// @param mode     type and permissions
    /// @param modified nanoseconds since 1970
    /// @param changed  the same for the inode
    /// @param device   what a device node stands for, 0 for everything else
    public record Facts(int mode, long size, long inode, int links, long modified, long changed, long device) {}

    public static ListedFolder open(Path path, For purpose) throws IOException {
        return opened(path, SystemCalls.open(path, purpose.flags));
    }

    /// A folder in this one.
    ///
    /// @param as for messages
    public ListedFolder open(Name name, For purpose, Path as) throws IOException {
        return opened(as, SystemCalls.openAt(fd, name.address(), purpose.flags));
    }

    private static ListedFolder opened(Path path, int fd) throws IOException {
        if (fd < 0) {
            throw trouble(path, -fd);
        }
        return new ListedFolder(path, fd);
    }

    private static IOException trouble(Path path, int errno) {
        return switch (errno) {
            case SystemCalls.EACCES -> new AccessDeniedException(path.toString());
            case SystemCalls.ENOENT -> new NoSuchFileException(path.toString());
            default -> new FileSystemException(path.toString(), null, ProgramSearch.reason(errno));
        };
    }

    public List<Name> names() throws IOException {
        List<Name> names = new ArrayList<>();
        while (true) {
            MemorySegment list = arena.allocate(LIST_BYTES, Long.BYTES);
            long length = NativeLibrary.system(GETDENTS, fd, list.address(), LIST_BYTES);
            if (length < 0) {
                throw trouble(path, (int) -length);
            }
            if (length == 0) {
                return names;
            }
            for (long at = 0; at < length; at += list.get(JAVA_SHORT_UNALIGNED, at + 16)) {
                if (!isDots(list, at + 19)) {
                    names.add(new Name(list, at + 19));
                }
            }
        }
    }

    /// The folder itself, and the one above.
    private static boolean isDots(MemorySegment list, long at) {
        if (list.get(JAVA_BYTE, at) != '.') {
            return false;
        }
        byte second = list.get(JAVA_BYTE, at + 1);
        return second == 0 || (second == '.' && list.get(JAVA_BYTE, at + 2) == 0);
    }

    /// Null when there is nothing. The name may be one of another folder's.
    public @Nullable Facts at(Name name) throws IOException {
        long result =
                NativeLibrary.system(STATX, fd, name.address(), AT_SYMLINK_NOFOLLOW, BASIC_STATS, facts.address(), 0);
        if (result == -SystemCalls.ENOENT) {
            return null;
        }
        if (result < 0) {
            throw trouble(path, (int) -result);
        }
        long device = ((long) facts.get(JAVA_INT_UNALIGNED, 128) << 32) | facts.get(JAVA_INT_UNALIGNED, 132);
        return new Facts(
                Short.toUnsignedInt(facts.get(JAVA_SHORT_UNALIGNED, 28)),
                facts.get(JAVA_LONG_UNALIGNED, 40),
                facts.get(JAVA_LONG_UNALIGNED, 32),
                facts.get(JAVA_INT_UNALIGNED, 16),
                time(112),
                time(96),
                device);
    }

    private long time(long at) {
        return facts.get(JAVA_LONG_UNALIGNED, at) * 1_000_000_000 + facts.get(JAVA_INT_UNALIGNED, at + 8);
    }

    /// Whether an attribute of this folder begins with a letter.
    ///
    /// @param attribute its whole name, such as `user.overlay.opaque`
    public boolean isMarked(String attribute, char letter) {
        try (Arena brief = Arena.ofConfined()) {
            MemorySegment value = brief.allocate(8);
            long name = brief.allocateFrom(attribute).address();
            long length = NativeLibrary.system(FGETXATTR, fd, name, value.address(), 8, 0, 0);
            return length > 0 && value.get(JAVA_BYTE, 0) == letter;
        }
    }

    @Override
    public void close() {
        SystemCalls.close(fd);
        arena.close();
    }
}
