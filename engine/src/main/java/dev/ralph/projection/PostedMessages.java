package dev.ralph.projection;

import dev.ralph.bus.Bus;
import dev.ralph.bus.BusMessage;
import dev.ralph.paths.TaskFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Which of our messages the buses of tasks and their archives hold. A bus may be large: it is read when somebody asks
/// for the first time, and never again.
public final class PostedMessages {
    private final InstantSource clock;
    private final Map<Path, Set<String>> keys = new HashMap<>();

    public PostedMessages(InstantSource clock) {
        this.clock = clock;
    }

    /// @param key as [Announcements#key] makes it
    boolean has(TaskFolder task, String key) throws IOException {
        Set<String> known = keys.get(task.bus());
        if (known == null) {
            known = read(task);
            keys.put(task.bus(), known);
        }
        return known.contains(key);
    }

    private Set<String> read(TaskFolder task) throws IOException {
        Set<String> found = new HashSet<>();
        Consumer<BusMessage> note = message -> {
            String key = message.meta().get(Announcements.ENTRY);
            if (key != null) {
                found.add(key);
            }
        };
        Bus.below(task.home(), task.bus(), clock).scan(note);
        if (Files.isDirectory(task.path())) {
            try (DirectoryStream<Path> archives =
                    Files.newDirectoryStream(task.path(), task.bus().getFileName() + ".*.archived")) {
                for (Path archive : archives) {
                    Bus.below(task.home(), archive, clock).scan(note);
                }
            }
        }
        return found;
    }
}
