package dev.ralph.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The training run for the JDK's AOT caches: runs typical commands in one JVM, so that what they load is in the cache.
/// There are two, because a cache is read as a whole: commands that only look should not pay for those
/// that run loops or ask the database.
///
/// The launcher starts it twice after each build, with a scratch folder as current folder, and throws its output away:
/// with the argument `loops`, which leaves a project behind, and then with `looks`. A command that fails here costs
/// start-up time later, never correctness.
final class AotTraining {
    private static final String CONFIGURATION = """
            # What a project usually has.
            max_restarts: 20
            restart_delay: 0s
            idle_timeout: 10m
            agent: ["true"]
            checks:
              - "true"
            """;

    private static final String[][] LOOPS = {
        {"run", "--task=warm", "--prompt=Do it.", "--max-restarts=2", "--", "sh", "-c", "echo working"},
        {"run", "--task=done", "--prompt=Do it.", "--check=true", "--", "sh", "-c", "echo done > \"$TASK_FOLDER/DONE\""
        },
        {"run", "--json", "--task=fails", "--prompt=Do it.", "--max-restarts=1", "--containment=group", "--", "false"},
        {"status", "--json"},
        {"status", "--task=warm"},
        {"logs", "--task=warm"},
        {"receipts", "done"},
        {"task", "show", "warm"},
        {"task", "list"},
        {"init", "--dry-run"},
        {"gc", "--dry-run"},
    };

    private static final String[][] LOOKS = {
        {"--version"},
        {"--help"},
        {"status"},
        {"config", "check"},
        {"bus", "read", "--task=warm"},
        {"__complete", "--", ""},
        {"__complete", "--", "run", "--c"},
        {"__complete", "--", "run", "--task", ""},
        {"status", "--no-such-flag"},
    };

    private AotTraining() {}

    public static void main(String[] args) throws IOException {
        boolean loops = args.length > 0 && args[0].equals("loops");
        Files.createDirectories(Path.of(".ralph"));
        Files.writeString(Path.of(".ralph/config.yaml"), CONFIGURATION);
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        for (String[] command : loops ? LOOPS : LOOKS) {
            Main.run(command, nowhere, nowhere, LocaleCheck.environment());
        }
        Main.run(new String[] {"--version"}, System.out, System.err);
    }
}
