package dev.ralph.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/// A program of Ralph's whose jars lie in a folder of their own beside those of the command line: no other command has
/// them on its class path. Why: `docs/decisions/separate-jars.md`.
///
/// @param folder its name
/// @param type   the class that starts it, a [ToolProvider]
record SeparateProgram(String folder, String type) {
    /// Runs it to its end in this process.
    ///
    /// @return the exit code
    int run(CommandContext context, List<String> arguments) throws Exception {
        ClassLoader loader = loader();
        Thread.currentThread().setContextClassLoader(loader); // by which libraries find their parts
        ToolProvider program;
        try {
            program = (ToolProvider) loader.loadClass(type).getConstructor().newInstance();
        } catch (ClassNotFoundException missing) {
            throw new IOException("`" + folder + "` is incomplete: its jars are missing. Reinstall Ralph", missing);
        }
        return program.run(writer(context.out()), writer(context.err()), arguments.toArray(String[]::new));
    }

    /// The launcher may have its jars on the class path, where they are in a start-up cache.
    private ClassLoader loader() throws Exception {
        ClassLoader ours = SeparateProgram.class.getClassLoader();
        boolean isThere = ours.getResource(type.replace('.', '/') + ".class") != null;
        // Never closed: threads of the program may still load classes when it has ended, and the process ends anyway.
        return isThere ? ours : new URLClassLoader(folder, jars(), ours);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    private URL[] jars() throws Exception {
        Path ours = Path.of(SeparateProgram.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<URL> jars = new ArrayList<>();
        Path beside = ours.resolveSibling(folder);
        if (Files.isDirectory(beside)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(beside, "*.jar")) {
                for (Path jar : files) {
                    jars.add(jar.toUri().toURL());
                }
            }
        }
        return jars.toArray(URL[]::new);
    }
}
