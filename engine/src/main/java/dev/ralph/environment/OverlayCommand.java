package dev.ralph.environment;

import dev.ralph.paths.LenientText;
import dev.ralph.process.CannotStart;
import dev.ralph.process.Exit;
import dev.ralph.process.ExitStatus;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import dev.ralph.process.Supervisor;
import dev.ralph.workspace.OverlayProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Starts such a program where it is confined to that overlay.
///
/// @param free lets it do what it wants
public record OverlayCommand(Supervisor supervisor, Confinement free) implements OverlayProgram {
    @Override
    public void work(Path scratch, Path folder, @Nullable Path overlay, List<String> command) throws IOException {
        Path said = scratch.resolve("hands.out");
        Path errors = scratch.resolve("hands.err");
        try {
            Launch launch = new Launch(
                    free.paths().head().id() + "-hands-" + System.nanoTime(),
                    command,
                    Map.of("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"),
                    folder,
                    Path.of("/dev/null"),
                    said,
                    errors,
                    RunLimits.none());
            Exit exit = free.start(supervisor, launch, overlay, folder, ProgramToConfine.CHECK)
                    .running()
                    .exit()
                    .join();
            if (!(exit.status() instanceof ExitStatus.Exited(int code) && code == 0)) {
                throw new IOException("the files could not be brought into " + folder + ": "
                        + LenientText.tail(errors, 5, 1000).strip());
            }
        } catch (CannotStart why) {
            throw new IOException("no program can be run in " + folder + ": " + why.getMessage(), why);
        } finally {
            Files.deleteIfExists(said);
            Files.deleteIfExists(errors);
        }
    }
}
