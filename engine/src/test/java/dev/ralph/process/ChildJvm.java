package dev.ralph.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Another JVM that runs a `main` of these tests.
final class ChildJvm {
    private ChildJvm() {}

    /// @param said   the file that takes what it prints
    /// @param before what stands before the java command, such as a shell that sets limits
    static Process start(Path said, List<String> before, List<String> options, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("-cp", Objects.requireNonNull(System.getProperty("java.class.path")), main.getName()));
        command.addAll(Arrays.asList(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
    }
}
