package dev.ralph.room;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.process.Containment;
import dev.ralph.process.Enclosure;
import dev.ralph.process.Exit;
import dev.ralph.process.ExitStatus;
import dev.ralph.process.Launch;
import dev.ralph.process.RunLimits;
import dev.ralph.process.Supervisor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs shell lines in clean rooms.
final class RoomPrograms implements AutoCloseable {
    private final Path scratch;
    private final Supervisor supervisor;
    private int runs;

    RoomPrograms(Path scratch) {
        this.scratch = scratch;
        this.supervisor = Supervisor.open(Containment.AUTO, scratch.resolve("leases"));
    }

    boolean giveViews() {
        return supervisor.givesViews();
    }

    /// @return what it printed
    synchronized String sh(CleanRoom room, String line) throws Exception {
        room.ready();
        Path out = scratch.resolve("out-" + ++runs);
        Path err = scratch.resolve("err-" + runs);
        Launch launch = new Launch(
                "room-" + runs,
                List.of("/bin/sh", "-ec", line),
                Map.of("PATH", "/usr/bin:/bin", "HOME", room.privateHome().toString()),
                room.folder(),
                Path.of("/dev/null"),
                out,
                err,
                new RunLimits(null, Duration.ofSeconds(60), Duration.ofSeconds(1), 1 << 20));
        Path overlay = room.overlay();
        Exit exit = supervisor
                .start(overlay == null ? launch : launch.in(new Enclosure.Namespaces(overlay, view(room, overlay))))
                .exit()
                .get(60, TimeUnit.SECONDS);
        assertThat(Files.readString(err)).isEmpty();
        assertThat(exit.status()).isEqualTo(new ExitStatus.Exited(0));
        return Files.readString(out);
    }

    private static List<String> view(CleanRoom room, Path overlay) {
        List<String> view = new ArrayList<>(List.of("--dev-bind", "/", "/", "--proc", "/proc"));
        if (!"root".equals(System.getProperty("user.name"))) {
            view.add("--unshare-user");
        }
        view.addAll(Enclosure.Namespaces.standing(overlay, room.top()));
        view.addAll(List.of("--chdir", room.folder().toString()));
        return view;
    }

    @Override
    public void close() {
        supervisor.close();
    }
}
