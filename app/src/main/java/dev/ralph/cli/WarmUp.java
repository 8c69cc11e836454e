package dev.ralph.cli;

import java.io.OutputStream;
import java.io.PrintStream;

/// The training run for the JDK's AOT cache: runs typical commands in one JVM, so that what they load is in the cache.
///
/// The launcher starts it once after each build, with an empty scratch folder as current folder, and throws its
/// output away. A command that fails here costs start-up time later, never correctness.
final class WarmUp {

    private WarmUp() {}

    public static void main(String[] args) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        String[][] commands = {{"--version"}, {"--help"}, {"status"}, {"status", "--json"}};
        for (String[] command : commands) {
            Main.run(command, nowhere, nowhere, Locality.environment());
        }
        Main.run(new String[] {"--version"}, System.out, System.err);
    }
}
