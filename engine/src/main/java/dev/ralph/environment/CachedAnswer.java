package dev.ralph.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What a program or a search answered, for as long as nothing changes that decides it. It lies in a folder of the
/// user's own, outside of what a confined program can write to.
///
/// @param file      null where nothing is remembered
/// @param variables what the program was told, by its environment and its arguments
record CachedAnswer(@Nullable Path file, Map<String, String> variables) {
    /// Longer than a step of any file system's clock.
    private static final long REST_MILLIS = 100;

    private static final long LONGEST = 1 << 18;
    private static final String NO_FILE = "none";

    /// Null where the program has to be asked.
    @Nullable
    String read() {
        try {
            if (file == null || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > LONGEST) {
                return null;
            }
            List<String> lines = Files.readAllLines(file);
            int end = lines.indexOf("");
            boolean holds = end > 0 && lines.getFirst().equals(told());
            for (int at = 1; holds && at < end; at++) {
                String[] parts = lines.get(at).split("\t", 2);
                holds = parts.length == 2 && parts[0].equals(stamp(Path.of(parts[1])));
            }
            return holds ? String.join("\n", lines.subList(end + 1, lines.size())) : null;
        } catch (IOException | RuntimeException damaged) {
            return null;
        }
    }

    /// @param asked    when the program was asked, in milliseconds
    /// @param deciding the files that it read, or would read if they were there
    void write(String answer, long asked, Collection<Path> deciding) {
        if (file == null) {
            return;
        }
        try {
            StringBuilder text = new StringBuilder(told()).append('\n');
            for (Path path : deciding) {
                String stamp = stamp(path);
                // One that is written in the moment of reading could bear the same time with another content.
                if (!stamp.equals(NO_FILE) && changed(path) > asked - REST_MILLIS) {
                    return;
                }
                text.append(stamp).append('\t').append(path).append('\n');
            }
            text.append('\n').append(answer).append('\n');
            Files.createDirectories(file.getParent());
            Path draft = Files.createTempFile(file.getParent(), "answer", ".new");
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException unwritable) {
            return; // then it is asked again
        }
    }

    /// Not as it is: there may be secrets among it.
    private String told() {
        String sorted = new TreeMap<>(variables).toString();
        return UUID.nameUUIDFromBytes(sorted.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static long changed(Path path) throws IOException {
        return ((FileTime) Objects.requireNonNull(Files.getAttribute(path, "unix:ctime"))).to(TimeUnit.MILLISECONDS);
    }

    /// Of what a link leads to.
    private static String stamp(Path path) {
        try {
            Map<String, Object> found = Files.readAttributes(path, "unix:dev,ino,size,ctime");
            FileTime changed = (FileTime) Objects.requireNonNull(found.get("ctime"));
            return found.get("dev") + " " + found.get("ino") + " " + found.get("size") + " "
                    + changed.to(TimeUnit.NANOSECONDS);
        } catch (IOException none) {
            return NO_FILE;
        }
    }
}
