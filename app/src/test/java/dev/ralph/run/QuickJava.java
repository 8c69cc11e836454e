package dev.ralph.run;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.sqlite.util.OSInfo;

/// A java command that starts fast, because hundreds are started: the classes in one jar, so that the JVM can keep an
/// archive of what it loaded, and SQLite's library unpacked.
final class QuickJava {
    private static final Map<Path, List<String>> COMMANDS = new ConcurrentHashMap<>();

    private QuickJava() {}

    /// @param folder for the jar, the library and the archive
    static List<String> command(Path folder) {
        return COMMANDS.computeIfAbsent(folder, QuickJava::prepare);
    }

    private static List<String> prepare(Path folder) {
        try {
            StringBuilder classPath =
                    new StringBuilder(pack(folder.resolve("classes.jar")).toString());
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                if (entry.matches(
                        ".*/(ralph-engine|sqlite-jdbc|jackson-core|snakeyaml-engine|slf4j-api)-[^/]*[.]jar")) {
                    classPath.append(File.pathSeparator).append(entry);
                }
            }
            return List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xmx128m",
                    "-XX:+AutoCreateSharedArchive",
                    "-XX:SharedArchiveFile=" + folder.resolve("classes.jsa"),
                    "-Xlog:disable",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Dorg.sqlite.lib.path=" + folder,
                    "-Dorg.sqlite.lib.name=" + unpack(folder),
                    "-cp",
                    classPath.toString());
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static Path pack(Path jar) throws IOException {
        Files.createDirectories(jar.getParent());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                if (Files.isDirectory(Path.of(entry))) {
                    pack(Path.of(entry), out);
                }
            }
        }
        return jar;
    }

    private static void pack(Path root, JarOutputStream out) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString();
                if (!name.endsWith("package-info.class") && !name.startsWith("META-INF")) {
                    out.putNextEntry(new JarEntry(name));
                    Files.copy(file, (OutputStream) out);
                }
            }
        }
    }

    private static String unpack(Path folder) throws IOException {
        String name = System.mapLibraryName("sqlitejdbc");
        String resource = "/org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + name;
        try (InputStream library = OSInfo.class.getResourceAsStream(resource)) {
            if (library != null) {
                Files.copy(library, folder.resolve(name));
            }
        }
        return name;
    }
}
