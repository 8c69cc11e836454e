package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts programs of the tests where they may mount overlays.
final class Overlays {
    private Overlays() {}

    static boolean work() throws IOException, InterruptedException {
        List<String> command = namespace();
        command.add("true");
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    /// @param closed anything, for trees in which the user closed some files and folders
    static void play(Path base, long first, long count, String... closed) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(base.toString(), "" + first, "" + count));
        words.addAll(List.of(closed));
        List<String> command = namespace();
        command.addAll(jvm(List.of(), OverlayPlayer.class, words.toArray(String[]::new)));
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (code != 0) {
            throw new IOException("the player ended with " + code);
        }
    }

    /// Runs a class of the tests in a JVM of its own.
    static int java(List<String> options, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        return new ProcessBuilder(jvm(options, program, arguments))
                .inheritIO()
                .start()
                .waitFor();
    }

    private static List<String> jvm(List<String> options, Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(program.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    static List<String> namespace() {
        boolean root = "root".equals(System.getProperty("user.name"));
        return new ArrayList<>(List.of("unshare", root ? "-m" : "-Urm", "--propagation", "private", "--"));
    }
}
