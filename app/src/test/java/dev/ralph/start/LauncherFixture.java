package dev.ralph.start;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/// A folder with the repository's shape, the real launcher in it, and a `mvn` that delivers what the tests run on.
record LauncherFixture(Path home) {

    private static final Path REPOSITORY = Path.of(System.getProperty("ralph.repository"));

    private static final String MAVEN = """
            #!/bin/sh
            echo built >>"$HERE/maven-calls"
            if [ -n "$MVN_FAILS" ]; then echo '[ERROR] planted'; exit 1; fi
            mkdir -p app/target/launch/ralph && cp -R "$HERE/jars" app/target/launch/ralph/lib
            """;

    /// A copy with the same times, so that nothing looks newer than the build.
    void copyOf(Path other) throws IOException {
        try (Stream<Path> files = Files.walk(other)) {
            List<Path> all = files.toList();
            for (Path file : all) {
                Files.copy(file, counterpart(other, file), StandardCopyOption.COPY_ATTRIBUTES);
            }
            for (Path file : all) {
                Files.setLastModifiedTime(counterpart(other, file), Files.getLastModifiedTime(file));
            }
        }
    }

    private Path counterpart(Path other, Path file) {
        return home.resolve(other.relativize(file).toString());
    }

    void writeSources() throws IOException {
        Files.createDirectories(home);
        Files.copy(REPOSITORY.resolve("ralph"), script());
        for (String file : List.of(
                "pom.xml",
                "engine/pom.xml",
                "builtin/pom.xml",
                "mcp/pom.xml",
                "app/pom.xml",
                "engine/src/main/A.java",
                "builtin/src/main/B.java",
                "mcp/src/main/B.java",
                "app/src/main/C.java")) {
            Path path = home.resolve(file);
            Files.createDirectories(requireNonNull(path.getParent()));
            Files.writeString(path, "");
        }
        Path maven = Files.createDirectories(home.resolve("bin")).resolve("mvn");
        Files.writeString(maven, MAVEN);
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        writeJars(Files.createDirectory(home.resolve("jars")));
        writeSeparateJars("board", List.of("org/jline"));
        writeSeparateJars("builtin", List.of("langchain4j", "com/fasterxml", "slf4j-api"));
        writeSeparateJars(
                "mcp",
                List.of(
                        "modelcontextprotocol",
                        "reactor-core",
                        "reactive-streams",
                        "jackson-databind",
                        "jackson-annotations",
                        "jackson-dataformat-yaml",
                        "json-schema-validator",
                        "com/ethlo",
                        "slf4j-api"));
    }

    Path script() {
        return home.resolve("ralph");
    }

    StartedCommand start(String... arguments) throws Exception {
        return start(
                home,
                Stream.concat(Stream.of(script().toString()), Stream.of(arguments))
                        .toList(),
                Map.of());
    }

    StartedCommand start(Path folder, List<String> command, Map<String, String> environment) throws Exception {
        Path out = Files.createTempFile(home, "out", "");
        Path err = Files.createTempFile(home, "err", "");
        ProcessBuilder builder = builder(folder, command, environment);
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        boolean ended = process.waitFor(Duration.ofSeconds(90));
        process.destroyForcibly();
        assertThat(ended).as("%s ended within 90 s", command).isTrue();
        return new StartedCommand(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /// Beside the test; what it prints goes to a file.
    Process begin(Path folder, List<String> command, Map<String, String> environment, Path out) throws IOException {
        return builder(folder, command, environment)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    Process launch(String argument) throws IOException {
        return builder(home, List.of(script().toString(), argument), Map.of())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /// How often Maven was called.
    int builds() throws IOException {
        return Files.readAllLines(home.resolve("maven-calls")).size();
    }

    Path currentBuild() throws IOException {
        Path out = home.resolve("app/target/ralph");
        return out.resolve("builds")
                .resolve(Files.readString(out.resolve("current")).strip());
    }

    /// The one that `--version` starts with.
    Path cache() throws IOException {
        try (Stream<Path> files = Files.list(currentBuild())) {
            return files.filter(file -> file.toString().endsWith(".bare.aot"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// Makes a source newer than the build, whatever the file system's clock resolution.
    void touchSource() throws IOException {
        FileTime built = Files.getLastModifiedTime(currentBuild().resolve("started"));
        Path source = home.resolve("engine/src/main/A.java");
        Files.setLastModifiedTime(source, FileTime.fromMillis(built.toMillis() + 1));
    }

    void deleteSources() throws IOException {
        Files.move(home.resolve("engine"), home.resolve("was-engine"));
        Files.delete(home.resolve("pom.xml"));
    }

    private ProcessBuilder builder(Path folder, List<String> command, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        Map<String, String> all = builder.environment();
        all.put("PATH", home.resolve("bin") + File.pathSeparator + all.get("PATH"));
        all.put("HERE", home.toString());
        all.put("RALPH_JAVA_HOME", System.getProperty("java.home"));
        all.remove("JAVA_TOOL_OPTIONS");
        all.putAll(environment);
        return builder;
    }

    /// What Maven would have packaged, taken from the class path of this JVM.
    private static void writeJars(Path jars) throws IOException {
        List<String> wanted = List.of(
                "app/target/", "engine/target/", "sqlite-jdbc", "jackson-core", "snakeyaml-engine", "commonmark");
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            boolean forTestsOnly = entry.contains("test-classes") || entry.contains("com/fasterxml");
            for (String part : wanted) {
                if (entry.contains(part) && !forTestsOnly) {
                    Path jar = jars.resolve(
                            part.endsWith("/") ? "ralph-" + part.replace("/target/", ".jar") : part + ".jar");
                    copyOrPack(Path.of(entry), jar);
                }
            }
        }
    }

    private void writeSeparateJars(String module, List<String> wanted) throws IOException {
        Path jars = Files.createDirectory(home.resolve("jars").resolve(module));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (entry.contains(module + "/target/")) {
                copyOrPack(Path.of(entry), jars.resolve("ralph-" + module + ".jar"));
            } else if (wanted.stream().anyMatch(entry::contains)) {
                copyOrPack(
                        Path.of(entry),
                        jars.resolve(Path.of(entry).getFileName().toString()));
            }
        }
    }

    private static void copyOrPack(Path entry, Path jar) throws IOException {
        if (Files.isDirectory(entry)) {
            jar(entry, jar);
        } else {
            Files.copy(entry, jar);
        }
    }

    private static void jar(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> files = Files.walk(classes)) {
            for (Path path : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new ZipEntry(classes.relativize(path).toString()));
                Files.copy(path, out);
            }
        }
    }
}
