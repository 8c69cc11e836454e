package dev.ralph.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A folder on the disk of the repository (not in memory, where syncs cost nothing) that is gone afterwards.
record Scratch(Path path) implements AutoCloseable {

    static Scratch make(String name) throws IOException {
        Path parent = home().resolve("bench/target/work");
        return new Scratch(Files.createTempDirectory(Files.createDirectories(parent), name));
    }

    /// The same outside of every repository, in the folder for temporary files that is kept on a disk.
    static Scratch outside(String name) throws IOException {
        Path made = Files.createTempDirectory(Path.of("/var/tmp"), "ralph-" + name);
        for (Path above = made; above != null; above = above.getParent()) {
            if (Files.exists(above.resolve(".git"))) throw new IOException(above + " is a git repository");
        }
        return new Scratch(made);
    }

    /// The repository; `bench/java` says where it is.
    static Path home() {
        String home = System.getProperty("ralph.home");
        if (home == null) throw new IllegalStateException("start it with bench/java, which says where Ralph is");
        return Path.of(home);
    }

    /// Compiles a small C program from `bench/src/main/c`, because an agent written in anything else would weigh more
    /// than what is measured.
    Path compile(String program) throws IOException, InterruptedException {
        Path source = home().resolve("bench/src/main/c").resolve(program + ".c");
        Path result = path.resolve(program);
        run(List.of("cc", "-O2", "-o", result.toString(), source.toString()));
        return result;
    }

    void run(List<String> command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command).directory(path.toFile()).inheritIO().start();
        int code = process.waitFor();
        if (code != 0) throw new IOException(String.join(" ", command) + " ended with exit code " + code);
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
        }
    }
}
