package dev.ralph.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which kind of file system a path lies on, as the kernel lists it.
record MountTable(List<Mount> mounts) {
    /// Where memory is not shared between machines, or locks are not kept, SQLite's log can be torn.
    private static final Set<String> NETWORK = Set.of("""
            nfs nfs4 cifs smb3 smbfs 9p afs ncpfs ceph lustre gfs2 ocfs2 beegfs gpfs pvfs2 vboxsf vmhgfs prl_fs
            fuse.sshfs fuse.rclone fuse.s3fs fuse.gcsfuse fuse.glusterfs fuse.ceph fuse.davfs fuse.curlftpfs
            fuse.vmhgfs-fuse davfs""".split("\\s+"));

    /// @param point where it is mounted
    /// @param type  as the kernel names it
    record Mount(Path point, String type) {}

    /// The mounts this process sees; none where the kernel does not tell.
    static MountTable ours() {
        try {
            return of(new String(Files.readAllBytes(Path.of("/proc/self/mountinfo")), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return new MountTable(List.of());
        }
    }

    /// @param mountinfo lines like `36 35 98:0 / /mnt rw,noatime master:1 - ext4 /dev/sda rw`
    static MountTable of(String mountinfo) {
        List<Mount> mounts = new ArrayList<>();
        for (String line : mountinfo.split("\n")) {
            int dash = line.indexOf(" - ");
            String[] left = line.split(" ", 6);
            if (dash >= 0 && left.length == 6) {
                String type = line.substring(dash + 3).split(" ", 2)[0];
                path(unescape(left[4])).ifPresent(point -> mounts.add(new Mount(point, type)));
            }
        }
        return new MountTable(mounts);
    }

    /// Empty where the locale has no such characters: then no file of ours lies there either.
    private static Optional<Path> path(String point) {
        try {
            return Optional.of(Path.of(point));
        } catch (InvalidPathException unspeakable) {
            return Optional.empty();
        }
    }

    /// Null when it is unknown.
    @Nullable
    String typeOf(Path path) {
        Mount best = null;
        for (Mount mount : mounts) {
            boolean isNearer = best == null || mount.point.getNameCount() >= best.point.getNameCount();
            if (isNearer && path.startsWith(mount.point)) {
                best = mount;
            }
        }
        return best == null ? null : best.type;
    }

    void refuseNetwork(Path file, Path folder) {
        String type = typeOf(folder);
        if (type != null && NETWORK.contains(type)) {
            throw new JournalUnwritable(
                    file,
                    "it lies on a network disk (" + type + "), where SQLite cannot keep it safe; choose a folder on a"
                            + " local disk with --root DIR",
                    null);
        }
    }

    /// Blanks and other separators are written as three octal digits.
    private static String unescape(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 3 < text.length()) {
                plain.append((char) Integer.parseInt(text.substring(i + 1, i + 4), 8));
                i += 3;
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
