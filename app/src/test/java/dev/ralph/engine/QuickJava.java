package dev.ralph.engine;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/// A java command that starts fast, because tests start hundreds: with the class path of the test, its folders in one
/// jar, so that the JVM can keep an archive of what it loaded, and SQLite's library unpacked.
///
/// All of it lies in one folder for each JVM of tests and goes with it. An archive is made by the first program that
/// ends by itself; it is only a matter of speed.
public final class QuickJava {
    private static final Path FOLDER;
    private static final String CLASS_PATH;
    private static final List<String> LIBRARY;

    static {
        try {
            FOLDER = Files.createTempDirectory(Files.isWritable(target()) ? target() : temporary(), "quick-java");
            Runtime.getRuntime().addShutdownHook(new Thread(QuickJava::delete));
            CLASS_PATH = classPath();
            LIBRARY = library();
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private QuickJava() {}

    /// The JVM and its flags up to the class path; a class and its arguments follow.
    public static List<String> command() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-XX:+AutoCreateSharedArchive",
                "-XX:SharedArchiveFile=" + FOLDER.resolve("classes.jsa"),
                "-Xlog:disable",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(LIBRARY);
        command.addAll(List.of("-cp", CLASS_PATH));
        return command;
    }

    /// Where the build writes.
    private static Path target() {
        return entries()
                .filter(Files::isDirectory)
                .findFirst()
                .map(entry -> entry.resolveSibling(""))
                .orElse(temporary());
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static Stream<Path> entries() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of);
    }

    /// Without the logging of our tools, which Ralph is not delivered with.
    private static String classPath() throws IOException {
        Path jar = FOLDER.resolve("classes.jar");
        StringBuilder classPath = new StringBuilder(jar.toString());
        Set<String> known = new HashSet<>();
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (Path entry : entries().toList()) {
                if (Files.isDirectory(entry)) {
                    pack(entry, out, known);
                } else if (!entry.toString().contains("/slf4j-")) {
                    classPath.append(File.pathSeparator).append(entry);
                }
            }
        }
        return classPath.toString();
    }

    private static void pack(Path root, JarOutputStream out, Set<String> known) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString();
                if (known.add(name)) {
                    out.putNextEntry(new JarEntry(name));
                    Files.copy(file, (OutputStream) out);
                }
            }
        }
    }

    /// Where it is not found under the name it has on the usual machines, SQLite looks for itself.
    private static List<String> library() throws IOException {
        String name = System.mapLibraryName("sqlitejdbc");
        String machine = System.getProperty("os.arch").replace("amd64", "x86_64");
        String resource = "/org/sqlite/native/" + System.getProperty("os.name") + "/" + machine + "/" + name;
        try (InputStream library = QuickJava.class.getResourceAsStream(resource)) {
            if (library == null) {
                return List.of();
            }
            Files.copy(library, FOLDER.resolve(name));
            return List.of("-Dorg.sqlite.lib.path=" + FOLDER, "-Dorg.sqlite.lib.name=" + name);
        }
    }

    private static void delete() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            System.err.println("cannot delete " + FOLDER + ": " + left);
        }
    }
}
