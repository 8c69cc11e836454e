package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountTableTest {
    private static final MountTable TABLE = MountTable.of("""
            22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
            30 22 0:26 / /home rw,relatime shared:15 master:2 - nfs4 server:/home rw,vers=4.2
            31 30 254:1 / /home/local rw,relatime - xfs /dev/vdb rw
            32 22 0:40 / /mnt/my\\040disk rw - fuse.sshfs ann@host: rw
            33 22 0:41 / /mnt/win rw - 9p C:\\134 rw
            34 22 0:42 / /tmp rw - tmpfs tmpfs rw
            35 22 0:43 / /over rw - ext4 /dev/vdc rw
            36 35 0:44 / /over rw - cifs //server/share rw
            damaged line
            """);

    @Test
    void the_nearest_mount_tells_the_type() {
        assertThat(List.of("/", "/homely", "/home/ann", "/home/local/x", "/mnt/my disk/p", "/mnt", "/over/it"))
                .map(path -> TABLE.typeOf(Path.of(path)))
                .containsExactly("ext4", "ext4", "nfs4", "xfs", "fuse.sshfs", "ext4", "cifs");
    }

    @Test
    void network_disks_are_refused_with_the_way_out() {
        for (String path : List.of("/home/ann/p", "/mnt/my disk", "/mnt/win/c", "/over")) {
            assertThatThrownBy(() -> TABLE.refuseNetwork(Path.of(path, "ralph.db"), Path.of(path)))
                    .isInstanceOf(JournalUnwritable.class)
                    .hasMessageContaining(path)
                    .hasMessageContaining("network disk")
                    .hasMessageContaining("--root");
        }
    }

    @Test
    void local_and_unknown_disks_are_fine() {
        for (String path : List.of("/home/local", "/tmp", "/var")) {
            assertThatCode(() -> TABLE.refuseNetwork(Path.of(path, "ralph.db"), Path.of(path)))
                    .doesNotThrowAnyException();
        }
        assertThat(MountTable.of("").typeOf(Path.of("/x"))).isNull();
    }

    /// As any umlaut is for a program that was started without a locale, by cron for example.
    @Test
    void a_mount_whose_name_is_no_path_here_is_passed_over() {
        MountTable table = MountTable.of("""
                22 1 254:0 / / rw - ext4 /dev/vda rw
                30 22 0:26 / /media/\0 rw - vfat /dev/sdb rw
                """);

        assertThat(table.typeOf(Path.of("/media/x"))).isEqualTo("ext4");
    }

    @Test
    void this_machine_has_mounts() {
        assertThat(MountTable.ours().typeOf(Path.of("/proc"))).isEqualTo("proc");
    }
}
