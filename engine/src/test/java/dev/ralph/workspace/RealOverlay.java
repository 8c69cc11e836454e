package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A real overlay on a project, in which shell commands of the tests work as an agent would.
final class RealOverlay {
    private static final String MOUNT =
            "cd -- \"$1\" && mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work,userxattr,volatile merged"
                    + " && cd merged && exec sh -ec \"$2\"";

    private final Path project;
    private final Path folder;

    RealOverlay(Path project, Path folder) throws IOException {
        this.project = project;
        this.folder = Files.createDirectories(folder);
        Files.createSymbolicLink(folder.resolve("lower"), project);
        Files.createDirectory(folder.resolve("upper"));
        Files.createDirectory(folder.resolve("merged"));
        Files.createFile(folder.resolve("opened"));
    }

    Path folder() {
        return folder;
    }

    void work(String script) throws IOException, InterruptedException {
        TreeRemoval.delete(folder.resolve("work"));
        Files.createDirectory(folder.resolve("work"));
        List<String> command = Overlays.namespace();
        command.addAll(List.of("sh", "-c", MOUNT, "sh", folder.toString(), script));
        Path said = folder.resolve("said");
        int code = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("the work ended with " + code + ": " + Files.readString(said));
        }
    }

    OverlayChanges upper() throws IOException {
        return OverlayChanges.read(folder.resolve("upper"), folder.resolve("closed"));
    }

    Delta delta(OverlayChanges upper) throws IOException {
        return UpperScan.of(upper, project);
    }
}
