package dev.ralph.cli;

import java.io.PrintStream;

/// The `ralph` command. Start-up time is a goal: nothing here may load what the asked command does not need.
public final class Main {

    /// The version of this build; a test compares it with the pom.
    static final String VERSION = "0.1.0-SNAPSHOT";

    private static final int OK = 0;
    private static final int BAD_USAGE = 2;

    private Main() {}

    public static void main(String[] args) {
        int exitCode = run(args, System.out, System.err);
        System.out.flush();
        System.err.flush();
        // System.exit first asks System.Logger whether to log the exit, which is a third of the whole start-up time.
        // Nothing may rely on shutdown hooks here: a command has cleaned up when run returns.
        Runtime.getRuntime().halt(exitCode);
    }

    /// Runs one command and returns its exit code; never ends the JVM, so that [WarmUp] can call it many times.
    static int run(String[] args, PrintStream out, PrintStream err) {
        if (args.length == 1 && args[0].equals("--version")) {
            out.println("ralph " + VERSION);
            return OK;
        }
        err.println("ralph: this build only answers --version");
        return BAD_USAGE;
    }
}
