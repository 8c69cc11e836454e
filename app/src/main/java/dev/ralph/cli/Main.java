package dev.ralph.cli;

import dev.ralph.config.InvalidConfiguration;
import dev.ralph.engine.HeldByOther;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.RequestRefused;
import dev.ralph.process.ContainmentUnavailable;
import dev.ralph.store.CannotOwn;
import dev.ralph.store.JournalUnusable;
import dev.ralph.store.OwnershipLost;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/// The `ralph` command. Start-up time is a goal: nothing here may load what the asked command does not need.
public final class Main {

    /// The version of this build; a test compares it with the pom.
    static final String VERSION = "0.1.0-SNAPSHOT";

    private Main() {}

    public static void main(String[] args) {
        EarlyLoading.of(args);
        int exitCode = heard(run(args, System.out, System.err, LocaleCheck.environment()));
        System.err.flush();
        // System.exit first asks System.Logger whether to log the exit, which is a third of the whole start-up time.
        // Nothing may rely on shutdown hooks here: a command has cleaned up when run returns.
        Runtime.getRuntime().halt(exitCode);
    }

    /// A script that reads half an answer must not take it for the whole. Who closed a pipe wanted no more of it.
    private static int heard(int exitCode) {
        if (!System.out.checkError() || Console.isPipe(1)) {
            return exitCode;
        }
        System.err.println("ralph: could not write all output; disk full?");
        return exitCode == ExitCode.OK ? ExitCode.TROUBLE : exitCode;
    }

    /// Runs one command and returns its exit code; never ends the JVM, so that [AotTraining] can call it many times.
    static int run(String[] args, PrintStream out, PrintStream err) {
        return run(args, out, err, System.getenv());
    }

    static int run(String[] args, PrintStream out, PrintStream err, Map<String, String> environment) {
        if (args.length == 1 && args[0].equals("--version")) {
            out.println("ralph " + VERSION);
            return ExitCode.OK;
        }
        CommandContext context = CommandContext.of(out, err, environment, args);
        // No pattern switch: its first use makes a class at run time, which takes longer than all of `ralph status`.
        ParsedCommandLine parsed = Commands.table(context).parse(List.of(args));
        if (parsed instanceof Invocation invocation) {
            return perform(invocation, err);
        }
        if (parsed instanceof ParsedCommandLine.Misuse misuse) {
            complain(err, misuse.message());
            err.println("See " + misuse.help());
            return ExitCode.BAD_USAGE;
        }
        if (parsed instanceof ParsedCommandLine.Help help) {
            out.print(help.text());
        } else {
            boolean json = List.of(args).contains("--json");
            out.println(json ? "{\"version\":\"" + VERSION + "\"}" : "ralph " + VERSION);
        }
        return ExitCode.OK;
    }

    private static int perform(Invocation invocation, PrintStream err) {
        try {
            return invocation.run();
        } catch (BadUsage | RequestRefused | IllegalArgumentException wrong) {
            return failed(err, wrong, ExitCode.BAD_USAGE);
        } catch (InvalidConfiguration | ContainmentUnavailable wrong) {
            return failed(err, wrong, ExitCode.BAD_USAGE);
        } catch (HeldByOther held) {
            return failed(err, held, ExitCode.HELD_BY_ANOTHER);
        } catch (JournalUnusable | OwnershipLost | CannotOwn | UncheckedIOException trouble) {
            return failed(err, trouble, ExitCode.TROUBLE);
        } catch (IOException trouble) {
            complain(err, FileErrorText.words(trouble));
            return ExitCode.TROUBLE;
        } catch (InterruptedException interrupted) {
            return failed(err, interrupted, ExitCode.TROUBLE);
        } catch (Exception unexpected) {
            unexpected.printStackTrace(err);
            return failed(err, unexpected, ExitCode.TROUBLE);
        }
    }

    private static int failed(PrintStream err, Exception why, int code) {
        String message = why.getMessage();
        complain(err, message == null ? why.toString() : message);
        return code;
    }

    /// Messages quote what came from outside: names of files, arguments, a line of an agent.
    private static void complain(PrintStream err, String message) {
        err.println(Console.complaint(message));
    }
}
