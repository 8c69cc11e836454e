package dev.ralph.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What the file system says of a file without its content being read. Whoever writes to a file, or puts another in
/// its place, changes [#changed], which nobody can set.
///
/// @param modified what programs call its time, in nanoseconds
/// @param changed  when anything of it was changed last, by the clock of the file system
record FileStamp(long device, long inode, int mode, long size, long modified, long changed) {
    private static final String WANTED = "unix:dev,ino,mode,size,lastModifiedTime,ctime";
    private static final int TYPE = 0170000;
    private static final int FOLDER = 0040000;

    /// Stands for a file that is not there, or not to be seen by us.
    static final FileStamp NONE = new FileStamp(0, 0, 0, 0, 0, 0);

    /// Of the file itself, be it a link.
    static FileStamp of(Path file) {
        try {
            Map<String, Object> found = Files.readAttributes(file, WANTED, LinkOption.NOFOLLOW_LINKS);
            return new FileStamp(
                    (Long) get(found, "dev"),
                    (Long) get(found, "ino"),
                    (Integer) get(found, "mode"),
                    (Long) get(found, "size"),
                    ((FileTime) get(found, "lastModifiedTime")).to(TimeUnit.NANOSECONDS),
                    ((FileTime) get(found, "ctime")).to(TimeUnit.NANOSECONDS));
        } catch (IOException none) {
            return NONE;
        }
    }

    private static Object get(Map<String, Object> found, String name) {
        return Objects.requireNonNull(found.get(name));
    }

    /// Not what a record has of its own: its first use makes classes at run time, for 20 ms on the way to the plan.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FileStamp stamp
                && device == stamp.device
                && inode == stamp.inode
                && mode == stamp.mode
                && size == stamp.size
                && modified == stamp.modified
                && changed == stamp.changed;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(inode ^ changed);
    }

    boolean isFolder() {
        return (mode & TYPE) == FOLDER;
    }
}
