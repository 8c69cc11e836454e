package dev.ralph.environment;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// A folder for the socket of one program's proxy. The name of a socket must be short, so it does not lie with the
/// workspace.
final class SocketFolder {
    private static final String PREFIX = "ralph-net-";
    private static final String SOCKET = "proxy.sock";

    private SocketFolder() {}

    static Path make() throws IOException {
        return Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-")
                .toRealPath();
    }

    static Path socket(Path folder) {
        return folder.resolve(SOCKET);
    }

    /// Removes those of engines that died.
    static void sweep() {
        Path all = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(all, PREFIX + "*-*")) {
            for (Path folder : folders) {
                if (isAbandoned(folder)) {
                    remove(folder);
                }
            }
        } catch (IOException unreadable) { // then nothing of ours is there
            return;
        }
    }

    private static boolean isAbandoned(Path folder) {
        String pid =
                String.valueOf(folder.getFileName()).substring(PREFIX.length()).replaceFirst("-.*", "");
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && pid.matches("[0-9]{1,10}")
                && ProcessHandle.of(Long.parseLong(pid)).isEmpty();
    }

    /// One of another user stays.
    private static void remove(Path folder) {
        try {
            Files.deleteIfExists(socket(folder));
            Files.deleteIfExists(folder);
        } catch (IOException notOurs) {
            return;
        }
    }
}
