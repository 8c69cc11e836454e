package dev.ralph.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// A project whose agent works on a view of it: what it is like before, what the agent does, and what has to be there
/// in the end, and nothing else.
final class OverlayScenario {
    static final String FLAGS = "--workspace|overlay|--check|grep -q whole work.txt";

    /// It may be ended and started again anywhere.
    static final String AGENT = """
            if [ -e $SCRATCH/claimed ]; then echo whole >work.txt; else echo half >work.txt; fi
            rm -rf gone old
            mkdir -p new/folder
            echo deep >new/folder/file
            echo agent >changed
            chmod 700 mode
            : >$SCRATCH/claimed
            : >$TASK_FOLDER/DONE
            """;

    private static final Map<String, String> BEFORE = Map.of(
            "gone", "gone\n",
            "old/one", "one\n",
            "old/two", "two\n",
            "changed", "user\n",
            "mode", "mode\n",
            "mine", "mine\n");

    private static final Map<String, String> AFTER = Map.of(
            "work.txt", "whole\n",
            "new/folder/file", "deep\n",
            "changed", "agent\n",
            "mode", "mode\n",
            "mine", "mine\n");

    private OverlayScenario() {}

    static void plant(Path project) throws IOException {
        for (Map.Entry<String, String> file : BEFORE.entrySet()) {
            Path path = project.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        }
    }

    /// @param expect is told what does not hold, in words
    static void audit(KillFixture fixture, BiConsumer<Boolean, String> expect)
            throws IOException, InterruptedException {
        Map<String, String> found = files(fixture.project());
        expect.accept(found.equals(AFTER), "the project holds " + found);
        String mode = PosixFilePermissions.toString(
                Files.getPosixFilePermissions(fixture.project().resolve("mode")));
        expect.accept(mode.equals("rwx------"), "the file 'mode' is " + mode);
        try (Stream<Path> left = Files.walk(fixture.state())) {
            Set<Path> below = Set.copyOf(
                    left.filter(path -> isOfALoop(fixture.state(), path)).toList());
            expect.accept(below.isEmpty(), "left of workspaces: " + below);
        }
        String mounts = Files.readString(Path.of("/proc/self/mountinfo"));
        expect.accept(!mounts.contains(fixture.folder() + "/"), "something is mounted still: " + mounts);
        KillFixture.Ended audited = fixture.ralph("", List.of("audit"));
        expect.accept(audited.code() == 0, "ralph audit says: " + audited.said());
    }

    private static Map<String, String> files(Path project) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(project)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path relative = project.relativize(file);
                if (!relative.startsWith(".git") && !relative.startsWith(".ralph")) {
                    found.put(relative.toString(), Files.readString(file));
                }
            }
        }
        return found;
    }

    /// Below the folder of all workspaces of a project.
    /// A clean room belongs to no loop: it stays for the next check, until `ralph gc`.
    private static boolean isOfALoop(Path state, Path path) {
        return path.getNameCount() > state.getNameCount() + 3
                && !path.startsWith(state.resolve("ralph").resolve("rooms"));
    }
}
